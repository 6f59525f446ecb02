#include "benchmarks/onednn_gelu.h"

#include "benchmarks/peers/peers.h"

namespace aclnn_cpu::benchmarks {

std::function<void()> OneDnnGeluBackward(const OneDnnTensors& tensors) {
    static const Peer peer = LoadPeer("oneDNN", "onednn");
    const auto type = static_cast<int32_t>(tensors.dtype);
    return peer.Prepare({"gelu_tanh",
                         1,
                         {tensors.count},
                         {tensors.dy, type, {1}},
                         {tensors.x, type, {1}},
                         {tensors.z, type, {1}},
                         tensors.threads});
}

}  // namespace aclnn_cpu::benchmarks
