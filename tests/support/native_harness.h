// Calling a native kernel on plain arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ascendc/float16.h"
#include "simd/convert.h"
#include "simd/native_call.h"
#include "simd/targets.h"

namespace aclnn_cpu::test {

using base::DType;
using base::SimdTarget;

struct View {
    const void* data;
    DType dtype;
    std::vector<int64_t> strides;
};

inline simd::Operand ToOperand(const View& view) {
    simd::Operand operand{const_cast<void*>(view.data), view.dtype, {}};
    std::copy(view.strides.begin(), view.strides.end(), operand.strides);
    return operand;
}

// kernel(inputs...) -> output, with an operator's attributes.
inline void RunNative(simd::NativeKernel kernel, const std::vector<float>& attributes,
                      const std::vector<int64_t>& sizes, DType compute, const std::vector<View>& inputs,
                      const View& output, uint32_t threads, SimdTarget target) {
    simd::NativeCall call{};
    call.rank = static_cast<uint32_t>(sizes.size());
    std::copy(sizes.begin(), sizes.end(), call.sizes);
    call.compute = compute;
    call.input_count = static_cast<uint32_t>(inputs.size());
    std::transform(inputs.begin(), inputs.end(), call.inputs, ToOperand);
    call.output = ToOperand(output);
    call.threads = threads;
    call.target = target;
    std::copy(attributes.begin(), attributes.end(), call.attributes);
    kernel(call);
}

// kernel(dy, x) -> z.
inline void RunNative(simd::NativeKernel kernel, const std::vector<int64_t>& sizes, DType compute,
                      const View& dy, const View& x, const View& z, uint32_t threads = 1,
                      SimdTarget target = SimdTarget::kBest) {
    RunNative(kernel, {}, sizes, compute, {dy, x}, z, threads, target);
}

// Over dense arrays of one type.
template <typename T>
std::vector<T> RunDense(simd::NativeKernel kernel, DType dtype, const std::vector<T>& dy,
                        const std::vector<T>& x, uint32_t threads = 1,
                        SimdTarget target = SimdTarget::kBest) {
    std::vector<T> z(x.size());
    RunNative(kernel, {static_cast<int64_t>(x.size())}, dtype, {dy.data(), dtype, {1}},
              {x.data(), dtype, {1}}, {z.data(), dtype, {1}}, threads, target);
    return z;
}

inline std::string NameOf(SimdTarget target) { return std::string(simd::TargetName(target)); }

}  // namespace aclnn_cpu::test
