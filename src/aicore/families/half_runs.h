// Runs of half to float and back, with the machine's conversions where the instruction set has them. They give the
// bits of HalfToFloat and of FloatToHalf<CAST_RINT>, NaN included. Compiled per instruction set, like element.h.
#pragma once

#include "aicore/families/element.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace aclnn_cpu::aicore {
namespace {

#if defined(__F16C__)
constexpr bool kConvertsHalves = true;
#else
constexpr bool kConvertsHalves = false;
#endif

inline void WidenHalves(float* to, const uint16_t* from, uint64_t n) {
    uint64_t i = 0;
#if defined(__AVX512F__)
    constexpr __mmask16 kAll = 0xFFFF;  // GCC warns of what the forms without a mask leave undefined
    for (; i + 16 <= n; i += 16) {
        _mm512_storeu_ps(to + i, _mm512_maskz_cvtph_ps(
                                     kAll, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i))));
    }
#endif
#if defined(__F16C__)
    for (; i + 8 <= n; i += 8) {
        _mm256_storeu_ps(to + i,
                         _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
    }
#endif
    for (; i < n; ++i) {
        to[i] = HalfToFloat(from[i]);
    }
}

inline void NarrowHalves(uint16_t* to, const float* from, uint64_t n) {
    uint64_t i = 0;
#if defined(__AVX512F__)
    constexpr __mmask16 kAll = 0xFFFF;
    for (; i + 16 <= n; i += 16) {
        _mm256_storeu_si256(
            reinterpret_cast<__m256i*>(to + i),
            _mm512_maskz_cvtps_ph(kAll, _mm512_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
    }
#endif
#if defined(__F16C__)
    for (; i + 8 <= n; i += 8) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
    }
#endif
    for (; i < n; ++i) {
        to[i] = FloatToHalf<RoundMode::CAST_RINT>(from[i]);
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore
