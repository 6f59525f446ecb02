// The temporary buffer that reductions of a matrix need: kernel calls are checked against it, and the host's
// Get...MaxMinTmpSize functions answer it.
//
// Source: the sections on GetReduceSumMaxMinTmpSize and its siblings of the public Ascend C API reference.
#ifndef ACLNN_CPU_ASCENDC_PATTERN_TEMPORARY_H
#define ACLNN_CPU_ASCENDC_PATTERN_TEMPORARY_H

#include <cstdint>

namespace aclnn_cpu::aicore {

// The largest power of two that is not above n.
constexpr uint64_t PowerOfTwoUpTo(uint64_t n) {
    uint64_t power = 1;
    while (n > 1) {
        power *= 2;
        n /= 2;
    }
    return power;
}
// The largest power of two below n; 1 for 1.
constexpr uint64_t PowerOfTwoBelow(uint64_t n) { return PowerOfTwoUpTo(n > 1 ? n - 1 : 1); }

struct MatrixReduction {
    bool sum;            // else a maximum or minimum
    bool along_columns;  // RA, else AR
    uint64_t rows;
    uint64_t columns;
    uint64_t element_bytes;

    constexpr uint64_t RowBytes() const { return (columns * element_bytes + 31) / 32 * 32; }
    // Whether the chip works in a buffer (or in the source) at all, not straight from source to destination.
    constexpr bool NeedsSteps() const {
        return along_columns ? rows > 1 : columns * element_bytes > (sum ? 256u : 32u);
    }
    constexpr uint64_t TemporaryBytes(bool reuse_source) const {
        if (reuse_source || (!along_columns && !NeedsSteps())) {
            return 0;
        }
        if (along_columns) {
            return PowerOfTwoBelow(rows) * RowBytes();
        }
        if (sum) {
            return rows * (rows > 1 ? PowerOfTwoBelow(columns) : PowerOfTwoUpTo(columns)) * element_bytes;
        }
        return rows * (columns * element_bytes < 256 ? 32 : 256);
    }
};

}  // namespace aclnn_cpu::aicore

#endif
