// The one loop of unary, binary, scalar, cast and fill instructions: mask, repeats, strides and counter mode
// come down to runs of adjacent elements, and a run to one of the loops of loops.h.
#include "aicore/families/vector_runs.h"

#include <algorithm>
#include <cstring>

#include "aicore/families/repeat_copy.h"
#include "aicore/families/watch_runs.h"

namespace aclnn_cpu::aicore {

namespace {

struct Vector {
    const Core& core;
    const Instruction& instruction;
    RunLoop loop;
    uint32_t operands;
    Access access[3];

    bool PartialOverlap(uint64_t repeat, uint64_t element, uint64_t n) const {
        const uint8_t* dst = access[0].At(repeat, element);
        for (uint32_t i = 1; i < operands; ++i) {
            const uint8_t* src = access[i].At(repeat, element);
            const bool apart = dst + n * access[0].size <= src || src + n * access[i].size <= dst;
            if (!apart && (dst != src || access[0].size != access[i].size)) {
                return true;
            }
        }
        return false;
    }

    // n elements that are adjacent in every operand, from the element of a repeat.
    void Run(uint64_t repeat, uint64_t element, uint64_t n, uint64_t per_repeat) const {
        uint8_t* dst = access[0].At(repeat, element);
        const uint8_t* src0 = operands > 1 ? access[1].At(repeat, element) : dst;
        const uint8_t* src1 = operands > 2 ? access[2].At(repeat, element) : dst;
        if (IsWatched(core)) [[unlikely]] {
            const uint8_t* const at[] = {dst, src0, src1};
            AnnounceElements(core, instruction, at, n, operands);
        }
        if (!PartialOverlap(repeat, element, n)) [[likely]] {
            loop(dst, src0, src1, n);
            return;
        }
        // The chip reads a repeat before it writes it: the same here, whatever the host's vectors.
        alignas(64) uint8_t copy0[kRepeatBytes];
        alignas(64) uint8_t copy1[kRepeatBytes];
        for (uint64_t done = 0; done < n; done += per_repeat) {
            const uint64_t part = std::min(per_repeat, n - done);
            std::memcpy(copy0, src0 + done * access[1].size, part * access[1].size);
            if (operands > 2) {
                std::memcpy(copy1, src1 + done * access[2].size, part * access[2].size);
            }
            uint8_t* to = dst + done * access[0].size;
            loop(to, copy0, operands > 2 ? copy1 : to, part);
        }
    }

    // A run that may cross blocks whose strides part them.
    void RunByBlocks(uint64_t repeat, uint64_t first, uint64_t n, uint64_t per_repeat) const {
        uint64_t chunk = per_repeat;
        for (uint32_t i = 0; i < operands; ++i) {
            if (access[i].block_bytes != kBlockBytes) {
                chunk = std::min(chunk, access[i].per_block);
            }
        }
        const uint64_t end = first + n;
        while (first < end) {
            const uint64_t next = std::min(end, (first / chunk + 1) * chunk);
            Run(repeat, first, next - first, per_repeat);
            first = next;
        }
    }

    bool RepeatOverlaps(uint64_t repeat, uint64_t per_repeat) const {
        return std::any_of(access + 1, access + operands, [&](const Access& from) {
            return WritesIntoSource(access[0], from, repeat, per_repeat);
        });
    }

    [[gnu::noinline, gnu::cold]] void AnnounceRepeat(const Plan& plan, uint64_t repeat) const {
        Watched all[kMaxOperands + 1];
        uint32_t count = 0;
        for (uint32_t i = 1; i < operands; ++i) {
            all[count++] = {&access[i], Role::kRead, int8_t(i)};
        }
        if (InfoOf(instruction.opcode).reads_dst) {
            all[count++] = {&access[0], Role::kRead, 0};
        }
        all[count++] = {&access[0], Role::kWrite, 0};
        AnnounceChosen(core, instruction, plan, repeat, {all, count});
    }

    // A repeat that reads all before it writes any.
    void RunApart(const Plan& plan, uint64_t repeat, uint64_t elements) const {
        if (IsWatched(core)) [[unlikely]] {
            AnnounceRepeat(plan, repeat);
        }
        RepeatBuffer buffers[3];
        for (uint32_t i = 0; i < operands; ++i) {
            Gather(access[i], plan, repeat, buffers[i]);
        }
        loop(buffers[0].bytes, buffers[1].bytes, buffers[operands > 2 ? 2 : 0].bytes, elements);
        Scatter(buffers[0], plan, repeat, access[0]);
    }
};

}  // namespace

void RunPlan(Core& core, const Instruction& instruction, const RunLoop& loop, const Plan& plan,
             bool adjacent) {
    Vector vector{core, instruction, loop, instruction.operands, {}};
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        vector.access[i] = Resolve(core, instruction, i, plan);
    }
    if (adjacent) {
        vector.Run(0, 0, plan.Elements(), plan.per_repeat);
        return;
    }
    for (uint64_t repeat = 0; repeat < plan.repeats; ++repeat) {
        const uint64_t elements = repeat + 1 == plan.repeats ? plan.last : plan.per_repeat;
        if (vector.RepeatOverlaps(repeat, plan.per_repeat)) [[unlikely]] {
            vector.RunApart(plan, repeat, elements);
            continue;
        }
        ForEachRun(plan, elements, [&](uint64_t first, uint64_t n) {
            vector.RunByBlocks(repeat, first, n, plan.per_repeat);
        });
    }
}

}  // namespace aclnn_cpu::aicore
