// The executor: records the operators that an aclnn function is made of, and owns every object made along the
// way.
//
//   auto uniqueExecutor = CREATE_EXECUTOR();
//   ... l0op::Contiguous(self, uniqueExecutor.get()) ...
//   *workspaceSize = uniqueExecutor->GetWorkspaceSize();
//   uniqueExecutor.ReleaseTo(executor);
//
// What ReleaseTo hands out is a handle, not the address of this object: it is given to the second phase once.
#ifndef ACLNN_CPU_OPDEV_OP_EXECUTOR_H
#define ACLNN_CPU_OPDEV_OP_EXECUTOR_H

#include <memory>
#include <vector>

#include "acl/acl_base_rt.h"
#include "aclnn/acl_meta.h"
#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_errno.h"
#include "opdev/op_log.h"

namespace aclnn_cpu::nnopbase {
class Recording;
}

// Every method that makes an object returns null on failure, with a message.
struct ACLNN_CPU_PUBLIC aclOpExecutor : op::Object {
    // Intermediate tensors: their memory is a piece of the workspace. Without a shape, INFER_SHAPE fills it
    // in.
    aclTensor* AllocTensor(const op::Shape& shape, op::DataType dataType,
                           op::Format format = op::Format::FORMAT_ND);
    aclTensor* AllocTensor(const op::Shape& storageShape, const op::Shape& originShape, op::DataType dataType,
                           op::Format storageFormat, op::Format originFormat);
    aclTensor* AllocTensor(op::DataType dataType, op::Format storageFormat, op::Format originFormat);

    // Tensors with values known now, which tiling and shape inference may read.
    aclTensor* AllocHostTensor(const op::Shape& shape, op::DataType dataType,
                               op::Format format = op::Format::FORMAT_ND);
    aclTensor* AllocHostTensor(const op::Shape& storageShape, const op::Shape& originShape,
                               op::DataType dataType, op::Format storageFormat, op::Format originFormat);
    template <typename T>
    aclTensor* AllocHostTensor(const T* value, uint64_t size, op::DataType dataType) {
        return HostTensor(value, op::DataTypeOf<T>(), size, dataType);
    }
    template <typename T>
    const aclTensor* ConvertToTensor(const T* value, uint64_t size, op::DataType dataType) {
        return HostTensor(value, op::DataTypeOf<T>(), size, dataType);
    }
    const aclTensor* ConvertToTensor(const aclIntArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclFloatArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclBoolArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclScalar* value, op::DataType dataType);

    // Another view of a tensor's storage; `offset` in elements from the start of the storage.
    aclTensor* CreateView(const aclTensor* tensor, const op::Shape& shape, int64_t offset);
    aclTensor* CreateView(const aclTensor* tensor, const op::Shape& viewShape, const op::Shape& storageShape,
                          const op::Strides& strides, int64_t offset);

    aclIntArray* AllocIntArray(const int64_t* value, uint64_t size);
    aclFloatArray* AllocFloatArray(const float* value, uint64_t size);
    aclBoolArray* AllocBoolArray(const bool* value, uint64_t size);
    aclTensorList* AllocTensorList(const aclTensor* const* tensors, uint64_t size);
    aclScalarList* AllocScalarList(const aclScalar* const* scalars, uint64_t size);
    aclScalar* AllocScalar(const void* data, op::DataType dataType);
    template <typename T, typename = std::enable_if_t<!std::is_pointer_v<T>>>
    aclScalar* AllocScalar(T value) {
        return AllocScalar(&value, op::DataTypeOf<T>());
    }

    // Checks the memory of what the caller passed: every view inside its storage, no output that overlaps
    // itself or partly overlaps an input. 161002 with a message that names the tensors. Checked once per
    // first phase; l0op::Contiguous does it too, so op_api code that calls it need not.
    aclnnStatus CheckTensorMemory();

    // Bytes of workspace that the recorded operators need at once.
    uint64_t GetWorkspaceSize() const;

    aclnnStatus SetRepeatable();
    bool IsRepeatable() const;
    void AbandonCache(bool disableRepeat = false);

    aclnn_cpu::nnopbase::Recording& recording() const { return *recording_; }

 private:
    friend class aclnn_cpu::nnopbase::Recording;
    aclOpExecutor() = default;
    aclTensor* HostTensor(const void* values, op::DataType from, uint64_t count, op::DataType to);

    aclnn_cpu::nnopbase::Recording* recording_ = nullptr;
};

// Holds the executor of one first phase; what is not released is dropped.
class ACLNN_CPU_PUBLIC UniqueExecutor : public op::Object {
 public:
    explicit UniqueExecutor(const char* function);
    ~UniqueExecutor();
    aclOpExecutor* get() const { return executor_; }
    aclOpExecutor* operator->() const { return executor_; }
    // Makes the handle for the second phase. Objects the executor made must not be used afterwards.
    void ReleaseTo(aclOpExecutor** executor);

 private:
    aclOpExecutor* executor_;
};

// The whole second phase: binds the workspace and queues the recorded operators on the stream.
ACLNN_CPU_PUBLIC aclnnStatus CommonOpExecutorRun(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

namespace op {

// A number per operator type, the same in every library.
ACLNN_CPU_PUBLIC uint32_t GenOpTypeId(const char* opName);

namespace internal {

// Which library's implementations a launch prefers: that of the code that records it
// (ACLNN_CPU_THIS_LIBRARY).
ACLNN_CPU_PUBLIC aclnnStatus AddAicoreLaunch(const char* op_type, const void* library,
                                             aclOpExecutor* executor, const OpArgContext& args);
ACLNN_CPU_PUBLIC aclnnStatus RunShapeInference(const char* op_type, const void* library,
                                               const OpArgContext& args);

}  // namespace internal
}  // namespace op

#endif
