// Checks of an aclnn function's arguments. Each macro evaluates its last argument when the check fails, after
// a message that names the function, the argument as it is spelled in the call, what it is and what was
// expected.
#ifndef ACLNN_CPU_ACLNN_KERNELS_COMMON_OP_ERROR_CHECK_H
#define ACLNN_CPU_ACLNN_KERNELS_COMMON_OP_ERROR_CHECK_H

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "opdev/common_types.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_log.h"
#include "opdev/shape_utils.h"

namespace op::internal {

// One function per kind of message.
ACLNN_CPU_PUBLIC void ReportNull(const char* name);
ACLNN_CPU_PUBLIC void ReportDtype(const char* name, DataType actual, const DataType* expected, size_t count);
ACLNN_CPU_PUBLIC void ReportDtypesDiffer(const char* name1, DataType type1, const char* name2,
                                         DataType type2);
ACLNN_CPU_PUBLIC void ReportCannotCast(const char* name, DataType from, DataType to);
ACLNN_CPU_PUBLIC void ReportNotBroadcastable(const char* name1, const Shape& shape1, const char* name2,
                                             const Shape& shape2);
ACLNN_CPU_PUBLIC void ReportShape(const char* name, const Shape& actual, const char* expected_name,
                                  const Shape& expected);
enum class RankLimit { kExactly, kAtMost, kAtLeast };
ACLNN_CPU_PUBLIC void ReportRank(const char* name, const Shape& shape, RankLimit limit, size_t rank);
ACLNN_CPU_PUBLIC void ReportListSizes(const char* name1, uint64_t size1, const char* name2, uint64_t size2);
// Where two types promote to nothing, or to a type outside `expected`.
ACLNN_CPU_PUBLIC void ReportPromotion(const char* name1, DataType type1, const char* name2, DataType type2,
                                      DataType promoted, const DataType* expected, size_t count);
ACLNN_CPU_PUBLIC void ReportDtypeNotOnChip(const char* name, DataType type);

template <typename List>
inline void ReportDtypeOutsideList(const char* name, DataType actual, const List& expected) {
    ReportDtype(name, actual, expected.size() == 0 ? nullptr : &*expected.begin(), expected.size());
}
template <typename T>
inline bool ReportedNull(const T* pointer, const char* name) {
    if (pointer == nullptr) {
        ReportNull(name);
    }
    return pointer == nullptr;
}

}  // namespace op::internal

template <typename T>
inline bool IsNullptr(const T* object, const char* name) {
    return op::internal::ReportedNull(object, name);
}

// Every size fits 31 bits.
inline bool CheckDims(const aclTensor* tensor) {
    const op::Shape& shape = tensor->GetViewShape();
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape.GetDim(i) > INT32_MAX) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "dimension %zu of a tensor is %ld, expected at most %d", i,
                    shape.GetDim(i), INT32_MAX);
            return false;
        }
    }
    return true;
}

// Equal shapes, or one element in both.
inline bool CheckReduceOutShape(const aclTensor* inferOut, const aclTensor* out) {
    const op::Shape& expected = inferOut->GetViewShape();
    const op::Shape& actual = out->GetViewShape();
    if (expected != actual && !(expected.GetShapeSize() == 1 && actual.GetShapeSize() == 1)) {
        op::internal::ReportShape("out", actual, "the reduced input", expected);
        return false;
    }
    return true;
}

#define OP_CHECK_NULL(param, retExpr)                    \
    do {                                                 \
        if (op::internal::ReportedNull(param, #param)) { \
            retExpr;                                     \
        }                                                \
    } while (false)

#define OP_CHECK_DTYPE_NOT_SUPPORT(tensor, supportList, retExpr)                                 \
    do {                                                                                         \
        if (!op::CheckType((tensor)->GetDataType(), supportList)) {                              \
            op::internal::ReportDtypeOutsideList(#tensor, (tensor)->GetDataType(), supportList); \
            retExpr;                                                                             \
        }                                                                                        \
    } while (false)

#define OP_CHECK_DTYPE_NOT_MATCH(tensor, expectedDtype, retExpr)                                          \
    do {                                                                                                  \
        if (const op::DataType op_expected_ = (expectedDtype); (tensor)->GetDataType() != op_expected_) { \
            op::internal::ReportDtype(#tensor, (tensor)->GetDataType(), &op_expected_, 1);                \
            retExpr;                                                                                      \
        }                                                                                                 \
    } while (false)

#define OP_CHECK_DTYPE_NOT_SAME(tensor1, tensor2, retExpr)                                 \
    do {                                                                                   \
        if ((tensor1)->GetDataType() != (tensor2)->GetDataType()) {                        \
            op::internal::ReportDtypesDiffer(#tensor1, (tensor1)->GetDataType(), #tensor2, \
                                             (tensor2)->GetDataType());                    \
            retExpr;                                                                       \
        }                                                                                  \
    } while (false)

#define OP_CHECK_RESULT_DTYPE_CAST_FAILED(dtype, desiredDtype, retExpr)  \
    do {                                                                 \
        if (!op::CanCast(dtype, desiredDtype)) {                         \
            op::internal::ReportCannotCast(#dtype, dtype, desiredDtype); \
            retExpr;                                                     \
        }                                                                \
    } while (false)

#define OP_CHECK_BROADCAST(tensor1, tensor2, retExpr)                                           \
    do {                                                                                        \
        if (!op::CheckBroadcastShape((tensor1)->GetViewShape(), (tensor2)->GetViewShape())) {   \
            op::internal::ReportNotBroadcastable(#tensor1, (tensor1)->GetViewShape(), #tensor2, \
                                                 (tensor2)->GetViewShape());                    \
            retExpr;                                                                            \
        }                                                                                       \
    } while (false)

#define OP_CHECK_BROADCAST_WITH_SHAPE(tensor, shape, retExpr)                                       \
    do {                                                                                            \
        if (!op::CheckBroadcastShape((tensor)->GetViewShape(), shape)) {                            \
            op::internal::ReportNotBroadcastable(#tensor, (tensor)->GetViewShape(), #shape, shape); \
            retExpr;                                                                                \
        }                                                                                           \
    } while (false)

#define OP_CHECK_BROADCAST_AND_INFER_SHAPE(tensor1, tensor2, retShape, retExpr)                         \
    do {                                                                                                \
        if (!op::BroadcastInferShape((tensor1)->GetViewShape(), (tensor2)->GetViewShape(), retShape)) { \
            op::internal::ReportNotBroadcastable(#tensor1, (tensor1)->GetViewShape(), #tensor2,         \
                                                 (tensor2)->GetViewShape());                            \
            retExpr;                                                                                    \
        }                                                                                               \
    } while (false)

#define OP_CHECK_SHAPE_NOT_EQUAL(tensor1, tensor2, retExpr)                          \
    do {                                                                             \
        if ((tensor1)->GetViewShape() != (tensor2)->GetViewShape()) {                \
            op::internal::ReportShape(#tensor1, (tensor1)->GetViewShape(), #tensor2, \
                                      (tensor2)->GetViewShape());                    \
            retExpr;                                                                 \
        }                                                                            \
    } while (false)

#define OP_CHECK_SHAPE_NOT_EQUAL_WITH_EXPECTED_SIZE(tensor, shape, retExpr)              \
    do {                                                                                 \
        if ((tensor)->GetViewShape() != (shape)) {                                       \
            op::internal::ReportShape(#tensor, (tensor)->GetViewShape(), #shape, shape); \
            retExpr;                                                                     \
        }                                                                                \
    } while (false)

#define OP_CHECK_WRONG_DIMENSION(tensor, expectedDimNum, retExpr)                                          \
    do {                                                                                                   \
        if ((tensor)->GetViewShape().GetDimNum() != static_cast<size_t>(expectedDimNum)) {                 \
            op::internal::ReportRank(#tensor, (tensor)->GetViewShape(), op::internal::RankLimit::kExactly, \
                                     static_cast<size_t>(expectedDimNum));                                 \
            retExpr;                                                                                       \
        }                                                                                                  \
    } while (false)

#define OP_CHECK_MAX_DIM(tensor, maxDim, retExpr)                                                         \
    do {                                                                                                  \
        if ((tensor)->GetViewShape().GetDimNum() > static_cast<size_t>(maxDim)) {                         \
            op::internal::ReportRank(#tensor, (tensor)->GetViewShape(), op::internal::RankLimit::kAtMost, \
                                     static_cast<size_t>(maxDim));                                        \
            retExpr;                                                                                      \
        }                                                                                                 \
    } while (false)

#define OP_CHECK_MIN_DIM(tensor, minDim, retExpr)                                                          \
    do {                                                                                                   \
        if ((tensor)->GetViewShape().GetDimNum() < static_cast<size_t>(minDim)) {                          \
            op::internal::ReportRank(#tensor, (tensor)->GetViewShape(), op::internal::RankLimit::kAtLeast, \
                                     static_cast<size_t>(minDim));                                         \
            retExpr;                                                                                       \
        }                                                                                                  \
    } while (false)

#define OP_CHECK_TENSORLIST_SIZE_EQUAL(list1, list2, retExpr)                                \
    do {                                                                                     \
        if ((list1)->Size() != (list2)->Size()) {                                            \
            op::internal::ReportListSizes(#list1, (list1)->Size(), #list2, (list2)->Size()); \
            retExpr;                                                                         \
        }                                                                                    \
    } while (false)

// Returns 161001 itself.
#define OP_CHECK_COMM_INPUT(workspaceSize, executor)                     \
    do {                                                                 \
        if (op::internal::ReportedNull(workspaceSize, #workspaceSize) || \
            op::internal::ReportedNull(executor, #executor)) {           \
            return ACLNN_ERR_PARAM_NULLPTR;                              \
        }                                                                \
    } while (false)

// These two act when the condition holds.
#define OP_CHECK_ADD_TO_LAUNCHER_LIST_AICORE(condition, retExpr, ...)       \
    do {                                                                    \
        if (condition) {                                                    \
            OP_LOGE(ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID, __VA_ARGS__); \
            retExpr;                                                        \
        }                                                                   \
    } while (false)

#define OP_CHECK_INFERSHAPE(condition, retExpr, ...)                \
    do {                                                            \
        if (condition) {                                            \
            OP_LOGE(ACLNN_ERR_INNER_INFERSHAPE_ERROR, __VA_ARGS__); \
            retExpr;                                                \
        }                                                           \
    } while (false)

#endif
