// What the machine can do at most, by loops that do nothing else. Compiled for the machine at hand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclnn_cpu::benchmarks {

struct CopyWork {
    const void* a;
    const void* b;
    void* to;      // all three 64-byte aligned
    size_t bytes;  // of each; what is beyond a multiple of 256 is left out
    uint32_t threads;
};

// Two reads and one write with next to no arithmetic (exclusive or), four vectors in flight. Split among threads from
// 64 KiB per thread on.
void CopyWithPlainStores(const CopyWork& work);
void CopyWithStreamingStores(const CopyWork& work);

// Runs about 10^6 fused multiply-adds per lane of independent vectors on this thread; how many floating-point
// operations that were, a multiply-add counted as two.
double RunMultiplyAdds();

// The vectors of these loops, in bits.
int VectorBits();

}  // namespace aclnn_cpu::benchmarks
