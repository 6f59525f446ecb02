// Logging and checks of op_host code. The first argument names the operator: a text, or any context.
//
// What OP_LOGE says inside a tiling or infer-shape function becomes part of the error that the aclnn call
// returns.
#ifndef ACLNN_CPU_OP_COMMON_LOG_LOG_H
#define ACLNN_CPU_OP_COMMON_LOG_LOG_H

#include <cinttypes>
#include <string>
#include <type_traits>
#include <vector>

#include "aclnn_cpu/export.h"
#include "exe_graph/runtime/shape.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace aclnn_cpu::registry {

enum class OpLogLevel { kDebug, kInfo, kWarning, kError };

ACLNN_CPU_PUBLIC bool OpLogEnabled(OpLogLevel level);
// Writes "op: text" and, for errors, keeps the text as a reason why the running host function fails.
ACLNN_CPU_PUBLIC void OpLog(OpLogLevel level, const std::string& op, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// A call with one argument names no operator: that is the text.
inline void OpLog(OpLogLevel level, const std::string& text) { OpLog(level, "operator", "%s", text.c_str()); }

}  // namespace aclnn_cpu::registry

namespace Ops {
namespace Base {

inline std::string GetOpInfo(const std::string& name) { return name; }
inline std::string GetOpInfo(const char* name) { return name != nullptr ? name : "nil"; }
// "type:name" of a context.
template <typename Context, typename = std::enable_if_t<std::is_class<Context>::value>>
std::string GetOpInfo(const Context* context) {
    if (context == nullptr) {
        return "nil:nil";
    }
    return GetOpInfo(context->GetNodeType()) + ":" + GetOpInfo(context->GetNodeName());
}

ACLNN_CPU_PUBLIC std::string ToString(ge::DataType type);
ACLNN_CPU_PUBLIC std::string ToString(ge::Format format);
ACLNN_CPU_PUBLIC std::string ToString(const gert::Shape& shape);  // "[2, 5]"
ACLNN_CPU_PUBLIC std::string ToString(const std::vector<const gert::Shape*>& shapes);

}  // namespace Base
}  // namespace Ops

#define ACLNN_CPU_OP_LOG(level, op, ...)                                                  \
    (::aclnn_cpu::registry::OpLogEnabled(level)                                           \
         ? ::aclnn_cpu::registry::OpLog(level, ::Ops::Base::GetOpInfo(op), ##__VA_ARGS__) \
         : static_cast<void>(0))
#define OP_LOGD(op, ...) ACLNN_CPU_OP_LOG(::aclnn_cpu::registry::OpLogLevel::kDebug, op, ##__VA_ARGS__)
#define OP_LOGI(op, ...) ACLNN_CPU_OP_LOG(::aclnn_cpu::registry::OpLogLevel::kInfo, op, ##__VA_ARGS__)
#define OP_LOGW(op, ...) ACLNN_CPU_OP_LOG(::aclnn_cpu::registry::OpLogLevel::kWarning, op, ##__VA_ARGS__)
#define OP_LOGE(op, ...)                                                                                \
    ::aclnn_cpu::registry::OpLog(::aclnn_cpu::registry::OpLogLevel::kError, ::Ops::Base::GetOpInfo(op), \
                                 ##__VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(op, ...) OP_LOGE(op, ##__VA_ARGS__)

// Logs and leaves when `condition` is TRUE.
#define OP_CHECK_IF(condition, log, leave) \
    do {                                   \
        if (condition) {                   \
            log;                           \
            leave;                         \
        }                                  \
    } while (0)

// Returns ge::GRAPH_FAILED from the enclosing function when `pointer` is null.
#define OP_CHECK_NULL_WITH_CONTEXT(context, pointer) \
    OP_CHECK_IF((pointer) == nullptr, OP_LOGE(context, "%s is null", #pointer), return ::ge::GRAPH_FAILED)

// Texts: what is wrong with a parameter, as got and as expected (or why). All arguments are C strings or
// std::string, except the entity, which is anything OP_LOGE takes.
#define ACLNN_CPU_OP_LOGE_GOT(entity, what, param, got, expected)                               \
    OP_LOGE(entity, "%s of %s is %s, expected %s", what, ::Ops::Base::GetOpInfo(param).c_str(), \
            ::Ops::Base::GetOpInfo(got).c_str(), ::Ops::Base::GetOpInfo(expected).c_str())
#define ACLNN_CPU_OP_LOGE_WHY(entity, what, param, got, reason)                                          \
    OP_LOGE(entity, "%s of %s is %s, which is invalid: %s", what, ::Ops::Base::GetOpInfo(param).c_str(), \
            ::Ops::Base::GetOpInfo(got).c_str(), ::Ops::Base::GetOpInfo(reason).c_str())

#define OP_LOGE_FOR_INVALID_SHAPE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "shape", param, got, expected)
#define OP_LOGE_FOR_INVALID_SHAPEDIM(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "number of dimensions", param, got, expected)
#define OP_LOGE_FOR_INVALID_SHAPESIZE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "number of elements", param, got, expected)
#define OP_LOGE_FOR_INVALID_FORMAT(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "format", param, got, expected)
#define OP_LOGE_FOR_INVALID_DTYPE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "dtype", param, got, expected)
#define OP_LOGE_FOR_INVALID_TENSORNUM(entity, param, got, expected)                  \
    ACLNN_CPU_OP_LOGE_GOT(entity, "number of tensors", param, ::std::to_string(got), \
                          ::std::to_string(expected))
#define OP_LOGE_FOR_INVALID_VALUE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "value", param, got, expected)
#define OP_LOGE_FOR_INVALID_LISTSIZE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "length", param, got, expected)
#define OP_LOGE_FOR_INVALID_STRIDE(entity, param, got, expected) \
    ACLNN_CPU_OP_LOGE_GOT(entity, "stride", param, got, expected)
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "shape", param, got, reason)
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "shape", params, got, reason)
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "number of dimensions", param, got, reason)
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "number of dimensions", params, got, reason)
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "number of elements", param, got, reason)
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "number of elements", params, got, reason)
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "format", param, got, reason)
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "format", params, got, reason)
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "dtype", param, got, reason)
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "dtype", params, got, reason)
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "number of tensors", params, got, reason)
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(entity, param, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "value", param, got, reason)
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(entity, params, got, reason) \
    ACLNN_CPU_OP_LOGE_WHY(entity, "value", params, got, reason)

#endif
