#include "names.h"

#include <algorithm>
#include <cctype>

namespace aclnn_cpu::opgen {
namespace {

bool IsUpper(char letter) { return std::isupper(static_cast<unsigned char>(letter)) != 0; }
bool IsLower(char letter) { return std::islower(static_cast<unsigned char>(letter)) != 0; }
char Lower(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }
char Upper(char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); }

}  // namespace

std::string SnakeCase(std::string_view op_type) {
    std::string snake;
    for (size_t i = 0; i < op_type.size(); ++i) {
        const char letter = op_type[i];
        if (i > 0 && IsUpper(letter) && op_type[i - 1] != '_') {
            const bool begins_word = i + 1 < op_type.size() && IsLower(op_type[i + 1]);
            if (!IsUpper(op_type[i - 1]) || begins_word) {
                snake += '_';
            }
        }
        snake += Lower(letter);
    }
    return snake;
}

std::string CamelCase(std::string_view name) {
    std::string camel;
    bool upper = false;
    for (const char letter : name) {
        if (camel.empty()) {
            camel += Lower(letter);
        } else if (letter == '_' && !upper) {
            upper = true;
        } else {
            camel += upper ? Upper(letter) : letter;
            upper = false;
        }
    }
    return camel;
}

bool IsCppKeyword(std::string_view name) {
    static constexpr std::string_view kWords[] = {"alignas",       "alignof",     "and",
                                                  "and_eq",        "asm",         "auto",
                                                  "bitand",        "bitor",       "bool",
                                                  "break",         "case",        "catch",
                                                  "char",          "char16_t",    "char32_t",
                                                  "char8_t",       "class",       "co_await",
                                                  "co_return",     "co_yield",    "compl",
                                                  "concept",       "const",       "const_cast",
                                                  "consteval",     "constexpr",   "constinit",
                                                  "continue",      "decltype",    "default",
                                                  "delete",        "do",          "double",
                                                  "dynamic_cast",  "else",        "enum",
                                                  "explicit",      "export",      "extern",
                                                  "false",         "float",       "for",
                                                  "friend",        "goto",        "if",
                                                  "inline",        "int",         "long",
                                                  "mutable",       "namespace",   "new",
                                                  "noexcept",      "not",         "not_eq",
                                                  "nullptr",       "operator",    "or",
                                                  "or_eq",         "private",     "protected",
                                                  "public",        "register",    "requires",
                                                  "restrict",      "return",      "short",
                                                  "signed",        "sizeof",      "static",
                                                  "static_assert", "struct",      "switch",
                                                  "template",      "this",        "throw",
                                                  "thread_local",  "true",        "try",
                                                  "typedef",       "typeid",      "typename",
                                                  "union",         "unsigned",    "using",
                                                  "virtual",       "void",        "volatile",
                                                  "wchar_t",       "while",       "xor",
                                                  "xor_eq",        "static_cast", "reinterpret_cast"};
    return std::ranges::find(kWords, name) != std::end(kWords);
}

bool IsCppName(std::string_view name) {
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::ranges::all_of(
               name, [](unsigned char letter) { return std::isalnum(letter) != 0 || letter == '_'; });
}

std::string_view ElementType(ge::DataType dtype) {
    switch (dtype) {
        case ge::DT_FLOAT:
            return "float";
        case ge::DT_FLOAT16:
            return "half";
        case ge::DT_BF16:
            return "bfloat16_t";
        case ge::DT_INT8:
            return "int8_t";
        case ge::DT_INT16:
            return "int16_t";
        case ge::DT_INT32:
            return "int32_t";
        case ge::DT_INT64:
            return "int64_t";
        case ge::DT_UINT8:
            return "uint8_t";
        case ge::DT_UINT16:
            return "uint16_t";
        case ge::DT_UINT32:
            return "uint32_t";
        case ge::DT_UINT64:
            return "uint64_t";
        case ge::DT_DOUBLE:
            return "double";
        case ge::DT_BOOL:
            return "bool";
        case ge::DT_INT4:
            return "int4b_t";
        case ge::DT_INT2:
            return "int2b_t";
        case ge::DT_UINT1:
            return "uint1b_t";
        case ge::DT_COMPLEX32:
            return "complex32";
        case ge::DT_COMPLEX64:
            return "complex64";
        case ge::DT_HIFLOAT8:
            return "hifloat8_t";
        case ge::DT_FLOAT8_E5M2:
            return "fp8_e5m2_t";
        case ge::DT_FLOAT8_E4M3FN:
            return "fp8_e4m3fn_t";
        case ge::DT_FLOAT8_E8M0:
            return "fp8_e8m0_t";
        case ge::DT_FLOAT4_E2M1:
            return "fp4x2_e2m1_t";
        case ge::DT_FLOAT4_E1M2:
            return "fp4x2_e1m2_t";
        default:
            return "";
    }
}

std::string_view DtypeName(ge::DataType dtype) {
    switch (static_cast<int>(dtype)) {
#define ACLNN_CPU_ROW(name, number, size) \
    case number:                          \
        return #name;
        ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW)
#undef ACLNN_CPU_ROW
        default:
            return "UNKNOWN";
    }
}

std::string_view FormatName(ge::Format format) {
    switch (static_cast<int>(format)) {
#define ACLNN_CPU_ROW(name, number) \
    case number:                    \
        return #name;
        ACLNN_CPU_FORMATS(ACLNN_CPU_ROW)
#undef ACLNN_CPU_ROW
        default:
            return "UNKNOWN";
    }
}

}  // namespace aclnn_cpu::opgen
