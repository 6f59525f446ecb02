// PyTorch's CPU operators, from 1.12 on (which brought the tanh form), on views of our tensors.
#include <ATen/Parallel.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/hardsigmoid_backward.h>
#include <ATen/ops/mish_backward.h>
#include <ATen/ops/silu_backward.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <cstring>
#include <exception>

#include "benchmarks/peers/peer.h"

namespace {

using Compute = void (*)(at::Tensor& z, const at::Tensor& dy, const at::Tensor& x);

struct Row {
    const char* activation;
    Compute compute;
};

constexpr Row kRows[] = {
#define ACTIVATION(name, native, attributes, derivative, flops, extent, onednn, alpha, torch) \
    {#name, [](at::Tensor& z, const at::Tensor& dy, const at::Tensor& x) { torch; }},
#include "benchmarks/activations.inc"
#undef ACTIVATION
};

struct Prepared {
    Compute compute;
    at::Tensor z, dy, x;
};

at::Tensor ViewOf(const PeerWork& work, const PeerTensor& tensor) {
    const at::ScalarType type = tensor.dtype == 0   ? at::kFloat
                                : tensor.dtype == 1 ? at::kHalf
                                                    : at::kBFloat16;
    return at::from_blob(tensor.data, at::IntArrayRef(work.sizes, work.rank),
                         at::IntArrayRef(tensor.strides, work.rank), type);
}

}  // namespace

#define EXPORTED __attribute__((visibility("default")))

EXPORTED const char* PeerVersion() { return TORCH_VERSION; }

EXPORTED void PeerRun(void* prepared) {
    const c10::InferenceMode without_graph;
    auto& it = *static_cast<Prepared*>(prepared);
    it.compute(it.z, it.dy, it.x);
}

EXPORTED void PeerRelease(void* prepared) { delete static_cast<Prepared*>(prepared); }

// Computes once: only then is it known whether the operator takes these types.
EXPORTED void* PeerPrepare(const PeerWork* work) {
    for (const Row& row : kRows) {
        if (std::strcmp(row.activation, work->activation) != 0) {
            continue;
        }
        at::set_num_threads(static_cast<int>(work->threads));
        Prepared* prepared = nullptr;
        try {
            prepared = new Prepared{row.compute, ViewOf(*work, work->grad_input),
                                    ViewOf(*work, work->grad_output), ViewOf(*work, work->self)};
            PeerRun(prepared);
            return prepared;
        } catch (const std::exception&) {
            delete prepared;
        }
    }
    return nullptr;
}
