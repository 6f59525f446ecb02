// The reporting functions behind the macros of op_log.h and op_error_check.h.
#include <cstdarg>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "aclnn_kernels/common/op_error_check.h"
#include "base/error_log.h"
#include "base/log.h"
#include "nnopbase/messages.h"
#include "opdev/platform.h"

namespace op::internal {
namespace {

using aclnn_cpu::nnopbase::Alternatives;
using aclnn_cpu::nnopbase::CurrentApi;
using aclnn_cpu::nnopbase::ShapeText;

std::string FormatText(const char* format, va_list arguments) {
    va_list measured;
    va_copy(measured, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, measured);
    va_end(measured);
    std::string text(length > 0 ? static_cast<size_t>(length) : 0, '\0');
    if (length > 0) {
        std::vsnprintf(text.data(), text.size() + 1, format, arguments);
    }
    return text;
}

void Remember(int32_t code, const std::string& text) noexcept {
    try {
        aclnn_cpu::base::RememberError(code, fmt::format("{}: {}", CurrentApi(), text));
    } catch (...) {  // out of memory: the code that the caller returns must do
    }
}

void RememberInvalid(const std::string& text) { Remember(ACLNN_ERR_PARAM_INVALID, text); }

std::string Name(DataType type) { return ToString(type).GetString(); }

aclnn_cpu::base::LogLevel LevelOf(LogTo level) {
    switch (level) {
        case LogTo::kDebug:
            return aclnn_cpu::base::LogLevel::kDebug;
        case LogTo::kWarning:
            return aclnn_cpu::base::LogLevel::kWarning;
        case LogTo::kError:
            return aclnn_cpu::base::LogLevel::kError;
        default:
            return aclnn_cpu::base::LogLevel::kInfo;
    }
}

}  // namespace

void ReportError(int32_t code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string text = FormatText(format, arguments);
    va_end(arguments);
    Remember(code, text);
}

bool LogsTo(LogTo level) { return aclnn_cpu::base::LogEnabled(LevelOf(level)); }

void LogLine(LogTo level, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string text = FormatText(format, arguments);
    va_end(arguments);
    aclnn_cpu::base::Log(LevelOf(level), fmt::format("{}: {}", CurrentApi(), text));
}

void ReportNull(const char* name) { Remember(ACLNN_ERR_PARAM_NULLPTR, fmt::format("{} is null", name)); }

void ReportDtype(const char* name, DataType actual, const DataType* expected, size_t count) {
    RememberInvalid(
        fmt::format("{} dtype is {}, expected {}", name, Name(actual), Alternatives(expected, count)));
}

void ReportDtypesDiffer(const char* name1, DataType type1, const char* name2, DataType type2) {
    RememberInvalid(
        fmt::format("{} dtype is {}, expected {}, which {} has", name2, Name(type2), Name(type1), name1));
}

void ReportCannotCast(const char* name, DataType from, DataType to) {
    RememberInvalid(fmt::format("{} is {}, which cannot be cast to {}, expected a type that can", name,
                                Name(from), Name(to)));
}

void ReportNotBroadcastable(const char* name1, const Shape& shape1, const char* name2, const Shape& shape2) {
    RememberInvalid(
        fmt::format("{} shape is {} and {} shape is {}, expected shapes that broadcast: from the last "
                    "dimension on, equal sizes or one of them 1",
                    name1, ShapeText(shape1), name2, ShapeText(shape2)));
}

void ReportShape(const char* name, const Shape& actual, const char* expected_name, const Shape& expected) {
    RememberInvalid(fmt::format("{} shape is {}, expected {} ({})", name, ShapeText(actual),
                                ShapeText(expected), expected_name));
}

void ReportRank(const char* name, const Shape& shape, RankLimit limit, size_t rank) {
    const char* bound = limit == RankLimit::kAtMost    ? "at most "
                        : limit == RankLimit::kAtLeast ? "at least "
                                                       : "";
    RememberInvalid(fmt::format("{} has {} dimensions (shape {}), expected {}{}", name, shape.GetDimNum(),
                                ShapeText(shape), bound, rank));
}

void ReportListSizes(const char* name1, uint64_t size1, const char* name2, uint64_t size2) {
    RememberInvalid(
        fmt::format("{} has {} elements, expected {}, as many as {}", name2, size2, size1, name1));
}

void ReportPromotion(const char* name1, DataType type1, const char* name2, DataType type2, DataType promoted,
                     const DataType* expected, size_t count) {
    const std::string wanted = Alternatives(expected, count);
    if (promoted == DataType::DT_UNDEFINED) {
        RememberInvalid(
            fmt::format("{} dtype is {} and {} dtype is {}, which promote to no common type, expected types "
                        "that promote to {}",
                        name1, Name(type1), name2, Name(type2), wanted));
    } else if (type1 == promoted) {
        RememberInvalid(fmt::format("{} dtype is {}, expected {}", name1, Name(type1), wanted));
    } else if (type2 == promoted) {
        RememberInvalid(fmt::format("{} dtype is {}, expected {}", name2, Name(type2), wanted));
    } else {
        RememberInvalid(fmt::format("{} dtype is {} and {} dtype is {}, which promote to {}, expected {}",
                                    name1, Name(type1), name2, Name(type2), Name(promoted), wanted));
    }
}

void ReportDtypeNotOnChip(const char* name, DataType type) {
    RememberInvalid(
        fmt::format("{} dtype is {}, which {} does not take, expected another type or chip (ACLNN_CPU_SOC)",
                    name, Name(type), GetCurrentPlatformInfo().GetSocLongVersion()));
}

}  // namespace op::internal
