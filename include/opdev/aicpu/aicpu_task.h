// AI CPU kernels are out of scope: code that would launch one compiles, and the launch says so.
#ifndef ACLNN_CPU_OPDEV_AICPU_AICPU_TASK_H
#define ACLNN_CPU_OPDEV_AICPU_AICPU_TASK_H

#include <initializer_list>
#include <string>

#include "graph/types.h"
#include "opdev/op_executor.h"

namespace op {

struct AicpuAttributeNames {
    AicpuAttributeNames(std::initializer_list<const char*> = {}) {}
};

namespace internal {

class AicpuTaskSpace {
 public:
    explicit AicpuTaskSpace(const std::string& opType,
                            ge::UnknowShapeOpType unknownType = ge::DEPEND_IN_SHAPE, bool isTf = false)
        : op_type_(opType) {
        static_cast<void>(unknownType);
        static_cast<void>(isTf);
    }
    const std::string& op_type() const { return op_type_; }
    void SetRef(size_t index, bool isInput = true) {
        static_cast<void>(index);
        static_cast<void>(isInput);
    }

 private:
    std::string op_type_;
};

// Always refuses: 200006 with a message that names the operator and the types of its inputs.
ACLNN_CPU_PUBLIC aclnnStatus AddAicpuLaunch(const char* op_type, aclOpExecutor* executor,
                                            const OpArgContext& args);

template <typename... Groups>
aclnnStatus AddAicpuLaunch(const char* op_type, const AicpuTaskSpace&, aclOpExecutor* executor,
                           const AicpuAttributeNames&, const Groups&... groups) {
    return AddAicpuLaunch(op_type, executor, MakeOpArgContext(groups...));
}

}  // namespace internal
}  // namespace op

#define OP_ATTR_NAMES(...) op::AicpuAttributeNames(__VA_ARGS__)

// `space` is a local of the caller. OP_ATTR_NAMES comes first, then the groups of arguments.
#define ADD_TO_LAUNCHER_LIST_AICPU(K, ...) op::internal::AddAicpuLaunch(#K, space, executor, __VA_ARGS__)

#endif
