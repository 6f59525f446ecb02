// Whether strided views of memory touch the same bytes: exactly, not by their bounds alone.
#pragma once

#include <cstdint>
#include <span>

namespace aclnn_cpu::nnopbase {

// `sizes` and `strides` in elements, strides 0 or more, every size 1 or more; `address` is where the view
// starts.
struct MemoryView {
    uintptr_t address;
    uint64_t element_bytes;
    std::span<const int64_t> sizes;
    std::span<const int64_t> strides;
};

// Bytes from the first to one past the last that the view touches.
uint64_t ExtentBytes(const MemoryView& view);

// Whether two different elements of the view share an address. A case too intricate to decide quickly counts
// as overlap.
bool OverlapsItself(const MemoryView& view);

enum class Overlap { kNone, kExact, kPartial };
// kExact: both views visit the same addresses in the same order with elements of the same size. A case too
// intricate to decide quickly counts as partial.
Overlap Compare(const MemoryView& a, const MemoryView& b);

}  // namespace aclnn_cpu::nnopbase
