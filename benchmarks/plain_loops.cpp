// Compiled with -O3 -march=native -ffp-contract=fast: the compiler may use all that this machine has.
#include "benchmarks/plain_loops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

#include "base/parallel.h"

namespace aclnn_cpu::benchmarks {
namespace {

constexpr float kK1 = 1.5957691216057308f;
constexpr float kK3 = 0.07135481627260025f;
constexpr float k3K3 = 0.21406444881780073f;
constexpr float kLimit = 16.0f;
constexpr float kMaxFloat = 3.40282347e+38f;

// e^x = 2^n e^r, r = x - n ln 2 in two parts, e^r by Taylor's polynomial of degree 7 (truncated at 6e-9):
// within 1 ulp for normal results, which is what std::exp gives; unlike std::exp it can be inlined and
// vectorised.
inline float Exp(float x) {
    constexpr float kRound = 0x1.8p23f;
    const float v = std::min(std::max(x, -105.0f), 90.0f);
    const float rounded = v * 1.44269504f + kRound;
    const float n = rounded - kRound;
    const float r = (v - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    const float e_r = (r * r * p + r) + 1.0f;
    const int32_t power = std::bit_cast<int32_t>(rounded) - std::bit_cast<int32_t>(kRound);
    const int32_t half = power >> 1;
    return e_r * std::bit_cast<float>((half + 127) << 23) * std::bit_cast<float>((power - half + 127) << 23);
}

template <typename Pass>
void ForEach(int64_t n, Pass pass) {
#pragma GCC ivdep
    for (int64_t i = 0; i < n; ++i) {
        pass(i);
    }
}

struct Tile {
    float *dy, *x, *z, *r, *t;
};

void Gradient(const Tile& tile, int64_t n) {
    auto [dy, x, z, r, t] = tile;
    ForEach(n, [=](int64_t i) { x[i] = std::max(x[i], -kLimit); });
    ForEach(n, [=](int64_t i) { x[i] = std::min(x[i], kLimit); });
    ForEach(n, [=](int64_t i) { z[i] = x[i] * x[i]; });
    ForEach(n, [=](int64_t i) { r[i] = z[i] * k3K3; });
    ForEach(n, [=](int64_t i) { r[i] = r[i] + kK1; });
    ForEach(n, [=](int64_t i) { r[i] = r[i] * x[i]; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * -kK3; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] + -kK1; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * x[i]; });
    ForEach(n, [=](int64_t i) { z[i] = Exp(z[i]); });
    ForEach(n, [=](int64_t i) { t[i] = z[i] + 1.0f; });
    ForEach(n, [=](int64_t i) { x[i] = 1.0f; });
    ForEach(n, [=](int64_t i) { t[i] = x[i] / t[i]; });
    ForEach(n, [=](int64_t i) { z[i] = std::min(z[i], kMaxFloat); });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * t[i]; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * r[i]; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * t[i]; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] + t[i]; });
    ForEach(n, [=](int64_t i) { z[i] = z[i] * dy[i]; });
}

// The buffers of a thread, one behind the other as a TPipe lays them out.
struct Buffers {
    float* data = nullptr;
    int64_t tile = 0;

    Tile Of(int64_t wanted) {
        if (tile != wanted) {
            constexpr auto kPage = std::align_val_t{4096};
            ::operator delete[](data, kPage);
            data = new (kPage) float[static_cast<size_t>(wanted) * 5];
            tile = wanted;
        }
        return {data, data + tile, data + 2 * tile, data + 3 * tile, data + 4 * tile};
    }
};
thread_local Buffers buffers;

}  // namespace

void PlainLoops::Run() const {
    base::ParallelParts(threads, blocks, [this](uint32_t block) {
        const Tile local = buffers.Of(tile);
        const int64_t share = (count + blocks - 1) / blocks;
        const int64_t end = std::min(count, (block + 1) * share);
        for (int64_t done = block * share; done < end; done += tile) {
            const int64_t n = std::min(tile, end - done);
            const size_t bytes = static_cast<size_t>(n) * sizeof(float);
            std::memcpy(local.dy, dy + done, bytes);
            std::memcpy(local.x, x + done, bytes);
            Gradient(local, n);
            std::memcpy(z + done, local.z, bytes);
        }
    });
}

}  // namespace aclnn_cpu::benchmarks
