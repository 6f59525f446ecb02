// oneDNN's eltwise backward, versions 2 and 3.
#include <omp.h>

#include <cstring>
#include <dnnl.hpp>
#include <string>
#include <unordered_map>

#include "benchmarks/peers/peer.h"

namespace {

struct Row {
    const char* activation;
    dnnl::algorithm algorithm;
    float alpha;
};

constexpr Row kRows[] = {
#define ACTIVATION(name, native, attributes, derivative, flops, extent, onednn, alpha, torch) \
    {#name, dnnl::algorithm::onednn, alpha},
#include "benchmarks/activations.inc"
#undef ACTIVATION
};

Row RowOf(const char* activation) {
    for (const Row& row : kRows) {
        if (std::strcmp(row.activation, activation) == 0) {
            return row;
        }
    }
    return {activation, dnnl::algorithm::undef, 0};
}

dnnl::memory::data_type TypeOf(int32_t dtype) {
    switch (dtype) {
        case 0:
            return dnnl::memory::data_type::f32;
        case 1:
            return dnnl::memory::data_type::f16;
        case 27:
            return dnnl::memory::data_type::bf16;
        default:
            return dnnl::memory::data_type::undef;
    }
}

// The elementwise primitives want one layout for all tensors: dense ones are all that is asked of them here.
bool IsDense(const PeerWork& work, const PeerTensor& tensor) {
    int64_t stride = 1;
    for (uint32_t k = work.rank; k-- > 0;) {
        if (tensor.strides[k] != stride) {
            return false;
        }
        stride *= work.sizes[k];
    }
    return tensor.dtype == work.self.dtype;
}

struct Prepared {
    dnnl::stream stream;
    dnnl::eltwise_backward primitive;
    std::unordered_map<int, dnnl::memory> arguments;
};

dnnl::eltwise_backward MakePrimitive(const Row& row, const dnnl::memory::desc& shape,
                                     const dnnl::engine& engine) {
    constexpr auto kForward = dnnl::prop_kind::forward_training;
#if DNNL_VERSION_MAJOR >= 3
    const dnnl::eltwise_forward::primitive_desc hint(engine, kForward, row.algorithm, shape, shape, row.alpha,
                                                     0.0f);
    return dnnl::eltwise_backward(dnnl::eltwise_backward::primitive_desc(engine, row.algorithm, shape, shape,
                                                                         shape, row.alpha, 0.0f, hint));
#else
    const dnnl::eltwise_forward::desc forward(kForward, row.algorithm, shape, row.alpha, 0);
    const dnnl::eltwise_forward::primitive_desc hint(forward, engine);
    const dnnl::eltwise_backward::desc backward(row.algorithm, shape, shape, row.alpha, 0);
    return dnnl::eltwise_backward(dnnl::eltwise_backward::primitive_desc(backward, engine, hint));
#endif
}

}  // namespace

#define EXPORTED __attribute__((visibility("default")))

EXPORTED const char* PeerVersion() {
    static const std::string version = [] {
        const dnnl_version_t& found = *dnnl_version();
        return std::to_string(found.major) + "." + std::to_string(found.minor) + "." +
               std::to_string(found.patch);
    }();
    return version.c_str();
}

EXPORTED void* PeerPrepare(const PeerWork* work) {
    const Row row = RowOf(work->activation);
    if (row.algorithm == dnnl::algorithm::undef || !IsDense(*work, work->grad_output) ||
        !IsDense(*work, work->self) || !IsDense(*work, work->grad_input)) {
        return nullptr;
    }
    omp_set_num_threads(static_cast<int>(work->threads));
    int64_t count = 1;
    for (uint32_t k = 0; k < work->rank; ++k) {
        count *= work->sizes[k];
    }
    try {
        const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
        const dnnl::memory::desc shape({count}, TypeOf(work->self.dtype), dnnl::memory::format_tag::a);
        return new Prepared{dnnl::stream(engine),
                            MakePrimitive(row, shape, engine),
                            {{DNNL_ARG_DIFF_DST, dnnl::memory(shape, engine, work->grad_output.data)},
                             {DNNL_ARG_SRC, dnnl::memory(shape, engine, work->self.data)},
                             {DNNL_ARG_DIFF_SRC, dnnl::memory(shape, engine, work->grad_input.data)}}};
    } catch (const dnnl::error&) {
        return nullptr;  // no kernel for the type
    }
}

EXPORTED void PeerRun(void* prepared) {
    auto& it = *static_cast<Prepared*>(prepared);
    it.primitive.execute(it.stream, it.arguments);
    it.stream.wait();
}

EXPORTED void PeerRelease(void* prepared) { delete static_cast<Prepared*>(prepared); }
