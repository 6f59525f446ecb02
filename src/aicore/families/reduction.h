// What all reductions share: the chip's rules, the checks of a call, and binary trees (PairLoop) over
// elements that stand side by side; an element that the mask leaves out is replaced by the operation's
// neutral one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "aicore/core.h"
#include "aicore/families/plan.h"

namespace aclnn_cpu::aicore {

enum class ReduceExtent : uint8_t { kPair, kBlock, kRepeat, kAll };

struct ReduceKind {
    ReduceOp op;
    ReduceExtent extent;
};

// What changes from chip to chip. Source: the pages of the public reference on ReduceRepeat (orders), on
// ReduceDataBlock and ReducePairElem (what becomes of a destination none of whose sources the mask chooses),
// on ReduceSum, GetReduceRepeatSumSpr and GetReduceRepeatMaxMinSpr.
struct ReduceRules {
    uint8_t orders;       // bit per ReduceOrder
    bool fills_idle;      // else such a destination keeps its value
    bool half_is_finite;  // the extremes that fill are those of finite halves
    bool sums_in_order;   // ReduceSum's count form adds the repeats one after the other
    bool reads_sum;       // GetReduceRepeatSumSpr
    bool reads_extreme;   // GetReduceRepeatMaxMinSpr, with the index
    bool reads_value;     // GetReduceRepeatMaxMinSpr, without
};
const ReduceRules& ReduceRulesOf(const Core& core);

// One call of a reduction. Everything after ResolveSource() needs it.
class Reduction {
 public:
    // Checks type, ranges, mask and order, and takes over the mask.
    Reduction(Core& core, const Instruction& instruction);

    bool Nothing() const { return IsEmpty(plan_); }
    ReduceKind kind() const { return kind_; }

 protected:
    static constexpr uint64_t kChunkRepeats = 16;  // reduced together
    struct Buffers {
        alignas(64) uint8_t loaded[kChunkRepeats * kRepeatBytes];
        alignas(64) uint8_t even[kChunkRepeats * kRepeatBytes / 2];
        alignas(64) uint8_t odd[kChunkRepeats * kRepeatBytes / 4];
    };
    struct Extreme {
        uint64_t value;
        uint64_t index;  // of the element in its repeat
    };

    [[noreturn]] void Refuse(FaultKind kind, int32_t operand, uint64_t limit, std::string problem,
                             std::string remedy) const;
    void ResolveSource();

    uint64_t ElementsOf(uint64_t repeat) const {
        return repeat + 1 == plan_.repeats ? plan_.last : plan_.per_repeat;
    }
    // Whether all elements of a repeat take part and stand side by side.
    bool Adjacent(uint64_t repeat) const {
        return plan_.whole && src_.block_bytes == kBlockBytes && ElementsOf(repeat) == plan_.per_repeat;
    }
    // Reduces groups of `width` adjacent elements (a power of two), `elements` in all, at most kChunkRepeats
    // repeats; returns where the results stand.
    const uint8_t* Tree(Buffers& buffers, const uint8_t* from, uint64_t elements, uint64_t width) const;
    // The same for up to kChunkRepeats repeats of the source from `first` on.
    const uint8_t* Trees(Buffers& buffers, uint64_t first, uint64_t repeats, uint64_t width) const;

    uint64_t LoadBits(const uint8_t* from) const;
    // The operation on two values.
    uint64_t Combine(uint64_t a, uint64_t b) const;
    // The lowest of the chosen elements of a repeat with this value; per_repeat_ if there is none.
    uint64_t FindInRepeat(uint64_t repeat, uint64_t value) const;
    // Bytes of a maximum or minimum in the call's order.
    uint64_t ResultBytes() const;
    // The operation's neutral element: x + -0 is x, also for x = +0.
    uint64_t Neutral() const;

    Core& core_;
    const Instruction& instruction_;
    const ReduceShape& shape_;
    const ReduceRules& rules_;
    const ReduceKind kind_;
    const ElementType type_;
    const uint64_t size_;
    const uint64_t per_block_;
    const uint64_t per_repeat_;
    const AscendC::ReduceOrder order_;
    PairLoop pair_ = nullptr;
    Plan plan_{};
    Access src_;

 private:
    void CheckRange(std::string_view name, int32_t value, int32_t limit) const;
    void CheckShape() const;
    Plan MakeReducePlan() const;
    void LoadRepeat(uint64_t repeat, uint8_t* to) const;
};

// Reduces a whole tensor: ReduceSum, ReduceMax, ReduceMin (reduce_all.cpp).
void ExecuteReduceAll(Core& core, const Instruction& instruction);

}  // namespace aclnn_cpu::aicore
