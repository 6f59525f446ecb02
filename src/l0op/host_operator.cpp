#include "l0op/host_operator.h"

#include <string>
#include <utility>

#include "base/guard.h"
#include "nnopbase/objects.h"
#include "nnopbase/recording.h"
#include "opdev/shape_utils.h"

namespace aclnn_cpu::l0op {

bool HasType(const char* op_type, const char* name, const aclTensor* tensor, uint32_t kinds) {
    const op::DataType type = tensor->GetDataType();
    const auto* info = base::FindDType(nnopbase::ToDType(type));
    const TypeKinds kind = type == op::DataType::DT_BOOL ? kBool
                           : op::IsComplexType(type)     ? kComplex
                           : op::IsIntegralType(type)    ? kIntegers
                                                         : kFloats;
    if (info != nullptr && (kind & kinds) != 0) {
        return true;
    }
    std::string wanted;
    for (const auto& [of, words] : {std::pair(kFloats, "FLOAT, FLOAT16, BFLOAT16, DOUBLE"),
                                    std::pair(kIntegers, "an integer of 8 to 64 bits"),
                                    std::pair(kBool, "BOOL"), std::pair(kComplex, "a complex type")}) {
        if ((kinds & of) != 0) {
            wanted += (wanted.empty() ? "" : ", ") + std::string(words);
        }
    }
    OP_LOGE(ACLNN_ERR_INNER, "%s: %s is %s, expected %s", op_type, name, op::ToString(type).GetString(),
            wanted.c_str());
    return false;
}

bool BroadcastShapes(const char* op_type, std::span<const aclTensor* const> tensors, op::Shape* shape) {
    *shape = tensors[0]->GetViewShape();
    for (const aclTensor* tensor : tensors.subspan(1)) {
        op::Shape both;
        if (!op::BroadcastInferShape(*shape, tensor->GetViewShape(), both)) {
            OP_LOGE(ACLNN_ERR_INNER, "%s: shapes %s and %s do not broadcast", op_type,
                    op::ToString(*shape).GetString(), op::ToString(tensor->GetViewShape()).GetString());
            return false;
        }
        *shape = both;
    }
    return true;
}

aclTensor* RecordHost(const char* op_type, simd::NativeKernel kernel,
                      std::initializer_list<const aclTensor*> inputs, aclTensor* output,
                      aclOpExecutor* executor, bool walks_input) {
    if (output == nullptr) {
        return nullptr;
    }
    const int32_t code = base::Guarded(op_type, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return executor->recording().AddHost(op_type, kernel, {inputs.begin(), inputs.size()}, output,
                                             walks_input);
    });
    return code == 0 ? output : nullptr;
}

int64_t DimensionOf(const char* op_type, const aclTensor* tensor, int64_t dim) {
    const auto rank = std::max<int64_t>(static_cast<int64_t>(tensor->GetViewShape().GetDimNum()), 1);
    if (dim >= -rank && dim < rank) {
        return dim < 0 ? dim + rank : dim;
    }
    OP_LOGE(ACLNN_ERR_INNER, "%s: dimension %ld of a tensor of shape %s, expected %ld to %ld", op_type, dim,
            op::ToString(tensor->GetViewShape()).GetString(), -rank, rank - 1);
    return -1;
}

bool HasArray(const char* op_type, const char* name, const void* array) {
    if (array == nullptr) {
        OP_LOGE(ACLNN_ERR_INNER_NULLPTR, "%s: its %s is null", op_type, name);
    }
    return array != nullptr;
}

bool ShapeOf(const char* op_type, const char* name, const aclIntArray* sizes, op::Shape* shape) {
    if (!HasArray(op_type, name, sizes)) {
        return false;
    }
    const base::Status status =
        nnopbase::CheckSizes(op_type, name, sizes->GetData(), sizes->Size(), op::DataType::DT_INT8);
    if (!status.ok()) {
        OP_LOGE(ACLNN_ERR_INNER, "%s", status.message().c_str());
        return false;
    }
    op::ToShape(sizes->GetData(), sizes->Size(), *shape);
    return true;
}

bool HostIntegers(const char* op_type, const char* name, const aclTensor* tensor,
                  op::FVector<int64_t>* values) {
    if (!HasArray(op_type, name, tensor)) {
        return false;
    }
    if (tensor->GetStorage()->host == nullptr || !op::IsIntegralType(tensor->GetDataType())) {
        OP_LOGE(ACLNN_ERR_INNER,
                "%s: %s is %s, expected integers whose values are known now (ConvertToTensor)", op_type, name,
                tensor->ToString().GetString());
        return false;
    }
    for (int64_t i = 0; i < tensor->Numel(); ++i) {
        int64_t value = 0;
        nnopbase::ConvertValue(nnopbase::HostElement(*tensor, i), nnopbase::ToDType(tensor->GetDataType()),
                               &value, base::DType::kInt64);
        values->push_back(value);
    }
    return true;
}

}  // namespace aclnn_cpu::l0op
