// From high precision to double such that rounding the double to a narrower format rounds the true value.
#pragma once

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace aclnn_cpu::test {

// Truncated, with any lost bit kept in the last place.
inline double RoundToOdd(const mpfr_t value) {
    const double truncated = mpfr_get_d(value, MPFR_RNDZ);
    if (mpfr_cmp_d(value, truncated) == 0) {
        return truncated;
    }
    // A magnitude that underflows keeps its sign.
    const double signed_value = truncated == 0 ? std::copysign(0.0, mpfr_sgn(value)) : truncated;
    return std::bit_cast<double>(std::bit_cast<uint64_t>(signed_value) | 1u);
}

}  // namespace aclnn_cpu::test
