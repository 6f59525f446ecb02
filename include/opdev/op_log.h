// Logging and early returns for op_api code. The first argument of OP_LOGE is a status code; its message is
// remembered for aclGetRecentErrMsg and starts with the aclnn function that is running.
#ifndef ACLNN_CPU_OPDEV_OP_LOG_H
#define ACLNN_CPU_OPDEV_OP_LOG_H

#include <cstdint>
#include <string>
#include <type_traits>

#include "aclnn/acl_meta.h"
#include "aclnn_cpu/export.h"
#include "opdev/op_errno.h"

namespace op::internal {

// Remembers "<function>: <message>" for aclGetRecentErrMsg.
ACLNN_CPU_PUBLIC void ReportError(int32_t code, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

enum class LogTo { kDebug, kInfo, kWarning, kError };
ACLNN_CPU_PUBLIC bool LogsTo(LogTo level);
ACLNN_CPU_PUBLIC void LogLine(LogTo level, const char* format, ...) __attribute__((format(printf, 2, 3)));

// What a failed check returns. An l0 function can only answer null, which op_api code turns into 561103; when
// the reason was the caller's fault (a view that leaves its storage, overlapping output) the code becomes
// 161002 here.
ACLNN_CPU_PUBLIC int32_t CodeOfFailure(int32_t code);

inline void FailureResult() {}
template <typename T>
inline auto FailureResult(T&& value) {
    using Value = std::decay_t<T>;
    if constexpr (std::is_same_v<Value, int32_t>) {
        return value == ACLNN_ERR_INNER_NULLPTR ? CodeOfFailure(value) : value;
    } else {
        return Value(static_cast<T&&>(value));
    }
}

}  // namespace op::internal

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

#define ACLNN_CPU_LOG(level, ...)                      \
    do {                                               \
        if (op::internal::LogsTo(level)) {             \
            op::internal::LogLine(level, __VA_ARGS__); \
        }                                              \
    } while (false)

#define OP_LOGD(...) ACLNN_CPU_LOG(op::internal::LogTo::kDebug, __VA_ARGS__)
#define OP_LOGI(...) ACLNN_CPU_LOG(op::internal::LogTo::kInfo, __VA_ARGS__)
#define OP_EVENT(...) ACLNN_CPU_LOG(op::internal::LogTo::kInfo, __VA_ARGS__)
#define OP_LOGW(...) ACLNN_CPU_LOG(op::internal::LogTo::kWarning, __VA_ARGS__)
#define OP_LOGE(code, ...) op::internal::ReportError(static_cast<int32_t>(code), __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(code, ...)                        \
    do {                                                         \
        (void)(code);                                            \
        ACLNN_CPU_LOG(op::internal::LogTo::kError, __VA_ARGS__); \
    } while (false)

// Returns `ret` from the enclosing function when the condition does not hold.
#define CHECK_RET(condition, ret)                                                       \
    do {                                                                                \
        if (unlikely(!(condition))) {                                                   \
            ACLNN_CPU_LOG(op::internal::LogTo::kInfo, "does not hold: %s", #condition); \
            return op::internal::FailureResult(ret);                                    \
        }                                                                               \
    } while (false)

// The same with a message.
#define CHECK_COND(condition, ret, ...) \
    do {                                \
        if (unlikely(!(condition))) {   \
            OP_LOGE(ret, __VA_ARGS__);  \
            return ret;                 \
        }                               \
    } while (false)

#define CHECK_RET_CODE(call, ...)                        \
    do {                                                 \
        const aclnnStatus op_check_code_ = (call);       \
        if (unlikely(op_check_code_ != ACLNN_SUCCESS)) { \
            OP_LOGE(op_check_code_, __VA_ARGS__);        \
            return op_check_code_;                       \
        }                                                \
    } while (false)

// Evaluates both expressions when the condition does not hold.
#define OP_CHECK(condition, log_expression, return_expression) \
    do {                                                       \
        if (unlikely(!(condition))) {                          \
            log_expression;                                    \
            return_expression;                                 \
        }                                                      \
    } while (false)

#define OP_CHECK_NO_RETURN(condition, log_expression) \
    do {                                              \
        if (unlikely(!(condition))) {                 \
            log_expression;                           \
        }                                             \
    } while (false)

#define OP_CHECK_NOTNULL(pointer)                                                         \
    do {                                                                                  \
        if (unlikely((pointer) == nullptr)) {                                             \
            OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s is null, expected an object", #pointer); \
            return ACLNN_ERR_INNER_NULLPTR;                                               \
        }                                                                                 \
    } while (false)

#endif
