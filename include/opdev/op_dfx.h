// The macros that open the two phases of an aclnn function and every l0 function.
#ifndef ACLNN_CPU_OPDEV_OP_DFX_H
#define ACLNN_CPU_OPDEV_OP_DFX_H

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "graph/ascend_string.h"
#include "opdev/common_types.h"
#include "opdev/format_utils.h"
#include "opdev/op_arg_def.h"
#include "opdev/op_log.h"

namespace op {

constexpr bool ValidDfxName([[maybe_unused]] const char* expected, [[maybe_unused]] const char* actual) {
#ifdef CFG_BUILD_DEBUG
    return true;
#else
    return std::string_view(expected) == actual;
#endif
}

namespace internal {

enum class ObjectKind : uint8_t {
    kOther,
    kTensor,
    kTensorList,
    kScalar,
    kScalarList,
    kIntArray,
    kFloatArray,
    kBoolArray
};

struct PhaseArgument {
    const void* object;
    ObjectKind kind;
    bool output;
    uint16_t position;  // in its DFX_IN or DFX_OUT
};

template <typename T>
constexpr ObjectKind KindOf() {
    using Pointee = std::remove_cv_t<std::remove_pointer_t<std::decay_t<T>>>;
    if constexpr (!std::is_pointer_v<std::decay_t<T>>) {
        return ObjectKind::kOther;
    } else if constexpr (std::is_same_v<Pointee, aclTensor>) {
        return ObjectKind::kTensor;
    } else if constexpr (std::is_same_v<Pointee, aclTensorList>) {
        return ObjectKind::kTensorList;
    } else if constexpr (std::is_same_v<Pointee, aclScalar>) {
        return ObjectKind::kScalar;
    } else if constexpr (std::is_same_v<Pointee, aclScalarList>) {
        return ObjectKind::kScalarList;
    } else if constexpr (std::is_same_v<Pointee, aclIntArray>) {
        return ObjectKind::kIntArray;
    } else if constexpr (std::is_same_v<Pointee, aclFloatArray>) {
        return ObjectKind::kFloatArray;
    } else if constexpr (std::is_same_v<Pointee, aclBoolArray>) {
        return ObjectKind::kBoolArray;
    } else {
        return ObjectKind::kOther;
    }
}

// One first phase in progress on this thread: who it is and which objects the caller passed. Lives on the
// stack of the aclnn function; phases nest when one aclnn function calls another.
class ACLNN_CPU_PUBLIC PhaseOne {
 public:
    static constexpr size_t kMaxArguments = 128;

    // `input_names` and `output_names` are the texts "DFX_IN(a, b)" and "DFX_OUT(c)".
    PhaseOne(const char* api, const char* input_names, const char* output_names);
    ~PhaseOne();
    PhaseOne(const PhaseOne&) = delete;
    PhaseOne& operator=(const PhaseOne&) = delete;

    // 161001 when a result pointer is null, 161002 when an object that was passed is not alive; the message
    // names it. 561000 for more than kMaxArguments objects.
    template <typename... Ins, typename... Outs>
    int32_t Begin(const void* workspace_size, const void* executor, const std::tuple<Ins...>& inputs,
                  const std::tuple<Outs...>& outputs) {
        Collect(inputs, false, std::index_sequence_for<Ins...>());
        Collect(outputs, true, std::index_sequence_for<Outs...>());
        return Check(workspace_size, executor);
    }

    // The same for arguments that were gathered before: inputs first and attributes after them.
    int32_t Begin(const void* workspace_size, const void* executor, const OpArgContext& args);

    const char* api() const { return api_; }
    const PhaseArgument* begin() const { return arguments_; }
    const PhaseArgument* end() const { return arguments_ + count_; }
    std::string NameOf(const PhaseArgument& argument) const;
    const char* NamesOf(const PhaseArgument& argument) const {
        return argument.output ? output_names_ : input_names_;
    }

    // The caller's fault that an l0 function met (it can only answer null); 0 when there was none.
    int32_t fault = 0;
    // Whether views and overlaps were checked: once per phase.
    bool memory_checked = false;

 private:
    template <typename Tuple, size_t... I>
    void Collect(const Tuple& tuple, bool output, std::index_sequence<I...>) {
        (Add<std::tuple_element_t<I, Tuple>>(std::get<I>(tuple), output, I), ...);
    }
    template <typename T>
    void Add([[maybe_unused]] const T& value, [[maybe_unused]] bool output,
             [[maybe_unused]] size_t position) {
        if constexpr (KindOf<T>() != ObjectKind::kOther) {
            Add(PhaseArgument{value, KindOf<T>(), output, static_cast<uint16_t>(position)});
        }
    }
    void Add(const PhaseArgument& argument) {
        if (count_ < kMaxArguments) {
            arguments_[count_++] = argument;
        } else {
            too_many_ = true;
        }
    }
    int32_t Check(const void* workspace_size, const void* executor);

    const char* const api_;
    const char* const input_names_;
    const char* const output_names_;
    PhaseOne* const outer_;
    size_t count_ = 0;
    bool too_many_ = false;
    PhaseArgument arguments_[kMaxArguments];
};

// Names the aclnn function whose second phase runs on this thread.
class ACLNN_CPU_PUBLIC PhaseTwo {
 public:
    explicit PhaseTwo(const char* api);
    ~PhaseTwo();
    PhaseTwo(const PhaseTwo&) = delete;
    PhaseTwo& operator=(const PhaseTwo&) = delete;

 private:
    const char* const outer_;
};

// Inside a catch block: remembers the exception as a failure of `api` and gives its code, 561000.
ACLNN_CPU_PUBLIC int32_t CodeOfCurrentException(const char* api) noexcept;

template <typename... Ts>
inline void Unused(const Ts&...) {}

}  // namespace internal
}  // namespace op

#define DFX_IN(...) std::make_tuple(__VA_ARGS__)
#define DFX_OUT(...) std::make_tuple(__VA_ARGS__)

// First statement of <APIName>GetWorkspaceSize, whose last parameters must be called workspaceSize and
// executor.
#define L2_DFX_PHASE_1(APIName, IN, OUT)                                                          \
    static_assert(op::ValidDfxName(#APIName "GetWorkspaceSize", __func__),                        \
                  "L2_DFX_PHASE_1(" #APIName ") belongs into " #APIName "GetWorkspaceSize");      \
    op::internal::PhaseOne op_phase_one_(#APIName, #IN, #OUT);                                    \
    do {                                                                                          \
        if (const int32_t op_phase_code_ = op_phase_one_.Begin(workspaceSize, executor, IN, OUT); \
            op_phase_code_ != ACLNN_SUCCESS) {                                                    \
            return op_phase_code_;                                                                \
        }                                                                                         \
    } while (false)
#define L2_DFX_PHASE_1_WITHOUT_CACHE(APIName, IN, OUT) L2_DFX_PHASE_1(APIName, IN, OUT)

// First statement of <APIName>.
#define L2_DFX_PHASE_2(APIName)                                           \
    static_assert(op::ValidDfxName(#APIName, __func__),                   \
                  "L2_DFX_PHASE_2(" #APIName ") belongs into " #APIName); \
    const op::internal::PhaseTwo op_phase_two_(#APIName)

// Ends a phase that is a function-try-block, since no exception may leave a C function:
//   aclnnStatus aclnnX(...) try { ... } OP_CATCH_ALL(aclnnX)
#define OP_CATCH_ALL(APIName)                                  \
    catch (...) {                                              \
        return op::internal::CodeOfCurrentException(#APIName); \
    }

// First statement of the l0 function called `name`.
#define L0_DFX(name, ...)                                                                      \
    static_assert(op::ValidDfxName(#name, __func__), "L0_DFX(" #name ") belongs into " #name); \
    op::internal::Unused(__VA_ARGS__);  // some sources write no semicolon after the macro

#endif
