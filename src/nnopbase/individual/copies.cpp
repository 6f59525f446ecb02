// What happens round the launch: contiguous inputs, initial values of outputs, and the way back of outputs in place.
#include <algorithm>

#include "nnopbase/individual/arguments.h"
#include "nnopbase/objects.h"
#include "opdev/tensor_view_utils.h"

namespace aclnn_cpu::nnopbase {

using base::Status;

Status MakeContiguous(EnteredCall* entered, Recording& recording) {
    const bool wanted = std::ranges::any_of(
        entered->inputs, [](const EnteredParam& input) { return input.definition->auto_contiguous; });
    if (!wanted) {
        return Status::Ok();
    }
    for (EnteredParam& input : entered->inputs) {
        for (const aclTensor*& tensor : input.taken) {
            if (input.definition->ignore_contiguous || op::IsContiguous(tensor)) {
                continue;
            }
            const aclTensor* copy = recording.NewWorkspaceTensor(
                tensor->GetViewShape(), tensor->GetDataType(), tensor->GetStorageFormat());
            ACLNN_CPU_RETURN_IF_ERROR(recording.AddCopy("Contiguous", tensor, copy));
            tensor = copy;
        }
    }
    for (EnteredParam& output : entered->outputs) {
        if (output.same_as_input >= 0) {
            output.taken = entered->inputs[static_cast<size_t>(output.same_as_input)].taken;
        }
    }
    return Status::Ok();
}

Status CopyBack(const EnteredCall& entered, Recording& recording) {
    for (const EnteredParam& output : entered.outputs) {
        for (size_t i = 0; output.same_as_input >= 0 && i < output.taken.size(); ++i) {
            if (output.taken[i]->IsFromWorkspace()) {
                ACLNN_CPU_RETURN_IF_ERROR(recording.AddCopy("ViewCopy", output.taken[i], output.given[i]));
            }
        }
    }
    return Status::Ok();
}

namespace {

// The value for a type: that of the type, or the only one.
const ops::ScalarVar* ValueFor(const std::vector<ops::ScalarVar>& values, op::DataType dtype) {
    const auto type_of = [](ops::ScalarType type) {
        switch (type) {
            case ops::ScalarType::UINT64:
                return op::DataType::DT_UINT64;
            case ops::ScalarType::INT64:
                return op::DataType::DT_INT64;
            case ops::ScalarType::UINT32:
                return op::DataType::DT_UINT32;
            case ops::ScalarType::INT32:
                return op::DataType::DT_INT32;
            case ops::ScalarType::UINT16:
                return op::DataType::DT_UINT16;
            case ops::ScalarType::INT16:
                return op::DataType::DT_INT16;
            case ops::ScalarType::UINT8:
                return op::DataType::DT_UINT8;
            case ops::ScalarType::INT8:
                return op::DataType::DT_INT8;
            case ops::ScalarType::FLOAT32:
                return op::DataType::DT_FLOAT;
            case ops::ScalarType::FLOAT16:
                return op::DataType::DT_FLOAT16;
            case ops::ScalarType::INVALID_DTYPE:
                break;
        }
        return op::DataType::DT_UNDEFINED;
    };
    const auto found = std::ranges::find_if(
        values, [&](const ops::ScalarVar& value) { return type_of(value.scalar_type) == dtype; });
    return found != values.end() ? &*found : values.size() == 1 ? &values.front() : nullptr;
}

Status Fill(const aclTensor* tensor, const ops::ScalarVar& value, Recording& recording) {
    aclTensor* host = recording.NewHostTensor(op::Shape(), tensor->GetDataType(), ge::FORMAT_ND);
    const bool floating =
        value.scalar_type == ops::ScalarType::FLOAT32 || value.scalar_type == ops::ScalarType::FLOAT16;
    const op::DataType type = floating                                       ? op::DataType::DT_FLOAT
                              : value.scalar_type == ops::ScalarType::UINT64 ? op::DataType::DT_UINT64
                                                                             : op::DataType::DT_INT64;
    ObjectAccess::SetHostValues(host, &value.scalar_num, type, 0, 1, tensor->GetDataType());
    return recording.AddCopy("BroadcastTo", host, tensor);
}

}  // namespace

Status Initialize(const EnteredCall& entered, Recording& recording) {
    for (const EnteredParam& output : entered.outputs) {
        for (const aclTensor* tensor : output.taken) {
            const ops::ScalarVar* value = ValueFor(output.definition->init_values, tensor->GetDataType());
            if (value != nullptr) {
                ACLNN_CPU_RETURN_IF_ERROR(Fill(tensor, *value, recording));
            }
        }
    }
    return Status::Ok();
}

}  // namespace aclnn_cpu::nnopbase
