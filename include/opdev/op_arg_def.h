// The arguments of an operator launch: what OP_INPUT, OP_OUTPUT and OP_ATTR gather.
#ifndef ACLNN_CPU_OPDEV_OP_ARG_DEF_H
#define ACLNN_CPU_OPDEV_OP_ARG_DEF_H

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

#include "opdev/common_types.h"

namespace op {

enum OpArgDef {
    OP_INPUT_ARG = 0,
    OP_OUTPUT_ARG = 1,
    OP_ATTR_ARG = 2,
    OP_WORKSPACE_ARG = 3,
    OP_OUTSHAPE_ARG = 4,
    OP_OPTION_ARG = 5,
    OP_EXEC_MODE_ARG = 6,
    OP_MEMSET_ARG = 7,
    OP_EMPTY_ARG = 8,
};

enum class OpArgType {
    OPARG_ACLTENSOR,
    OPARG_ACLTENSOR_LIST,
    OPARG_ACLSCALAR,
    OPARG_STRING,
    OPARG_BOOL,
    OPARG_INT,
    OPARG_UINT,
    OPARG_FLOAT,
    OPARG_DOUBLE,
    OPARG_DATATYPE,
    OPARG_INT_LIST,
    OPARG_UINT_LIST,
    OPARG_FLOAT_LIST,
    OPARG_BOOL_LIST,
    OPARG_IMPLMODE,
    OPARG_MEMSET_WORKSPACE,
    OPARG_ACLSCALAR_LIST,
};

// One argument by value or, for objects and text, by pointer; valid while the launch is being recorded.
struct OpArg {
    OpArgType type;
    union {
        const void* pointer;  // tensors (may be null: an absent optional), lists, scalars, text
        int64_t integer;      // BOOL, INT, UINT, DATATYPE, IMPLMODE
        float float_value;
        double double_value;
    };
};

namespace internal {

template <typename T>
inline constexpr bool kNoArgumentKind = false;

template <typename T>
OpArg ToOpArg(const T& value) {
    using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
    OpArg arg{};
    if constexpr (std::is_null_pointer_v<T>) {
        arg.type = OpArgType::OPARG_ACLTENSOR;
        arg.pointer = nullptr;
    } else if constexpr (std::is_pointer_v<T>) {
        arg.pointer = value;
        if constexpr (std::is_same_v<Pointee, aclTensor>) {
            arg.type = OpArgType::OPARG_ACLTENSOR;
        } else if constexpr (std::is_same_v<Pointee, aclTensorList>) {
            arg.type = OpArgType::OPARG_ACLTENSOR_LIST;
        } else if constexpr (std::is_same_v<Pointee, aclScalar>) {
            arg.type = OpArgType::OPARG_ACLSCALAR;
        } else if constexpr (std::is_same_v<Pointee, aclScalarList>) {
            arg.type = OpArgType::OPARG_ACLSCALAR_LIST;
        } else if constexpr (std::is_same_v<Pointee, aclIntArray>) {
            arg.type = OpArgType::OPARG_INT_LIST;
        } else if constexpr (std::is_same_v<Pointee, aclFloatArray>) {
            arg.type = OpArgType::OPARG_FLOAT_LIST;
        } else if constexpr (std::is_same_v<Pointee, aclBoolArray>) {
            arg.type = OpArgType::OPARG_BOOL_LIST;
        } else if constexpr (std::is_same_v<Pointee, std::string>) {
            arg.type = OpArgType::OPARG_STRING;
            arg.pointer = value->c_str();
        } else if constexpr (std::is_same_v<Pointee, char>) {
            arg.type = OpArgType::OPARG_STRING;
        } else {
            static_assert(kNoArgumentKind<T>, "an operator takes no argument of this type");
        }
    } else if constexpr (std::is_same_v<T, std::string>) {
        arg.type = OpArgType::OPARG_STRING;
        arg.pointer = value.c_str();
    } else if constexpr (std::is_same_v<T, float>) {
        arg.type = OpArgType::OPARG_FLOAT;
        arg.float_value = value;
    } else if constexpr (std::is_same_v<T, double>) {
        arg.type = OpArgType::OPARG_DOUBLE;
        arg.double_value = value;
    } else {
        static_assert(std::is_integral_v<T> || std::is_enum_v<T>,
                      "an operator takes no argument of this type");
        arg.integer = static_cast<int64_t>(value);
        arg.type = std::is_same_v<T, bool>         ? OpArgType::OPARG_BOOL
                   : std::is_same_v<T, DataType>   ? OpArgType::OPARG_DATATYPE
                   : std::is_same_v<T, OpImplMode> ? OpArgType::OPARG_IMPLMODE
                   : std::is_same_v<T, uint32_t>   ? OpArgType::OPARG_UINT
                                                   : OpArgType::OPARG_INT;
    }
    return arg;
}

}  // namespace internal

template <OpArgDef kKind, size_t kCount>
struct OpArgGroup {
    static constexpr OpArgDef kind = kKind;
    std::array<OpArg, kCount> args;
};

// Text arguments are held by pointer: use the result in the same full expression.
template <OpArgDef kKind, typename... Ts>
OpArgGroup<kKind, sizeof...(Ts)> MakeOpArgGroup(const Ts&... values) {
    return {{internal::ToOpArg<std::decay_t<const Ts&>>(values)...}};
}

struct OpArgList {
    const OpArg* args = nullptr;
    size_t count = 0;
    const OpArg* begin() const { return args; }
    const OpArg* end() const { return args + count; }
    const OpArg& operator[](size_t i) const { return args[i]; }
};

// All groups of one launch.
struct OpArgContext {
    OpArgList lists[OP_EMPTY_ARG + 1];
    const OpArgList& inputs() const { return lists[OP_INPUT_ARG]; }
    const OpArgList& outputs() const { return lists[OP_OUTPUT_ARG]; }
    const OpArgList& attrs() const { return lists[OP_ATTR_ARG]; }
};

template <typename... Groups>
OpArgContext MakeOpArgContext(const Groups&... groups) {
    OpArgContext context;
    ((context.lists[Groups::kind] = OpArgList{groups.args.data(), groups.args.size()}), ...);
    return context;
}

}  // namespace op

#define OP_INPUT(...) op::MakeOpArgGroup<op::OP_INPUT_ARG>(__VA_ARGS__)
#define OP_OUTPUT(...) op::MakeOpArgGroup<op::OP_OUTPUT_ARG>(__VA_ARGS__)
#define OP_ATTR(...) op::MakeOpArgGroup<op::OP_ATTR_ARG>(__VA_ARGS__)
#define OP_WORKSPACE(...) op::MakeOpArgGroup<op::OP_WORKSPACE_ARG>(__VA_ARGS__)
#define OP_OUTSHAPE(...) op::MakeOpArgGroup<op::OP_OUTSHAPE_ARG>(__VA_ARGS__)
#define OP_OPTION(...) op::MakeOpArgGroup<op::OP_OPTION_ARG>(__VA_ARGS__)
#define OP_MODE(...) op::MakeOpArgGroup<op::OP_EXEC_MODE_ARG>(__VA_ARGS__)
#define OP_EMPTY_ARG_GROUP op::MakeOpArgGroup<op::OP_EMPTY_ARG>()

#endif
