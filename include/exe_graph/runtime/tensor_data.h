// Where the elements of a gert::Tensor are. Does not own them.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_TENSOR_DATA_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_TENSOR_DATA_H

#include <cstddef>
#include <cstdint>

namespace gert {

using TensorAddress = void*;

enum TensorPlacement : int32_t {
    kOnDeviceHbm,
    kOnHost,
    kFollowing,  // on the host, right behind the Tensor object
    kOnDeviceP2p,
    kTensorPlacementEnd
};

class TensorData {
 public:
    TensorData() = default;
    TensorData(TensorAddress address, size_t bytes, TensorPlacement placement)
        : address_(address), bytes_(bytes), placement_(placement) {}

    TensorAddress GetAddr() const { return address_; }
    size_t GetSize() const { return bytes_; }
    void SetSize(size_t bytes) { bytes_ = bytes; }
    TensorPlacement GetPlacement() const { return placement_; }
    void SetPlacement(TensorPlacement placement) { placement_ = placement; }

 private:
    TensorAddress address_ = nullptr;
    size_t bytes_ = 0;
    TensorPlacement placement_ = kTensorPlacementEnd;
};

}  // namespace gert

#endif
