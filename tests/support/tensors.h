// Device tensors for tests of aclnn functions: any dtype, strides and offset, with every byte outside the
// view watched.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace aclnn_cpu::test {

// Rounds a number to what a dtype holds (nearest even for the floats).
double RoundTo(double value, aclDataType dtype);
size_t BytesOf(aclDataType dtype);
std::string NameOf(aclDataType dtype);

// A view over a storage of `storage` elements. Strides and offset in elements.
struct Layout {
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    int64_t offset = 0;
    int64_t storage = 0;
    const char* name = "contiguous";

    int64_t Elements() const;
    // The storage element of the view's linear (row-major) element.
    int64_t StorageIndex(int64_t linear) const;
};

Layout Contiguous(std::vector<int64_t> shape);
Layout Transposed(std::vector<int64_t> shape);  // all dimensions reversed in memory
Layout Sliced(std::vector<int64_t> shape);      // every second element, rows with a gap
Layout Offset(std::vector<int64_t> shape, int64_t offset);
Layout Expanded(std::vector<int64_t> shape);  // stride 0 in every even dimension

// Owns device memory and the aclTensor over it. Storage starts out as a byte pattern that no test computes.
class Tensor {
 public:
    Tensor(aclDataType dtype, Layout layout);
    ~Tensor();
    Tensor(const Tensor&) = delete;
    Tensor& operator=(const Tensor&) = delete;

    // Row-major over the view. Set converts with RoundTo and uploads.
    void Set(const std::vector<double>& values);
    std::vector<double> Get() const;
    std::vector<uint64_t> Bits() const;
    // True when every storage byte outside the view, and the guards on both sides, are as they were.
    bool SurroundingsIntact() const;

    aclTensor* get() const { return tensor_; }
    void* data() const { return data_; }
    aclDataType dtype() const { return dtype_; }
    const Layout& layout() const { return layout_; }
    // Gives up the aclTensor: the caller destroys it.
    aclTensor* Release();

 private:
    std::vector<uint8_t> Download() const;
    std::vector<uint8_t> initial_;  // all bytes as they were at the last upload
    aclDataType dtype_;
    Layout layout_;
    void* block_ = nullptr;  // guards included
    void* data_ = nullptr;
    aclTensor* tensor_ = nullptr;
};

// Sets the device for the test program once and offers a stream.
class Device {
 public:
    static aclrtStream Stream();
};

}  // namespace aclnn_cpu::test
