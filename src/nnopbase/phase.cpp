#include "nnopbase/phase.h"

#include <algorithm>
#include <string_view>

#include "base/error_log.h"
#include "base/guard.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"

namespace aclnn_cpu::nnopbase {
namespace {

thread_local op::internal::PhaseOne* phase_one = nullptr;
thread_local const char* phase_two = nullptr;

const char* KindName(op::internal::ObjectKind kind) {
    switch (kind) {
        case op::internal::ObjectKind::kTensor:
            return "Tensor";
        case op::internal::ObjectKind::kTensorList:
            return "TensorList";
        case op::internal::ObjectKind::kScalar:
            return "Scalar";
        case op::internal::ObjectKind::kScalarList:
            return "ScalarList";
        case op::internal::ObjectKind::kIntArray:
            return "IntArray";
        case op::internal::ObjectKind::kFloatArray:
            return "FloatArray";
        case op::internal::ObjectKind::kBoolArray:
            return "BoolArray";
        case op::internal::ObjectKind::kOther:
            break;
    }
    return "object";
}

}  // namespace

std::string_view NthArgument(std::string_view text, size_t position) {
    const size_t open = text.find('(');
    const size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return {};
    }
    text = text.substr(open + 1, close - open - 1);
    size_t begin = 0;
    int depth = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
        const char letter = i < text.size() ? text[i] : ',';
        depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
        if (letter == ',' && (depth == 0 || i == text.size())) {
            if (position-- == 0) {
                text = text.substr(begin, i - begin);
                text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
                return text;
            }
            begin = i + 1;
        }
    }
    return {};
}

op::internal::PhaseOne* CurrentPhaseOne() { return phase_one; }
void FailPhase(int32_t code) {
    if (phase_one != nullptr && phase_one->fault == 0) {
        phase_one->fault = code;
    }
}
const char* CurrentPhaseTwo() { return phase_two; }

const char* CurrentApi(const char* fallback) {
    return phase_one != nullptr ? phase_one->api() : phase_two != nullptr ? phase_two : fallback;
}

}  // namespace aclnn_cpu::nnopbase

namespace op::internal {

using namespace aclnn_cpu;

PhaseOne::PhaseOne(const char* api, const char* input_names, const char* output_names)
    : api_(api), input_names_(input_names), output_names_(output_names), outer_(nnopbase::phase_one) {
    nnopbase::phase_one = this;
}

PhaseOne::~PhaseOne() { nnopbase::phase_one = outer_; }

std::string PhaseOne::NameOf(const PhaseArgument& argument) const {
    const std::string_view name =
        nnopbase::NthArgument(argument.output ? output_names_ : input_names_, argument.position);
    return name.empty() ? (argument.output ? "output " : "input ") + std::to_string(argument.position)
                        : std::string(name);
}

namespace {

ObjectKind KindOf(OpArgType type) {
    switch (type) {
        case OpArgType::OPARG_ACLTENSOR:
            return ObjectKind::kTensor;
        case OpArgType::OPARG_ACLTENSOR_LIST:
            return ObjectKind::kTensorList;
        case OpArgType::OPARG_ACLSCALAR:
            return ObjectKind::kScalar;
        case OpArgType::OPARG_ACLSCALAR_LIST:
            return ObjectKind::kScalarList;
        case OpArgType::OPARG_INT_LIST:
            return ObjectKind::kIntArray;
        case OpArgType::OPARG_FLOAT_LIST:
            return ObjectKind::kFloatArray;
        case OpArgType::OPARG_BOOL_LIST:
            return ObjectKind::kBoolArray;
        default:
            return ObjectKind::kOther;
    }
}

}  // namespace

int32_t PhaseOne::Begin(const void* workspace_size, const void* executor, const OpArgContext& args) {
    const auto add = [this](const OpArgList& list, bool output, size_t first) {
        for (size_t i = 0; i < list.count; ++i) {
            const ObjectKind kind = KindOf(list[i].type);
            if (kind != ObjectKind::kOther) {
                Add(PhaseArgument{list[i].pointer, kind, output, static_cast<uint16_t>(first + i)});
            }
        }
    };
    add(args.inputs(), false, 0);
    add(args.attrs(), false, args.inputs().count);
    add(args.outputs(), true, 0);
    return Check(workspace_size, executor);
}

int32_t PhaseOne::Check(const void* workspace_size, const void* executor) {
    if (workspace_size == nullptr) {
        return base::Report(nnopbase::NullArgument(api_, "workspaceSize"));
    }
    if (executor == nullptr) {
        return base::Report(nnopbase::NullArgument(api_, "executor"));
    }
    if (too_many_) {
        return base::Report(nnopbase::TooManyObjects(api_, kMaxArguments));
    }
    for (const PhaseArgument& argument : *this) {
        if (argument.object != nullptr && !nnopbase::IsLiveObject(argument.object, argument.kind)) {
            return base::Report(nnopbase::NotAlive(api_, NameOf(argument).c_str(), argument.object,
                                                   nnopbase::KindName(argument.kind)));
        }
    }
    return 0;
}

PhaseTwo::PhaseTwo(const char* api) : outer_(nnopbase::phase_two) { nnopbase::phase_two = api; }
PhaseTwo::~PhaseTwo() { nnopbase::phase_two = outer_; }

int32_t CodeOfCurrentException(const char* api) noexcept {
    return base::Guarded(api, ACLNN_ERR_INNER, ACLNN_ERR_INNER, []() -> base::Status { throw; });
}

int32_t CodeOfFailure(int32_t code) {
    const PhaseOne* phase = nnopbase::CurrentPhaseOne();
    return phase != nullptr && phase->fault != 0 ? phase->fault : code;
}

}  // namespace op::internal
