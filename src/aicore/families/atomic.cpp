#include "aicore/families/atomic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/text.h"

namespace aclnn_cpu::aicore {

void CheckAtomic(const Core& core, const Instruction& instruction) {
    const auto& shape = instruction.As<CopyShape>();
    const uint64_t size = SizeOf(core.atomic.type);
    for (const uint64_t bytes : {shape.burst_bytes, shape.last_bytes}) {
        if (bytes % size != 0) [[unlikely]] {
            RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, size,
                             fmt::format("a burst is {} bytes, expected whole elements of the atomic type {}",
                                         bytes, TypeName(core.atomic.type)),
                             "set the atomic type to the type of the tensors, or SetAtomicNone before");
        }
    }
}

void CombineAtomically(const Core& core, uint8_t* dst, const uint8_t* src, uint64_t bytes) {
    const uint64_t size = SizeOf(core.atomic.type);
    const VectorLoop loop =
        core.loops
            ->vector[static_cast<uint32_t>(core.atomic.operation)][static_cast<uint32_t>(core.atomic.type)];
    if (reinterpret_cast<uintptr_t>(dst) % size == 0) [[likely]] {
        loop(dst, dst, src, 0, bytes / size);
        return;
    }
    // Global memory may be at any byte; the loops want elements.
    alignas(64) uint8_t aligned[512];
    for (uint64_t done = 0; done < bytes; done += sizeof(aligned)) {
        const uint64_t part = std::min<uint64_t>(sizeof(aligned), bytes - done);
        std::memcpy(aligned, dst + done, part);
        loop(aligned, aligned, src + done, 0, part / size);
        std::memcpy(dst + done, aligned, part);
    }
}

}  // namespace aclnn_cpu::aicore
