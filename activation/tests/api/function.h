// An elementwise aclnn function as data: its parameters in order, and both phases behind one signature.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace aclnn_cpu::activation_test {

enum class Kind { kTensor, kScalar, kBool, kInteger, kText };

// One argument; which member counts is the parameter's kind.
struct Argument {
    const aclTensor* tensor = nullptr;
    const aclScalar* scalar = nullptr;
    int64_t integer = 0;
    const char* text = nullptr;
};

struct Parameter {
    std::string name;
    Kind kind;
    bool optional;
};

struct Function {
    std::string name;  // "aclnnSwish"
    std::vector<Parameter> parameters;
    std::function<aclnnStatus(const std::vector<Argument>&, uint64_t*, aclOpExecutor**)> plan;
    aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream);

    size_t Index(std::string_view parameter) const {
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i].name == parameter) {
                return i;
            }
        }
        return parameters.size();
    }
};

template <typename T>
constexpr Kind KindOf() {
    if constexpr (std::is_pointer_v<T>) {
        using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
        return std::is_same_v<Pointee, aclTensor>   ? Kind::kTensor
               : std::is_same_v<Pointee, aclScalar> ? Kind::kScalar
                                                    : Kind::kText;
    } else {
        return std::is_same_v<T, bool> ? Kind::kBool : Kind::kInteger;
    }
}

template <typename T>
T As(const Argument& argument) {
    if constexpr (KindOf<T>() == Kind::kTensor) {
        return const_cast<T>(argument.tensor);
    } else if constexpr (KindOf<T>() == Kind::kScalar) {
        return argument.scalar;
    } else if constexpr (KindOf<T>() == Kind::kText) {
        return const_cast<T>(argument.text);
    } else {
        return static_cast<T>(argument.integer);
    }
}

// The parameters of a first phase before workspaceSize and executor.
template <typename... T>
struct Leading {};

template <typename... T, typename Plan, size_t... I>
aclnnStatus CallWith(Leading<T...>, Plan plan, const std::vector<Argument>& arguments, uint64_t* size,
                     aclOpExecutor** executor, std::index_sequence<I...>) {
    return plan(As<T>(arguments[I])..., size, executor);
}

template <typename Done, typename... Rest>
struct Split;
template <typename... Done>
struct Split<Leading<Done...>, uint64_t*, aclOpExecutor**> {
    using Type = Leading<Done...>;
};
template <typename... Done, typename First, typename... Rest>
struct Split<Leading<Done...>, First, Rest...> {
    using Type = typename Split<Leading<Done..., First>, Rest...>::Type;
};

template <typename... T, typename Plan>
Function Make(Leading<T...>, std::string name, std::string_view names, Plan plan,
              aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
    Function function{std::move(name), {}, {}, run};
    const Kind kinds[] = {KindOf<T>()...};
    size_t next = 0;
    while (!names.empty()) {
        const size_t end = std::min(names.find(' '), names.size());
        const std::string_view word = names.substr(0, end);
        const bool optional = word.back() == '?';
        function.parameters.push_back(
            {std::string(word.substr(0, word.size() - (optional ? 1 : 0))), kinds[next++], optional});
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    function.plan = [plan](const std::vector<Argument>& arguments, uint64_t* size, aclOpExecutor** executor) {
        return CallWith(Leading<T...>(), plan, arguments, size, executor, std::index_sequence_for<T...>());
    };
    return function;
}

// `names`: the parameters before workspaceSize, "gradOutput self betaOptional? gradInput"; ? where null is allowed.
template <typename... T>
Function MakeFunction(std::string name, std::string_view names, aclnnStatus (*plan)(T...),
                      aclnnStatus (*run)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
    return Make(typename Split<Leading<>, T...>::Type(), std::move(name), names, plan, run);
}

}  // namespace aclnn_cpu::activation_test
