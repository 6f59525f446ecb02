// The macros that l0 functions record themselves with.
#ifndef ACLNN_CPU_OPDEV_MAKE_OP_EXECUTOR_H
#define ACLNN_CPU_OPDEV_MAKE_OP_EXECUTOR_H

#include <set>

#include "aclnn_cpu/abi.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_executor.h"
#include "opdev/platform.h"

using namespace std;  // operator sources rely on it

#define CREATE_EXECUTOR() UniqueExecutor(__func__)

// At namespace scope l0op, once per operator.
#define OP_TYPE_REGISTER(K)                             \
    [[maybe_unused]] inline uint32_t K##OpTypeId() {    \
        static const uint32_t id = op::GenOpTypeId(#K); \
        return id;                                      \
    }                                                   \
    static_assert(true, "")

// Infers the output tensors' shapes from the inputs. Gives 0 or 561001.
#define INFER_SHAPE(K, ...) \
    op::internal::RunShapeInference(#K, ACLNN_CPU_THIS_LIBRARY, op::MakeOpArgContext(__VA_ARGS__))

// Records a launch of operator K on `executor`. Gives 0 or an error, with a message.
#define ADD_TO_LAUNCHER_LIST_AICORE(K, ...) \
    op::internal::AddAicoreLaunch(#K, ACLNN_CPU_THIS_LIBRARY, executor, op::MakeOpArgContext(__VA_ARGS__))

#endif
