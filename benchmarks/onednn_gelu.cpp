#include "benchmarks/onednn_gelu.h"

#include <dnnl.hpp>
#include <unordered_map>

namespace aclnn_cpu::benchmarks {
namespace {

dnnl::memory::data_type TypeOf(base::DType dtype) {
    switch (dtype) {
        case base::DType::kFloat16:
            return dnnl::memory::data_type::f16;
        case base::DType::kBFloat16:
            return dnnl::memory::data_type::bf16;
        default:
            return dnnl::memory::data_type::f32;
    }
}

}  // namespace

std::function<void()> OneDnnGeluBackward(const OneDnnTensors& tensors) {
    constexpr auto kAlgorithm = dnnl::algorithm::eltwise_gelu_tanh;
    try {
        const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
        const dnnl::memory::desc shape({tensors.count}, TypeOf(tensors.dtype), dnnl::memory::format_tag::a);
        const dnnl::eltwise_forward::desc forward(dnnl::prop_kind::forward_training, kAlgorithm, shape, 0, 0);
        const dnnl::eltwise_forward::primitive_desc hint(forward, engine);
        const dnnl::eltwise_backward::desc backward(kAlgorithm, shape, shape, 0, 0);
        const dnnl::eltwise_backward primitive(
            dnnl::eltwise_backward::primitive_desc(backward, engine, hint));
        const std::unordered_map<int, dnnl::memory> arguments = {
            {DNNL_ARG_DIFF_DST, dnnl::memory(shape, engine, tensors.dy)},
            {DNNL_ARG_SRC, dnnl::memory(shape, engine, tensors.x)},
            {DNNL_ARG_DIFF_SRC, dnnl::memory(shape, engine, tensors.z)},
        };
        return [stream = dnnl::stream(engine), primitive, arguments]() mutable {
            primitive.execute(stream, arguments);
            stream.wait();
        };
    } catch (const dnnl::error&) {
        return {};  // no kernel for this type
    }
}

}  // namespace aclnn_cpu::benchmarks
