// All 2^32 values of x, once: the native derivative of GELU's tanh form against long double. Not part of the
// default tests (it takes minutes); build and run it by hand after any change to the functor or to
// simd/vector_math.h:
//   cmake --build <dir> --target gelu_grad_exhaustive && <dir>/bin/gelu_grad_exhaustive [threads]
//   [instruction set]
// Prints the largest errors and exits with 1 when they exceed the bounds of the operator's contract.
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include "simd/native_call.h"
#include "simd/targets.h"

namespace aclnn_cpu::simd {
void GeluGradNative(const NativeCall& call);
}

namespace aclnn_cpu {
namespace {

constexpr double kAbsoluteBound = 2.4e-7;
constexpr double kRelativeBound = 0x1p-16;
constexpr double kZeroOfDerivative = -0.7524614220710162;
constexpr uint32_t kBlock = 1u << 16;

long double Exact(float at) {
    constexpr long double kK1 = 1.5957691216057307117597842397375L;  // 2 sqrt(2/pi)
    constexpr long double kK3 = kK1 * 0.044715L;
    const long double x = at;
    if (std::fabs(x) < 1e-6L) {  // the next term of the series is of the third order
        return 0.5L + kK1 / 2 * x;
    }
    if (std::fabs(x) > 16) {  // within 1e-100 of the limit
        return x > 0 ? 1.0L : 0.0L;
    }
    const long double e = std::exp(-std::fabs(x) * (kK1 + kK3 * x * x));
    const long double t = 1 / (1 + e);
    return (x < 0 ? e * t : t) + x * (kK1 + 3 * kK3 * x * x) * e * t * t;
}

struct Worst {
    long double absolute = 0;
    long double relative = 0;
    float absolute_at = 0;
    float relative_at = 0;
    uint64_t wrong_nan = 0;

    void Merge(const Worst& other) {
        if (other.absolute > absolute) {
            absolute = other.absolute;
            absolute_at = other.absolute_at;
        }
        if (other.relative > relative) {
            relative = other.relative;
            relative_at = other.relative_at;
        }
        wrong_nan += other.wrong_nan;
    }
    void Add(float x, float z) {
        if (std::isnan(x) || std::isnan(z)) {
            wrong_nan += std::isnan(x) != std::isnan(z);
            return;
        }
        const long double exact = Exact(x);
        const long double error = std::fabs(z - exact);
        const bool relative_counts = std::fabs(exact) > 1e-30L && std::fabs(x - kZeroOfDerivative) > 1e-2;
        Merge({error, relative_counts ? error / std::fabs(exact) : 0, x, x, 0});
    }
};

Worst CheckBlocks(uint32_t first, uint32_t step, base::SimdTarget target) {
    Worst worst;
    std::vector<float> x(kBlock), dy(kBlock, 1.0f), z(kBlock);
    simd::NativeCall call{};
    call.rank = 1;
    call.sizes[0] = kBlock;
    call.compute = base::DType::kFloat;
    call.input_count = 2;
    call.inputs[0] = {dy.data(), base::DType::kFloat, {1}};
    call.inputs[1] = {x.data(), base::DType::kFloat, {1}};
    call.output = {z.data(), base::DType::kFloat, {1}};
    call.threads = 1;
    call.target = target;
    for (uint32_t block = first; block < (uint64_t{1} << 32) / kBlock; block += step) {
        for (uint32_t i = 0; i < kBlock; ++i) {
            x[i] = std::bit_cast<float>(block * kBlock + i);
        }
        simd::GeluGradNative(call);
        for (uint32_t i = 0; i < kBlock; ++i) {
            worst.Add(x[i], z[i]);
        }
    }
    return worst;
}

base::SimdTarget TargetNamed(std::string_view name) {
    for (const base::SimdTarget target : simd::AvailableTargets()) {
        if (simd::TargetName(target) == name) {
            return target;
        }
    }
    std::fprintf(stderr, "this CPU has no instruction set '%.*s'\n", static_cast<int>(name.size()),
                 name.data());
    std::exit(2);
}

int Main(int argc, char** argv) {
    const uint32_t threads =
        argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : std::thread::hardware_concurrency();
    const base::SimdTarget target = argc > 2 ? TargetNamed(argv[2]) : base::SimdTarget::kBest;
    std::vector<Worst> worst(threads);
    std::vector<std::thread> workers;
    for (uint32_t i = 0; i < threads; ++i) {
        workers.emplace_back([&worst, i, threads, target] { worst[i] = CheckBlocks(i, threads, target); });
    }
    Worst all;
    for (uint32_t i = 0; i < threads; ++i) {
        workers[i].join();
        all.Merge(worst[i]);
    }
    const bool good = all.absolute <= kAbsoluteBound && all.relative <= kRelativeBound && all.wrong_nan == 0;
    std::printf(
        "all 2^32 values on %s: largest error %.4Lg absolute (bound %.4g) at x = %.9g, %.4Lg relative (bound "
        "%.4g) at x = %.9g, "
        "%llu wrong NaN: %s\n",
        std::string(simd::TargetName(simd::ResolveTarget(target))).c_str(), all.absolute, kAbsoluteBound,
        static_cast<double>(all.absolute_at), all.relative, kRelativeBound,
        static_cast<double>(all.relative_at), static_cast<unsigned long long>(all.wrong_nan),
        good ? "good" : "BEYOND THE BOUNDS");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace aclnn_cpu

int main(int argc, char** argv) { return aclnn_cpu::Main(argc, argv); }
