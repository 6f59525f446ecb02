// One call of DataCopy or DataCopyPad: what the executor of copies and its checks share.
#pragma once

#include "aicore/core.h"
#include "aicore/families/plan.h"

namespace aclnn_cpu::aicore {

// The ways that the instructions know; MemoryKind::kCount is global memory.
struct Way {
    MemoryKind dst;
    MemoryKind src;
};

inline constexpr MemoryKind kGlobal = MemoryKind::kCount;

Way WayOf(const Instruction& instruction);

inline uint64_t WholeBlocks(uint64_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

struct Copy {
    Core& core;
    const Instruction& instruction;
    const CopyShape& shape;
    Way way;
    uint64_t left = 0;  // bytes of padding
    uint64_t right = 0;
    uint64_t local = 0;      // bytes that a burst takes up on a local side
    uint64_t steps[2] = {};  // from burst to burst, of dst and src

    Copy(Core& on, const Instruction& issued)
        : core(on), instruction(issued), shape(issued.As<CopyShape>()), way(WayOf(issued)) {
        if (shape.whole_blocks) {
            const uint64_t element = SizeOf(issued.operand[0].type);
            left = shape.left * element;
            right = shape.right * element;
            local = WholeBlocks(left + shape.burst_bytes + right);
        } else {
            local = shape.burst_bytes;
        }
        steps[0] = BurstBytes(0) + shape.dst_gap;
        steps[1] = BurstBytes(1) + shape.src_gap;
    }

    bool IsGlobal(uint32_t index) const { return (index == 0 ? way.dst : way.src) == kGlobal; }
    uint64_t BurstBytes(uint32_t index) const { return IsGlobal(index) ? shape.burst_bytes : local; }
    // From the first byte of an operand to behind the last.
    uint64_t Extent(uint32_t index) const {
        uint64_t bytes = (shape.bursts - 1) * steps[index] + BurstBytes(index);
        for (uint32_t i = 0; i < shape.loop_count; ++i) {
            const CopyLoop& loop = shape.loops[i];
            bytes += (loop.count - 1) * (index == 0 ? loop.dst_step : loop.src_step);
        }
        return shape.compact && !IsGlobal(index) ? WholeBlocks(bytes) : bytes;
    }
};

// Faults where the chip has no such copy of the type, or where a field is beyond what it can hold.
void CheckCopy(const Copy& copy);

// Faults where a copy with loops goes over more bytes than its local memory has.
void CheckLoops(const Copy& copy);

// The first byte of an operand, having checked its memory, its alignment and that all that the copy touches is there.
uint8_t* ResolveSide(const Copy& copy, uint32_t index);

}  // namespace aclnn_cpu::aicore
