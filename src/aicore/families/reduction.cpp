#include "aicore/families/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::ReduceOrder;

constexpr int32_t kMaxRepeats = 255;         // of the instructions that are one on the chip
constexpr int32_t kMaxAllRepeats = 1 << 20;  // of a whole tensor, which the chip does in several steps
constexpr int32_t kMaxStride = 65535;

ReduceKind KindOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::kWholeReduceSum:
            return {ReduceOp::kSum, ReduceExtent::kRepeat};
        case Opcode::kWholeReduceMax:
            return {ReduceOp::kMax, ReduceExtent::kRepeat};
        case Opcode::kWholeReduceMin:
            return {ReduceOp::kMin, ReduceExtent::kRepeat};
        case Opcode::kBlockReduceSum:
            return {ReduceOp::kSum, ReduceExtent::kBlock};
        case Opcode::kBlockReduceMax:
            return {ReduceOp::kMax, ReduceExtent::kBlock};
        case Opcode::kBlockReduceMin:
            return {ReduceOp::kMin, ReduceExtent::kBlock};
        case Opcode::kPairReduceSum:
            return {ReduceOp::kSum, ReduceExtent::kPair};
        case Opcode::kReduceSum:
            return {ReduceOp::kSum, ReduceExtent::kAll};
        case Opcode::kReduceMax:
            return {ReduceOp::kMax, ReduceExtent::kAll};
        default:
            return {ReduceOp::kMin, ReduceExtent::kAll};
    }
}

constexpr uint8_t kValueIndex = 1u << uint8_t(ReduceOrder::ORDER_VALUE_INDEX);
constexpr uint8_t kIndexValue = 1u << uint8_t(ReduceOrder::ORDER_INDEX_VALUE);
constexpr uint8_t kOnlyValue = 1u << uint8_t(ReduceOrder::ORDER_ONLY_VALUE);
constexpr uint8_t kOnlyIndex = 1u << uint8_t(ReduceOrder::ORDER_ONLY_INDEX);
constexpr uint8_t kAllOrders = kValueIndex | kIndexValue | kOnlyValue | kOnlyIndex;
constexpr ReduceRules kRules[kChipColumns] = {
    {kAllOrders, false, false, true, true, true, false},                    // A2
    {kValueIndex | kOnlyValue, true, true, false, false, false, false},     // 310B
    {kValueIndex | kIndexValue, false, false, false, false, false, true},   // 310P
    {kValueIndex, false, false, false, false, false, false},                // 910
    {kAllOrders, true, false, false, true, false, false},                   // 950
    {kValueIndex | kIndexValue, false, false, false, false, false, false},  // X90
    {kValueIndex | kIndexValue, false, false, false, false, false, false},  // 9030
};

}  // namespace

const ReduceRules& ReduceRulesOf(const Core& core) { return kRules[static_cast<uint32_t>(core.column)]; }

Reduction::Reduction(Core& core, const Instruction& instruction)
    : core_(core),
      instruction_(instruction),
      shape_(instruction.As<ReduceShape>()),
      rules_(ReduceRulesOf(core)),
      kind_(KindOf(instruction.opcode)),
      type_(instruction.operand[0].type),
      size_(SizeOf(type_)),
      per_block_(kBlockBytes / size_),
      per_repeat_(kRepeatBytes / size_),
      order_(static_cast<ReduceOrder>(instruction.mode)) {
    CheckShape();
    pair_ = core.loops->pair[static_cast<uint32_t>(kind_.op)][static_cast<uint32_t>(type_)];
    plan_ = MakeReducePlan();
}

void Reduction::Refuse(FaultKind kind, int32_t operand, uint64_t limit, std::string problem,
                       std::string remedy) const {
    RaiseInstruction(core_, instruction_, kind, operand, limit, std::move(problem), std::move(remedy));
}

void Reduction::CheckRange(std::string_view name, int32_t value, int32_t limit) const {
    if (value < 0 || value > limit) [[unlikely]] {
        Refuse(FaultKind::kBadParameter, -1, static_cast<uint64_t>(limit),
               fmt::format("{} is {}, expected 0 to {}", name, value, limit), "reduce in several calls");
    }
}

void Reduction::CheckShape() const {
    CheckType(core_, instruction_);
    CheckRange("repeatTime", shape_.repeats,
               kind_.extent == ReduceExtent::kAll ? kMaxAllRepeats : kMaxRepeats);
    CheckRange("dstRepStride", shape_.dst_rep_stride, kMaxStride);
    CheckRange("srcBlkStride", shape_.src_blk_stride, kMaxStride);
    CheckRange("srcRepStride", shape_.src_rep_stride, kMaxStride);
    const auto mask = static_cast<int64_t>(instruction_.mask[0]);
    if (instruction_.mask_source == MaskSource::kNumber && mask < 0) [[unlikely]] {
        Refuse(FaultKind::kBadParameter, -1, per_repeat_,
               fmt::format("mask is {}, expected 0 to {}", mask, per_repeat_),
               "give the number of leading elements of a repeat");
    }
    const bool ordered = kind_.extent == ReduceExtent::kRepeat && kind_.op != ReduceOp::kSum;
    constexpr uint8_t kOrders = 4;
    if (ordered && (instruction_.mode >= kOrders || ((rules_.orders >> instruction_.mode) & 1u) == 0))
        [[unlikely]] {
        Refuse(FaultKind::kUnsupported, -1, 0,
               fmt::format("{} has no {} of {}, it has {}", core_.soc->name, ReduceOrderName(order_),
                           InfoOf(instruction_.opcode).api_name, ReduceOrderList(rules_.orders)),
               "use one of these orders");
    }
}

Plan Reduction::MakeReducePlan() const {
    Instruction planned = instruction_;
    planned.repeat = static_cast<uint32_t>(shape_.repeats);
    if (kind_.extent == ReduceExtent::kAll && planned.mask_source == MaskSource::kState &&
        !rules_.sums_in_order) {
        planned.mask_source = MaskSource::kElements;  // such chips take ReduceSum's count in any case
    }
    return MakePlan(core_, planned, per_repeat_);
}

void Reduction::ResolveSource() {
    src_.size = size_;
    src_.per_block = per_block_;
    src_.block_bytes = static_cast<uint64_t>(shape_.src_blk_stride) * kBlockBytes;
    src_.repeat_bytes = static_cast<uint64_t>(shape_.src_rep_stride) * kBlockBytes;
    const auto masked = static_cast<uint64_t>(plan_.high != 0 ? 128 - std::countl_zero(plan_.high)
                                                              : 64 - std::countl_zero(plan_.low));
    const uint64_t last = plan_.whole ? plan_.last : masked;
    // Blocks may lie one on the other, or lead beyond the last repeat: the end is the farthest of any block.
    uint64_t bytes = 0;
    for (uint64_t block = 0; block * per_block_ < per_repeat_; ++block) {
        const uint64_t before_last = plan_.whole ? per_repeat_ : masked;
        const auto end_in = [&](uint64_t repeat, uint64_t elements) {
            const uint64_t first = block * per_block_;
            return first < elements ? src_.Offset(repeat, std::min(elements, first + per_block_) - 1) + size_
                                    : 0;
        };
        bytes = std::max(bytes, end_in(plan_.repeats - 1, last));
        bytes = std::max(bytes, plan_.repeats > 1 ? end_in(plan_.repeats - 2, before_last) : 0);
    }
    src_.base = ResolveUb(core_, instruction_, 1, bytes);
}

void Reduction::LoadRepeat(uint64_t repeat, uint8_t* to) const {
    if (Adjacent(repeat)) {
        std::memcpy(to, src_.At(repeat, 0), kRepeatBytes);
        return;
    }
    core_.loops->fill[std::countr_zero(size_)](to, Neutral(), plan_.per_repeat);
    ForEachRun(plan_, ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
        for (const uint64_t end = first + n; first < end;) {
            const uint64_t next = std::min(end, (first / per_block_ + 1) * per_block_);
            std::memcpy(to + first * size_, src_.At(repeat, first), (next - first) * size_);
            first = next;
        }
    });
}

const uint8_t* Reduction::Tree(Buffers& buffers, const uint8_t* from, uint64_t elements,
                               uint64_t width) const {
    uint8_t* to = buffers.even;
    for (; width > 1; width /= 2) {
        elements /= 2;
        pair_(to, from, elements);
        from = to;
        to = to == buffers.even ? buffers.odd : buffers.even;
    }
    return from;
}

const uint8_t* Reduction::Trees(Buffers& buffers, uint64_t first, uint64_t repeats, uint64_t width) const {
    const bool in_place =
        src_.repeat_bytes == kRepeatBytes && Adjacent(first) && Adjacent(first + repeats - 1);
    if (!in_place) {
        for (uint64_t i = 0; i < repeats; ++i) {
            LoadRepeat(first + i, buffers.loaded + i * kRepeatBytes);
        }
    }
    return Tree(buffers, in_place ? src_.At(first, 0) : buffers.loaded, repeats * per_repeat_, width);
}

uint64_t Reduction::LoadBits(const uint8_t* from) const {
    uint64_t bits = 0;
    std::memcpy(&bits, from, size_);
    return bits;
}

uint64_t Reduction::Combine(uint64_t a, uint64_t b) const {
    uint8_t both[16];
    std::memcpy(both, &a, sizeof(a));
    std::memcpy(both + size_, &b, sizeof(b));
    uint64_t result = 0;
    pair_(&result, both, 1);
    return result;
}

uint64_t Reduction::FindInRepeat(uint64_t repeat, uint64_t value) const {
    const FindLoop find = core_.loops->find[static_cast<uint32_t>(type_)];
    const bool adjacent = src_.block_bytes == kBlockBytes;
    uint64_t found = per_repeat_;
    ForEachRun(plan_, ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
        for (const uint64_t end = first + n; first < end && found == per_repeat_;) {
            const uint64_t next = adjacent ? end : std::min(end, (first / per_block_ + 1) * per_block_);
            const uint64_t at = find(src_.At(repeat, first), value, next - first);
            found = at < next - first ? first + at : found;
            first = next;
        }
    });
    return found;
}

uint64_t Reduction::ResultBytes() const {
    switch (order_) {
        case ReduceOrder::ORDER_ONLY_VALUE:
            return size_;
        case ReduceOrder::ORDER_ONLY_INDEX:
            return sizeof(uint32_t);
        default:
            return 2 * size_;
    }
}

uint64_t Reduction::Neutral() const {
    const bool half = type_ == ElementType::kHalf;
    switch (kind_.op) {
        case ReduceOp::kSum:
            return half ? 0x8000u : 0x80000000u;
        case ReduceOp::kMax:
            return half ? 0xFC00u : 0xFF800000u;
        default:
            return half ? 0x7C00u : 0x7F800000u;
    }
}

}  // namespace aclnn_cpu::aicore
