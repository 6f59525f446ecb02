#include "elementwise_call.h"

#include <algorithm>
#include <string>

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "level0/broadcast_to.h"
#include "opdev/data_type_utils.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_log.h"
#include "opdev/platform.h"
#include "opdev/shape_utils.h"

namespace activation {
namespace {

using op::DataType;

constexpr size_t kMaxRank = 8;

bool IsOneOf(DataType dtype, const op::FVector<DataType>& list) {
    return std::find(list.begin(), list.end(), dtype) != list.end();
}

// The aclnn layer of the A2 and A3 families and of Ascend 950 has BFLOAT16; of the older chips it has not.
bool ChipHasBfloat16() {
    const NpuArch arch = op::GetCurrentPlatformInfo().GetCurNpuArch();
    return arch == NpuArch::DAV_2201 || arch == NpuArch::DAV_3510;
}

bool IsFloatOfThisChip(DataType dtype) {
    return IsFloat(dtype) && (dtype != DataType::DT_BF16 || ChipHasBfloat16());
}

// What Cast converts from: beside these, PromoteType also takes types of 8 and fewer bits.
bool IsCastable(DataType dtype) {
    return IsFloat(dtype) || dtype == DataType::DT_DOUBLE || op::IsIntegralType(dtype, true);
}

std::string NameOf(DataType dtype) { return op::ToString(dtype).GetString(); }

}  // namespace

bool IsFloat(DataType dtype) {
    return dtype == DataType::DT_FLOAT || dtype == DataType::DT_FLOAT16 || dtype == DataType::DT_BF16;
}

void ElementwiseCall::NoteNull(const char* name, const void* pointer) {
    if (pointer == nullptr && missing_ == nullptr) {
        missing_ = name;
    }
}

ElementwiseCall::ElementwiseCall(Types types, Shapes shapes, std::initializer_list<DataType> others)
    : types_(types), shapes_(shapes) {
    for (const DataType other : others) {
        others_.push_back(other);
    }
}

ElementwiseCall& ElementwiseCall::AnyInputTypes() {
    any_inputs_ = true;
    return *this;
}

ElementwiseCall& ElementwiseCall::AlsoOutput(std::initializer_list<DataType> types) {
    for (const DataType type : types) {
        also_output_.push_back(type);
    }
    return *this;
}

ElementwiseCall& ElementwiseCall::KeepIntegers() {
    keep_integers_ = true;
    return *this;
}

ElementwiseCall& ElementwiseCall::Input(const char* name, const aclTensor* tensor, Accepts accepts) {
    inputs_.push_back({name, tensor, accepts});
    return Unused(name, tensor);
}

ElementwiseCall& ElementwiseCall::Output(const char* name, const aclTensor* tensor) {
    output_ = {name, tensor, Accepts::kAll};
    return Unused(name, tensor);
}

ElementwiseCall& ElementwiseCall::Unused(const char* name, const aclTensor* tensor) {
    NoteNull(name, tensor);
    return *this;
}

ElementwiseCall& ElementwiseCall::Text(const char* name, const char* text) {
    NoteNull(name, text);
    return *this;
}

ElementwiseCall& ElementwiseCall::Number(const char* name, const aclScalar* scalar, float* value) {
    NoteNull(name, scalar);
    return OptionalNumber(name, scalar, value);
}

ElementwiseCall& ElementwiseCall::OptionalNumber(const char* name, const aclScalar* scalar, float* value) {
    if (scalar != nullptr) {
        numbers_.push_back({name, scalar});
        if (op::CanCast(scalar->GetDataType(), DataType::DT_FLOAT)) {
            *value = scalar->ToFloat();
        }
    }
    return *this;
}

ElementwiseCall& ElementwiseCall::Require(bool holds, const char* what) {
    if (!holds && not_held_ == nullptr) {
        not_held_ = what;
    }
    return *this;
}

bool ElementwiseCall::IsAccepted(DataType dtype) const {
    return IsFloatOfThisChip(dtype) || IsOneOf(dtype, others_);
}

// Says of `what` why its dtype is refused.
void ElementwiseCall::Refuse(const std::string& what, DataType dtype, Accepts accepts) const {
    std::string expected = ChipHasBfloat16() ? "FLOAT, FLOAT16, BFLOAT16" : "FLOAT, FLOAT16";
    for (const DataType other : others_) {
        if (accepts == Accepts::kAll || !op::IsIntegralType(other, true)) {
            expected += ", " + NameOf(other);
        }
    }
    const size_t last = expected.rfind(", ");
    expected.replace(last, 2, " or ");
    if (dtype == DataType::DT_BF16) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s is BFLOAT16, which %s does not support; expected %s.",
                what.c_str(), op::GetCurrentPlatformInfo().GetSocLongVersion().c_str(), expected.c_str());
    } else {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s is %s, expected %s.", what.c_str(), NameOf(dtype).c_str(),
                expected.c_str());
    }
}

bool ElementwiseCall::CheckCommonType(DataType* common) const {
    const bool promotes = types_ == Types::kPromoted || types_ == Types::kPromotedToOut;
    const DataType first = inputs_[0].tensor->GetDataType();
    *common = first;
    for (size_t i = 1; i < inputs_.size(); ++i) {
        const DataType dtype = inputs_[i].tensor->GetDataType();
        if (!promotes && dtype != first) {
            op::internal::ReportDtypesDiffer(inputs_[i].name, dtype, inputs_[0].name, first);
            return false;
        }
        *common = op::PromoteType(*common, dtype);
        if (*common == DataType::DT_UNDEFINED) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID,
                    "%s dtype %s and %s dtype %s have no common type; expected FLOAT, FLOAT16 or BFLOAT16.",
                    inputs_[0].name, NameOf(first).c_str(), inputs_[i].name, NameOf(dtype).c_str());
            return false;
        }
    }
    if (!IsAccepted(*common)) {
        std::string what = inputs_[0].name + std::string(" dtype");
        if (inputs_.size() > 1) {
            what = std::string("the promoted dtype of ") + inputs_[0].name + " (" + NameOf(first) + ") and " +
                   inputs_[1].name + " (" + NameOf(inputs_[1].tensor->GetDataType()) + ")";
        }
        Refuse(what, *common);
        return false;
    }
    return true;
}

bool ElementwiseCall::CheckOutputType(DataType common) const {
    const DataType dtype = output_.tensor->GetDataType();
    if (types_ == Types::kSame || types_ == Types::kPromotedToOut) {
        if (dtype != common) {
            op::internal::ReportDtype(output_.name, dtype, &common, 1);
            return false;
        }
        return true;
    }
    const bool as_input = keep_integers_ && types_ == Types::kCastOutput && dtype == common;
    if (!IsFloatOfThisChip(dtype) && !as_input && !IsOneOf(dtype, also_output_)) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s dtype is %s, expected %s.", output_.name, NameOf(dtype).c_str(),
                ChipHasBfloat16() ? "FLOAT, FLOAT16 or BFLOAT16" : "FLOAT or FLOAT16");
        return false;
    }
    return true;
}

bool ElementwiseCall::CheckTypes() {
    for (const Tensor& input : inputs_) {
        const DataType dtype = input.tensor->GetDataType();
        const bool refused_integer = input.accepts == Accepts::kNoIntegers && op::IsIntegralType(dtype, true);
        if (refused_integer || (any_inputs_ ? !IsCastable(dtype) : !IsAccepted(dtype))) {
            Refuse(input.name + std::string(" dtype"), dtype, input.accepts);
            return false;
        }
    }
    DataType common = DataType::DT_UNDEFINED;
    if (!CheckCommonType(&common) || !CheckOutputType(common)) {
        return false;
    }
    compute_ = IsFloat(common) || keep_integers_ ? common : DataType::DT_FLOAT;
    return true;
}

bool ElementwiseCall::CheckNumbers() const {
    for (const Scalar& number : numbers_) {
        const DataType dtype = number.scalar->GetDataType();
        if (!op::CanCast(dtype, DataType::DT_FLOAT)) {
            OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s dtype is %s, expected a type that converts to FLOAT.",
                    number.name, NameOf(dtype).c_str());
            return false;
        }
    }
    return true;
}

bool ElementwiseCall::CheckShapes(op::Shape* shape) const {
    for (const Tensor& input : inputs_) {
        if (input.tensor->GetViewShape().GetDimNum() > kMaxRank) {
            op::internal::ReportRank(input.name, input.tensor->GetViewShape(),
                                     op::internal::RankLimit::kAtMost, kMaxRank);
            return false;
        }
    }
    if (output_.tensor->GetViewShape().GetDimNum() > kMaxRank) {
        op::internal::ReportRank(output_.name, output_.tensor->GetViewShape(),
                                 op::internal::RankLimit::kAtMost, kMaxRank);
        return false;
    }
    *shape = inputs_[0].tensor->GetViewShape();
    for (size_t i = 1; i < inputs_.size(); ++i) {
        const op::Shape& other = inputs_[i].tensor->GetViewShape();
        if (shapes_ == Shapes::kEqual && other != *shape) {
            op::internal::ReportShape(inputs_[i].name, other, inputs_[0].name, *shape);
            return false;
        }
        op::Shape both;
        if (!op::BroadcastInferShape(*shape, other, both)) {
            op::internal::ReportNotBroadcastable(inputs_[0].name, *shape, inputs_[i].name, other);
            return false;
        }
        *shape = both;
    }
    if (output_.tensor->GetViewShape() != *shape) {
        op::internal::ReportShape(output_.name, output_.tensor->GetViewShape(),
                                  shapes_ == Shapes::kEqual ? inputs_[0].name : "the broadcast shape",
                                  *shape);
        return false;
    }
    return true;
}

aclnnStatus ElementwiseCall::Check() {
    if (missing_ != nullptr) {
        op::internal::ReportNull(missing_);
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    op::Shape shape;
    if (!CheckTypes() || !CheckNumbers() || !CheckShapes(&shape)) {
        return ACLNN_ERR_PARAM_INVALID;
    }
    if (not_held_ != nullptr) {
        OP_LOGE(ACLNN_ERR_PARAM_INVALID, "%s", not_held_);
        return ACLNN_ERR_PARAM_INVALID;
    }
    return ACLNN_SUCCESS;
}

const aclTensor* ElementwiseCall::Prepare(const aclTensor* tensor, const op::Shape& shape,
                                          aclOpExecutor* plan) const {
    const aclTensor* prepared = l0op::Contiguous(tensor, plan);
    if (prepared != nullptr && prepared->GetViewShape() != shape) {
        const op::ShapeVector sizes = op::ToShapeVector(shape);
        prepared = l0op::BroadcastTo(prepared, plan->AllocIntArray(sizes.data(), sizes.size()), plan);
    }
    return prepared != nullptr ? l0op::Cast(prepared, compute_, plan) : nullptr;
}

aclnnStatus ElementwiseCall::Plan(uint64_t* workspaceSize, aclOpExecutor** executor, const void* launch,
                                  CalledLaunch call) {
    auto plan = CREATE_EXECUTOR();
    CHECK_RET(plan.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const aclnnStatus status = Check();
    CHECK_RET(status == ACLNN_SUCCESS, status);
    if (!output_.tensor->IsEmpty()) {
        const op::Shape shape = output_.tensor->GetViewShape();
        Inputs inputs;
        for (const Tensor& input : inputs_) {
            inputs.push_back(Prepare(input.tensor, shape, plan.get()));
            CHECK_RET(inputs.back() != nullptr, ACLNN_ERR_INNER_NULLPTR);
        }
        const aclTensor* out = plan->AllocTensor(shape, compute_);
        CHECK_RET(out != nullptr, ACLNN_ERR_INNER_NULLPTR);
        out = call(launch, inputs, out, plan.get());
        CHECK_RET(out != nullptr, ACLNN_ERR_INNER_NULLPTR);
        out = l0op::Cast(out, output_.tensor->GetDataType(), plan.get());
        CHECK_RET(out != nullptr, ACLNN_ERR_INNER_NULLPTR);
        CHECK_RET(l0op::ViewCopy(out, output_.tensor, plan.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    }
    *workspaceSize = plan->GetWorkspaceSize();
    plan.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

}  // namespace activation
