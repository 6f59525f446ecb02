#include "gelu_grad.h"

#include "opdev/data_type_utils.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_def.h"
#include "opdev/op_dfx.h"
#include "opdev/op_log.h"

namespace l0op {

OP_TYPE_REGISTER(GeluGrad);

namespace {

bool AicoreSupports(const aclTensor* tensor) {
    return op::CheckType(tensor->GetDataType(),
                         {op::DataType::DT_FLOAT, op::DataType::DT_FLOAT16, op::DataType::DT_BF16});
}

}  // namespace

const aclTensor* GeluGrad(const aclTensor* dy, const aclTensor* x, const aclTensor* y, const aclTensor* z,
                          aclOpExecutor* executor) {
    L0_DFX(GeluGrad, dy, x, y, z);
    if (!AicoreSupports(dy) || !AicoreSupports(x) || !AicoreSupports(y) || !AicoreSupports(z)) {
        return nullptr;
    }
    const aclnnStatus status = ADD_TO_LAUNCHER_LIST_AICORE(GeluGrad, OP_INPUT(dy, x, y), OP_OUTPUT(z));
    return status == ACLNN_SUCCESS ? z : nullptr;
}

}  // namespace l0op
