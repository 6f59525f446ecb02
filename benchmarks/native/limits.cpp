// Compiled with -O3 -march=native -ffp-contract=fast.
#include "benchmarks/native/limits.h"

#include <immintrin.h>

#include <algorithm>

#include "base/parallel.h"

namespace aclnn_cpu::benchmarks {
namespace {

#if defined(__AVX512F__)
constexpr size_t kVectorBytes = 64;
#elif defined(__AVX__)
constexpr size_t kVectorBytes = 32;
#else
constexpr size_t kVectorBytes = 16;
#endif

using Words = uint64_t __attribute__((vector_size(kVectorBytes)));
using Floats = float __attribute__((vector_size(kVectorBytes)));

template <bool kStreaming>
inline void Store(Words* to, Words v) {
    if constexpr (!kStreaming) {
        *to = v;
        return;
    }
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(v));
#elif defined(__AVX__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(v));
#else
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(v));
#endif
}

template <bool kStreaming>
void CopyRange(const CopyWork& work, size_t begin, size_t end) {
    const auto* a = static_cast<const char*>(work.a);
    const auto* b = static_cast<const char*>(work.b);
    auto* to = static_cast<char*>(work.to);
    for (size_t at = begin; at + 4 * kVectorBytes <= end; at += 4 * kVectorBytes) {
        const auto* va = reinterpret_cast<const Words*>(a + at);
        const auto* vb = reinterpret_cast<const Words*>(b + at);
        const Words v0 = va[0] ^ vb[0], v1 = va[1] ^ vb[1], v2 = va[2] ^ vb[2], v3 = va[3] ^ vb[3];
        auto* vt = reinterpret_cast<Words*>(to + at);
        Store<kStreaming>(vt, v0);
        Store<kStreaming>(vt + 1, v1);
        Store<kStreaming>(vt + 2, v2);
        Store<kStreaming>(vt + 3, v3);
    }
    if (kStreaming) {
        _mm_sfence();
    }
}

template <bool kStreaming>
void Copy(const CopyWork& work) {
    constexpr size_t kLeastPart = 64 << 10, kPage = 4096;
    const size_t parts = std::clamp<size_t>(work.bytes / kLeastPart, 1, work.threads);
    if (parts == 1) {
        CopyRange<kStreaming>(work, 0, work.bytes);
        return;
    }
    const size_t per_part = (work.bytes / parts + kPage - 1) / kPage * kPage;
    base::ParallelParts(work.threads, static_cast<uint32_t>(parts), [&work, per_part](uint32_t part) {
        const size_t begin = std::min(work.bytes, part * per_part);
        CopyRange<kStreaming>(work, begin, std::min(work.bytes, begin + per_part));
    });
}

}  // namespace

void CopyWithPlainStores(const CopyWork& work) { Copy<false>(work); }
void CopyWithStreamingStores(const CopyWork& work) { Copy<true>(work); }

double RunMultiplyAdds() {
    // Enough of them to hide the latency of two units.
    constexpr int kIndependent = 12, kSteps = 100000;
    Floats sums[kIndependent];
    for (int k = 0; k < kIndependent; ++k) {
        sums[k] = Floats{} + static_cast<float>(k);
    }
    Floats factor = Floats{} + 0.999f, term = Floats{} + 0.001f;
    asm volatile("" : "+m"(factor), "+m"(term));
    for (int step = 0; step < kSteps; ++step) {
#pragma GCC unroll 12
        for (int k = 0; k < kIndependent; ++k) {
            sums[k] = sums[k] * factor + term;
        }
    }
    for (Floats& sum : sums) {
        asm volatile("" : "+m"(sum));
    }
    return 2.0 * kIndependent * kSteps * (kVectorBytes / sizeof(float));
}

int VectorBits() { return kVectorBytes * 8; }

}  // namespace aclnn_cpu::benchmarks
