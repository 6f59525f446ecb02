// Checks that several operators' op_api code shares.
#ifndef ACLNN_CPU_OP_API_LEVEL2_BASE_H
#define ACLNN_CPU_OP_API_LEVEL2_BASE_H

#include <initializer_list>

#include "aclnn/aclnn_base.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "op_api/aclnn_util.h"
#include "op_api/op_api_def_nn.h"
#include "opdev/common_types.h"
#include "opdev/platform.h"

namespace op {

inline bool CheckNotNull2Tensor(const aclTensor* t0, const aclTensor* t1) {
    OP_CHECK_NULL(t0, return false);
    OP_CHECK_NULL(t1, return false);
    return true;
}
inline bool CheckNotNull3Tensor(const aclTensor* t0, const aclTensor* t1, const aclTensor* t2) {
    OP_CHECK_NULL(t2, return false);
    return CheckNotNull2Tensor(t0, t1);
}
inline bool CheckNotNull4Tensor(const aclTensor* t0, const aclTensor* t1, const aclTensor* t2,
                                const aclTensor* t3) {
    OP_CHECK_NULL(t3, return false);
    return CheckNotNull3Tensor(t0, t1, t2);
}

inline bool CheckSameShape1In1Out(const aclTensor* self, const aclTensor* out) {
    OP_CHECK_SHAPE_NOT_EQUAL(out, self, return false);
    OP_CHECK_MAX_DIM(self, MAX_SUPPORT_DIMS_NUMS, return false);
    return true;
}

// The same without a limit on the rank, and the limit by itself.
inline bool CheckSameShapeNotlimit1In1Out(const aclTensor* self, const aclTensor* out) {
    OP_CHECK_SHAPE_NOT_EQUAL(self, out, return false);
    return true;
}
inline bool CheckShapeNotlimitDim1In1Out(const aclTensor* self) {
    OP_CHECK_MAX_DIM(self, MAX_SUPPORT_DIMS_NUMS, return false);
    return true;
}

inline bool CheckDtypeValid1In1Out(const aclTensor* self, const aclTensor* out,
                                   const std::initializer_list<DataType>& dtypeSupportList,
                                   const std::initializer_list<DataType>& dtypeOutList) {
    OP_CHECK_DTYPE_NOT_SUPPORT(self, dtypeSupportList, return false);
    OP_CHECK_DTYPE_NOT_SUPPORT(out, dtypeOutList, return false);
    return true;
}

// The first list on chips of the named kind, the second on others.
inline const std::initializer_list<DataType>& GetDtypeSupportListV1(
    const std::initializer_list<DataType>& l1, const std::initializer_list<DataType>& l2) {
    return GetCurrentPlatformInfo().GetCurNpuArch() == NpuArch::DAV_2201 ? l1 : l2;
}
inline const std::initializer_list<DataType>& GetDtypeSupportListV2(
    const std::initializer_list<DataType>& l1, const std::initializer_list<DataType>& l2) {
    return Ops::NN::AclnnUtil::IsRegbase() ? l1 : GetDtypeSupportListV1(l1, l2);
}
inline const std::initializer_list<DataType>& GetDtypeSupportListV3(
    const std::initializer_list<DataType>& l1, const std::initializer_list<DataType>& l2) {
    return GetCurrentPlatformInfo().GetCurNpuArch() == NpuArch::DAV_1001 ? l2 : l1;
}

// Whether gradOutput and self promote to a type of the list that the chip's aclnn layer takes; `promoteType`
// is what they promote to.
inline bool CheckPromoteTypeGeluBackward(const aclTensor* gradOutput, const aclTensor* self,
                                         DataType& promoteType,
                                         const std::initializer_list<DataType> dtypeSupportList) {
    promoteType = PromoteType(gradOutput->GetDataType(), self->GetDataType());
    if (!CheckType(promoteType, dtypeSupportList)) {
        internal::ReportPromotion("gradOutput", gradOutput->GetDataType(), "self", self->GetDataType(),
                                  promoteType, dtypeSupportList.begin(), dtypeSupportList.size());
        return false;
    }
    const bool bfloat16_chip =
        GetCurrentPlatformInfo().GetCurNpuArch() == NpuArch::DAV_2201 || Ops::NN::AclnnUtil::IsRegbase();
    if (promoteType == DataType::DT_BF16 && !bfloat16_chip) {
        internal::ReportDtypeNotOnChip("gradOutput and self", promoteType);
        return false;
    }
    return true;
}

}  // namespace op

#endif
