// The native kernel of GeluGrad on plain arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/native_harness.h"

namespace aclnn_cpu::simd {
void GeluGradNative(const NativeCall& call);
}

namespace aclnn_cpu::gelu_grad {

using base::DType;
using base::SimdTarget;
using test::NameOf;
using test::View;

inline void RunNative(const std::vector<int64_t>& sizes, DType compute, const View& dy, const View& x,
                      const View& z, uint32_t threads = 1, SimdTarget target = SimdTarget::kBest) {
    test::RunNative(simd::GeluGradNative, sizes, compute, dy, x, z, threads, target);
}

template <typename T>
std::vector<T> RunDense(DType dtype, const std::vector<T>& dy, const std::vector<T>& x, uint32_t threads = 1,
                        SimdTarget target = SimdTarget::kBest) {
    return test::RunDense(simd::GeluGradNative, dtype, dy, x, threads, target);
}

inline std::vector<float> RunFloat(const std::vector<float>& dy, const std::vector<float>& x,
                                   SimdTarget target = SimdTarget::kBest) {
    return RunDense(DType::kFloat, dy, x, 1, target);
}

}  // namespace aclnn_cpu::gelu_grad
