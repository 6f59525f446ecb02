// Reductions of a whole tensor, and the registers that reductions leave behind.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "aicore/families/reduction.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::ReduceOrder;

uint64_t RoundUp(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

class TensorReduction : public Reduction {
 public:
    using Reduction::Reduction;

    void Run() {
        ResolveSource();
        uint8_t* dst = ResolveUb(core_, instruction_, 0, ResultBytes(), ResultBytes());
        const Work work = WorkSpace();
        uint8_t* tmp = work.needed == 0 ? nullptr : ResolveWork(work);
        if (IsWatched(core_)) [[unlikely]] {
            AnnounceAll(dst, tmp, work.written * size_);
        }
        const bool sum = kind_.op == ReduceOp::kSum;
        const Extreme result = sum ? Extreme{Sum(), 0} : FindExtreme();
        if (tmp != nullptr) {
            std::memset(tmp, kPoison, work.written * size_);  // the chip's intermediate results
        }
        std::memcpy(dst, &result.value, size_);
        if (order_ == ReduceOrder::ORDER_VALUE_INDEX) {
            std::memcpy(dst + size_, &result.index, size_);
        }
        (sum ? core_.reduced.sum : core_.reduced.extreme) = result.value | result.index << 32;
    }

 private:
    // Elements of the work space: what the chip needs, and of these what it writes over.
    struct Work {
        uint64_t needed;
        uint64_t written;
    };

    // Only ReduceSum's count form comes with the mask as set.
    bool IsCountForm() const {
        return instruction_.mask_source == MaskSource::kElements ||
               instruction_.mask_source == MaskSource::kState;
    }

    Work WorkSpace() const {
        const bool sum = kind_.op == ReduceOp::kSum;
        if (sum && rules_.sums_in_order && IsCountForm()) {
            return {0, 0};
        }
        const uint64_t repeats =
            IsCountForm() ? std::max<uint64_t>(1, instruction_.count / per_repeat_) : plan_.repeats;
        if (sum) {
            return {RoundUp(repeats, per_block_), repeats};
        }
        uint64_t outputs = 2 * repeats;
        Work work{RoundUp(outputs, per_block_), outputs};
        while (order_ == ReduceOrder::ORDER_VALUE_INDEX && outputs > 2) {
            outputs = (outputs + per_repeat_ - 1) / per_repeat_ * 2;
            work.written = work.needed + outputs;
            work.needed += RoundUp(outputs, per_block_);
        }
        return work;
    }

    uint8_t* ResolveWork(const Work& work) const {
        const Operand& operand = instruction_.operand[2];
        const uint64_t bytes = work.needed * size_;
        uint8_t* tmp = ResolveUb(core_, instruction_, 2, bytes);
        if (operand.bytes < bytes) [[unlikely]] {
            Refuse(FaultKind::kBadParameter, 2, bytes,
                   fmt::format("sharedTmpBuffer has {} bytes, expected at least {}", operand.bytes, bytes),
                   "give it the documented size");
        }
        core_.memories.Touch(MemoryOf(operand.position), operand.address, operand.address + bytes);
        return tmp;
    }

    [[gnu::noinline, gnu::cold]] void AnnounceAll(const uint8_t* dst, const uint8_t* tmp,
                                                  uint64_t spoilt) const {
        Pieces pieces(core_, instruction_);
        for (uint64_t repeat = 0; repeat < plan_.repeats; ++repeat) {
            pieces.AddChosen({&src_, Role::kRead, 1}, plan_, repeat, 0, per_repeat_);
        }
        if (tmp != nullptr) {
            pieces.Add(tmp, spoilt, Role::kSpoil, 2);
        }
        pieces.Add(dst, order_ == ReduceOrder::ORDER_VALUE_INDEX ? 2 * size_ : size_, Role::kWrite, 0);
        pieces.Announce();
    }

    // One result per repeat, for the first `repeats` repeats.
    std::vector<uint8_t> ResultsOfRepeats(uint64_t repeats) const {
        std::vector<uint8_t> results(repeats * size_);
        Buffers buffers;
        for (uint64_t first = 0; first < repeats; first += kChunkRepeats) {
            const uint64_t n = std::min(kChunkRepeats, repeats - first);
            std::memcpy(results.data() + first * size_, Trees(buffers, first, n, per_repeat_), n * size_);
        }
        return results;
    }

    // Trees over a repeat's worth of values at a time, until one is left.
    uint64_t TreeOf(std::vector<uint8_t> values) const {
        const uint64_t neutral = Neutral();
        Buffers buffers;
        while (values.size() > size_) {
            while (values.size() % kRepeatBytes != 0) {
                const auto* bytes = reinterpret_cast<const uint8_t*>(&neutral);
                values.insert(values.end(), bytes, bytes + size_);
            }
            const uint64_t repeats = values.size() / kRepeatBytes;
            for (uint64_t i = 0; i < repeats; ++i) {
                const uint8_t* result =
                    Tree(buffers, values.data() + i * kRepeatBytes, per_repeat_, per_repeat_);
                std::memcpy(values.data() + i * size_, result, size_);
            }
            values.resize(repeats * size_);
        }
        return LoadBits(values.data());
    }

    uint64_t SumInOrder() const {
        const std::vector<uint8_t> sums = ResultsOfRepeats(plan_.repeats);
        uint64_t sum = LoadBits(sums.data());
        for (uint64_t i = 1; i < plan_.repeats; ++i) {
            sum = Combine(sum, LoadBits(sums.data() + i * size_));
        }
        return sum;
    }

    uint64_t Sum() const {
        if (IsCountForm() && rules_.sums_in_order) {
            return SumInOrder();
        }
        const bool tail = IsCountForm() && plan_.repeats > 1 && plan_.last != per_repeat_;
        if (!tail) {
            return TreeOf(ResultsOfRepeats(plan_.repeats));
        }
        Buffers buffers;
        const uint64_t body = TreeOf(ResultsOfRepeats(plan_.repeats - 1));
        return Combine(body, LoadBits(Trees(buffers, plan_.repeats - 1, 1, per_repeat_)));
    }

    Extreme FindExtreme() const {
        const uint64_t value = TreeOf(ResultsOfRepeats(plan_.repeats));
        if (order_ != ReduceOrder::ORDER_VALUE_INDEX) {
            return {value, 0};
        }
        uint64_t repeat = 0;
        uint64_t index = FindInRepeat(repeat, value);
        while (index == per_repeat_ && repeat + 1 < plan_.repeats) {
            index = FindInRepeat(++repeat, value);
        }
        return {value, repeat * (src_.repeat_bytes / size_) + index};
    }
};

}  // namespace

void ExecuteReduceAll(Core& core, const Instruction& instruction) {
    TensorReduction reduction(core, instruction);
    if (!reduction.Nothing()) {
        reduction.Run();
    }
}

uint64_t ReducedSum(CallSite site) {
    const Core& core = ThisCore();
    if (!ReduceRulesOf(core).reads_sum) {
        RaiseCall(core, FaultKind::kUnsupported, "GetReduceRepeatSumSpr", site,
                  fmt::format("{} has no register for it", core.soc->name), "read what ReduceSum wrote");
    }
    return core.reduced.sum;
}

uint64_t ReducedExtreme(bool with_index, CallSite site) {
    const Core& core = ThisCore();
    const ReduceRules& rules = ReduceRulesOf(core);
    if (!(with_index ? rules.reads_extreme : rules.reads_value)) {
        RaiseCall(core, FaultKind::kUnsupported, "GetReduceRepeatMaxMinSpr", site,
                  fmt::format("{} has no register for the value {}", core.soc->name,
                              with_index ? "and its index" : "alone"),
                  "read what the reduction wrote");
    }
    return core.reduced.extreme;
}

}  // namespace aclnn_cpu::aicore
