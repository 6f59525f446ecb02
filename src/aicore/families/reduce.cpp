// Reductions to one value per pair, block or repeat.
#include <algorithm>
#include <cstring>

#include "aicore/families/reduction.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::ReduceOrder;

class RepeatReduction : public Reduction {
 public:
    using Reduction::Reduction;

    // Sums, and extremes of pairs and blocks.
    void RunGroups() {
        const uint64_t width = kind_.extent == ReduceExtent::kPair    ? 2
                               : kind_.extent == ReduceExtent::kBlock ? per_block_
                                                                      : per_repeat_;
        const uint64_t groups = per_repeat_ / width;
        const uint64_t stride = static_cast<uint64_t>(shape_.dst_rep_stride) * groups * size_;
        ResolveSource();
        uint8_t* dst = ResolveUb(core_, instruction_, 0, (plan_.repeats - 1) * stride + groups * size_,
                                 std::min(groups * size_, kBlockBytes));
        if (IsWatched(core_)) [[unlikely]] {
            AnnounceRepeats(width, dst, stride);
        }
        Buffers buffers;
        for (uint64_t first = 0; first < plan_.repeats; first += kChunkRepeats) {
            const uint64_t repeats = std::min(kChunkRepeats, plan_.repeats - first);
            const uint8_t* results = Trees(buffers, first, repeats, width);
            for (uint64_t i = 0; i < repeats; ++i) {
                StoreGroups(dst + (first + i) * stride, results + i * groups * size_, first + i, width);
            }
        }
    }

    // Maxima and minima of repeats, with their indices.
    void RunExtremes() {
        ResolveSource();
        const uint64_t stride = static_cast<uint64_t>(shape_.dst_rep_stride) * ResultBytes();
        uint8_t* dst =
            ResolveUb(core_, instruction_, 0, (plan_.repeats - 1) * stride + ResultBytes(), ResultBytes());
        Buffers buffers;
        Extreme best{};
        for (uint64_t repeat = 0; repeat < plan_.repeats; ++repeat) {
            const uint64_t value = LoadBits(Trees(buffers, repeat, 1, per_repeat_));
            const Extreme extreme{value, FindInRepeat(repeat, value)};
            if (IsWatched(core_)) [[unlikely]] {
                AnnounceExtreme(repeat, dst + repeat * stride);
            }
            StoreExtreme(dst + repeat * stride, extreme);
            if (repeat == 0 || Combine(best.value, value) != best.value) {
                best = {value, repeat * per_repeat_ + extreme.index};
            }
        }
        core_.reduced.extreme = best.value | best.index << 32;
    }

 private:
    // Bit per group of the repeat that has a chosen element.
    uint64_t BusyGroups(uint64_t repeat, uint64_t width) const {
        uint64_t busy = 0;
        ForEachRun(plan_, ElementsOf(repeat), [&](uint64_t first, uint64_t n) {
            for (uint64_t group = first / width; group <= (first + n - 1) / width; ++group) {
                busy |= uint64_t(1) << group;
            }
        });
        return busy;
    }
    // What a destination without sources is filled with.
    uint64_t IdleValue() const {
        if (kind_.op == ReduceOp::kSum) {
            return 0;
        }
        if (rules_.half_is_finite && type_ == ElementType::kHalf) {
            return kind_.op == ReduceOp::kMax ? 0xFBFFu : 0x7BFFu;
        }
        return Neutral();
    }
    void StoreGroups(uint8_t* to, const uint8_t* results, uint64_t repeat, uint64_t width) const {
        const uint64_t groups = per_repeat_ / width;
        if (Adjacent(repeat)) {
            std::memcpy(to, results, groups * size_);
            return;
        }
        const uint64_t busy = BusyGroups(repeat, width);
        const uint64_t idle = IdleValue();
        for (uint64_t group = 0; group < groups; ++group) {
            if (((busy >> group) & 1u) != 0) {
                std::memcpy(to + group * size_, results + group * size_, size_);
            } else if (rules_.fills_idle) {
                std::memcpy(to + group * size_, &idle, size_);
            }
        }
    }
    // Announces all repeats: as one where sources and results are adjacent throughout.
    [[gnu::noinline, gnu::cold]] void AnnounceRepeats(uint64_t width, const uint8_t* dst,
                                                      uint64_t stride) const {
        const uint64_t groups = per_repeat_ / width;
        if (Adjacent(plan_.repeats - 1) && src_.repeat_bytes == kRepeatBytes && stride == groups * size_) {
            Pieces pieces(core_, instruction_);
            pieces.Add(src_.base, plan_.repeats * kRepeatBytes, Role::kRead, 1);
            pieces.Add(dst, plan_.repeats * stride, Role::kWrite, 0);
            pieces.Announce(plan_.repeats * groups);
            return;
        }
        for (uint64_t repeat = 0; repeat < plan_.repeats; ++repeat) {
            AnnounceGroups(repeat, width, dst + repeat * stride);
        }
    }
    // Announces a repeat, result by result, or all together where sources and results are adjacent.
    [[gnu::noinline, gnu::cold]] void AnnounceGroups(uint64_t repeat, uint64_t width,
                                                     const uint8_t* to) const {
        const Watched source{&src_, Role::kRead, 1};
        const uint64_t groups = per_repeat_ / width;
        Pieces pieces(core_, instruction_);
        if (Adjacent(repeat)) {
            pieces.AddChosen(source, plan_, repeat, 0, per_repeat_);
            pieces.Add(to, groups * size_, Role::kWrite, 0);
            pieces.Announce(groups);
            return;
        }
        const uint64_t busy = BusyGroups(repeat, width);
        for (uint64_t group = 0; group < groups; ++group) {
            if (rules_.fills_idle || ((busy >> group) & 1u) != 0) {
                pieces.AddChosen(source, plan_, repeat, group * width, (group + 1) * width);
                pieces.Add(to + group * size_, size_, Role::kWrite, 0);
                pieces.Announce();
            }
        }
    }
    [[gnu::noinline, gnu::cold]] void AnnounceExtreme(uint64_t repeat, const uint8_t* to) const {
        Pieces pieces(core_, instruction_);
        pieces.AddChosen({&src_, Role::kRead, 1}, plan_, repeat, 0, per_repeat_);
        pieces.Add(to, ResultBytes(), Role::kWrite, 0);
        pieces.Announce();
    }
    void StoreExtreme(uint8_t* to, const Extreme& extreme) const {
        switch (order_) {
            case ReduceOrder::ORDER_ONLY_INDEX:
                std::memcpy(to, &extreme.index, sizeof(uint32_t));
                return;
            case ReduceOrder::ORDER_ONLY_VALUE:
                std::memcpy(to, &extreme.value, size_);
                return;
            case ReduceOrder::ORDER_INDEX_VALUE:
                std::memcpy(to, &extreme.index, size_);
                std::memcpy(to + size_, &extreme.value, size_);
                return;
            default:
                std::memcpy(to, &extreme.value, size_);
                std::memcpy(to + size_, &extreme.index, size_);
        }
    }
};

}  // namespace

void ExecuteReduce(Core& core, const Instruction& instruction) {
    if (instruction.operands == 3) {
        ExecuteReduceAll(core, instruction);
        return;
    }
    RepeatReduction reduction(core, instruction);
    if (reduction.Nothing()) {
        return;
    }
    if (reduction.kind().extent == ReduceExtent::kRepeat && reduction.kind().op != ReduceOp::kSum) {
        reduction.RunExtremes();
    } else {
        reduction.RunGroups();
    }
}

}  // namespace aclnn_cpu::aicore
