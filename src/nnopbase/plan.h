// What a first phase decided to compute, as data: operators over tensors over buffers. A plan can be printed,
// compared and rewritten without running it, and refers to no object of the caller.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "nnopbase/engines/engine.h"
#include "opdev/fast_vector.h"
#include "simd/native_call.h"

namespace aclnn_cpu::nnopbase {

inline constexpr uint32_t kMaxRank = simd::kMaxRank;
inline constexpr uint32_t kAbsent =
    UINT32_MAX;  // in place of the index of a tensor: an optional one that was not given

enum class BufferKind : uint8_t {
    kUser,       // the caller's memory
    kWorkspace,  // a piece of the workspace
    kHost,       // values known in the first phase
};

// Which argument of the aclnn function a buffer came with, for messages.
struct ArgumentName {
    const char* names = nullptr;  // "DFX_IN(a, b)"
    uint16_t position = 0;
    std::string Text() const;  // "b"; "a tensor" when unknown
    bool operator==(const ArgumentName&) const = default;
};

struct PlanBuffer {
    BufferKind kind;
    unsigned char* address;                 // user and host buffers: element 0 of their tensors
    uint64_t bytes;                         // workspace buffers: how much all their tensors need
    std::shared_ptr<unsigned char[]> host;  // keeps a host buffer
    ArgumentName name;
    bool operator==(const PlanBuffer&) const = default;
};

// Sizes, strides and offset in elements of `dtype`, from the buffer's start.
struct PlanTensor {
    uint32_t buffer;
    base::DType dtype;
    uint32_t rank;
    int64_t offset;
    int64_t sizes[kMaxRank];
    int64_t strides[kMaxRank];

    int64_t Count() const;
    bool SameSizes(const PlanTensor& other) const;
    bool SamePlace(const PlanTensor& other) const;  // buffer, offset, sizes and strides (of sizes above 1)
    bool IsContiguous() const;
    bool operator==(const PlanTensor& other) const;
};

enum class NodeKind : uint8_t {
    kCopy,    // input[0] broadcast to output[0]'s sizes and converted to its dtype
    kHost,    // a computation of l0op: never folded into another node
    kKernel,  // anything else
};

// Operands of a node (numbered inputs first, then outputs) that its kernel gets as one list.
struct OperandList {
    uint32_t first;
    uint32_t count;
    bool operator==(const OperandList&) const = default;
};

struct PlanNode {
    const char* op_type;
    NodeKind kind;
    op::FVector<uint32_t> inputs;  // indices of tensors, or kAbsent
    op::FVector<uint32_t> outputs;
    PreparedKernel kernel;
    op::FVector<OperandList> lists{};
    bool walks_input = false;  // the native call has the sizes of input[0], not those of output[0]
    bool operator==(const PlanNode& other) const;
};

struct Plan {
    const char* api = "";
    std::vector<PlanBuffer> buffers;
    std::vector<PlanTensor> tensors;
    std::vector<PlanNode> nodes;

    void Clear();
    // One line per node: "GeluGrad(%0 FLOAT [4, 2] of self, ...) -> %2 FLOAT [4, 2] of gradInput".
    std::string Text() const;
    bool operator==(const Plan& other) const = default;
};

// Strides that repeat `tensor` over `sizes` (aligned at the last dimension, 0 where repeated). The sizes must
// broadcast; further leading dimensions of `tensor` must be 1.
void BroadcastStrides(const PlanTensor& tensor, uint32_t rank, const int64_t* sizes, int64_t* strides);

// Strides that visit the elements of a strided array in the same order under other sizes of the same count.
// False when no strides can.
bool ReshapeStrides(uint32_t rank, const int64_t* sizes, const int64_t* strides, uint32_t new_rank,
                    const int64_t* new_sizes, int64_t* new_strides);

}  // namespace aclnn_cpu::nnopbase
