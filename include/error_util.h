// Older spellings of the checks in log/log.h.
#ifndef ACLNN_CPU_ERROR_UTIL_H
#define ACLNN_CPU_ERROR_UTIL_H

#include <string>

#include "log/log.h"

#define CUBE_INNER_ERR_REPORT(op, ...) OP_LOGE(op, __VA_ARGS__)
#define VECTOR_INNER_ERR_REPORT_TILIING(op, ...) OP_LOGE(op, __VA_ARGS__)
#define OPS_REPORT_CUBE_INNER_ERR(op, ...) OP_LOGE(op, __VA_ARGS__)
#define OPS_REPORT_VECTOR_INNER_ERR(op, ...) OP_LOGE(op, __VA_ARGS__)
#define OPS_LOG_D(op, ...) OP_LOGD(op, __VA_ARGS__)
#define OPS_LOG_I(op, ...) OP_LOGI(op, __VA_ARGS__)
#define OPS_LOG_W(op, ...) OP_LOGW(op, __VA_ARGS__)
#define OPS_LOG_E(op, ...) OP_LOGE(op, __VA_ARGS__)
#define OPS_CHECK_NULL_WITH_CONTEXT(context, pointer) OP_CHECK_NULL_WITH_CONTEXT(context, pointer)

// All of these act when the condition is TRUE.
#define OP_TILING_CHECK(condition, log, leave) OP_CHECK_IF(condition, log, leave)
#define OPS_ERR_IF(condition, log, leave) OP_CHECK_IF(condition, log, leave)
#define OP_LOGE_IF(condition, value, op, ...) OP_CHECK_IF(condition, OP_LOGE(op, __VA_ARGS__), return value)
#define OP_LOGW_IF(condition, op, ...) OP_CHECK_IF(condition, OP_LOGW(op, __VA_ARGS__), static_cast<void>(0))
#define OP_LOGI_IF_RETURN(condition, value, op, ...) \
    OP_CHECK_IF(condition, OP_LOGI(op, __VA_ARGS__), return value)

// "[2, 5]" of a gert::Shape.
template <typename T>
std::string Shape2String(const T& shape) {
    return ::Ops::Base::ToString(shape);
}

#endif
