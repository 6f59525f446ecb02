#include "nnopbase/host_request.h"

#include "base/error_log.h"
#include "base/guard.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/packages.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_errno.h"
#include "opdev/op_executor.h"
#include "opdev/tensor_view_utils.h"

namespace aclnn_cpu::nnopbase {
namespace {

registry::HostTensor HostTensorOf(const aclTensor& tensor) {
    registry::HostTensor host;
    host.origin_shape = tensor.GetOriginalShape();
    host.storage_shape = tensor.GetStorageShape();
    host.dtype = tensor.GetDataType();
    host.origin_format = tensor.GetOriginalFormat();
    host.storage_format = tensor.GetStorageFormat();
    host.view_offset = tensor.GetViewOffset();
    return host;
}

template <typename T, typename Array>
std::vector<T> ValuesOf(const void* array) {
    const auto* values = static_cast<const Array*>(array);
    return values == nullptr ? std::vector<T>()
                             : std::vector<T>(values->GetData(), values->GetData() + values->Size());
}

registry::AttrValue ScalarValue(const aclScalar* scalar) {
    if (scalar == nullptr) {
        return {};
    }
    if (scalar->GetDataType() == op::DataType::DT_BOOL) {
        return scalar->ToBool();
    }
    return op::IsIntegralType(scalar->GetDataType()) ? registry::AttrValue(scalar->ToInt64())
                                                     : registry::AttrValue(scalar->ToFloat());
}

registry::AttrValue AttributeOf(const op::OpArg& arg) {
    switch (arg.type) {
        case op::OpArgType::OPARG_BOOL:
            return arg.integer != 0;
        case op::OpArgType::OPARG_FLOAT:
            return arg.float_value;
        case op::OpArgType::OPARG_DOUBLE:
            return static_cast<float>(arg.double_value);
        case op::OpArgType::OPARG_STRING:
            return std::string(arg.pointer == nullptr ? "" : static_cast<const char*>(arg.pointer));
        case op::OpArgType::OPARG_INT_LIST:
            return ValuesOf<int64_t, aclIntArray>(arg.pointer);
        case op::OpArgType::OPARG_FLOAT_LIST:
            return ValuesOf<float, aclFloatArray>(arg.pointer);
        case op::OpArgType::OPARG_BOOL_LIST:
            return ValuesOf<bool, aclBoolArray>(arg.pointer);
        case op::OpArgType::OPARG_ACLSCALAR:
            return ScalarValue(static_cast<const aclScalar*>(arg.pointer));
        default:
            return arg.integer;
    }
}

}  // namespace

void HostRequest::Side::Add(const op::OpArg& arg) {
    if (arg.pointer == nullptr) {
        instances.push_back(0);
    } else if (arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST) {
        const auto* list = static_cast<const aclTensorList*>(arg.pointer);
        instances.push_back(static_cast<uint32_t>(list->Size()));
        for (uint64_t i = 0; i < list->Size(); ++i) {
            Add(*(*list)[i]);
        }
    } else {
        instances.push_back(1);
        Add(*static_cast<const aclTensor*>(arg.pointer));
    }
}

// Host functions read values one after another, whatever view of them the tensor is.
void HostRequest::Side::Add(const aclTensor& tensor) {
    registry::HostTensor& host = tensors.emplace_back(HostTensorOf(tensor));
    if (tensor.GetStorage()->host == nullptr) {
        return;
    }
    host.view_offset = 0;
    if (tensor.Numel() != tensor.Size() || !op::IsContiguous(&tensor)) {
        host.origin_shape = tensor.GetViewShape();
        host.storage_shape = tensor.GetViewShape();
    }
    if (tensor.IsEmpty() || op::IsContiguous(&tensor)) {
        host.host_data = tensor.GetData();
        return;
    }
    const size_t width = op::TypeSize(tensor.GetDataType());
    std::vector<unsigned char>& values = gathered.emplace_back();
    for (int64_t i = 0; i < tensor.Numel(); ++i) {
        const unsigned char* value = HostElement(tensor, i);
        values.insert(values.end(), value, value + width);
    }
    host.host_data = values.data();
}

HostRequest::HostRequest(const char* op_type, const void* library, const op::OpArgContext& args)
    : op_type_(op_type), library_(library) {
    for (const op::OpArg& arg : args.inputs()) {
        inputs_.Add(arg);
    }
    for (const op::OpArg& arg : args.outputs()) {
        outputs_.Add(arg);
    }
    for (const op::OpArg& arg : args.attrs()) {
        attributes_.push_back(AttributeOf(arg));
    }
}

registry::OpRequest HostRequest::Get() const {
    return {.library = library_,
            .op_type = op_type_,
            .inputs = inputs_.tensors,
            .outputs = outputs_.tensors,
            .input_instances = inputs_.instances,
            .output_instances = outputs_.instances,
            .attributes = attributes_};
}

namespace {

base::Status InferShapes(const char* op_type, const void* library, const op::OpArgContext& args) {
    for (const op::OpArgList* list : {&args.inputs(), &args.outputs()}) {
        for (const op::OpArg& arg : *list) {
            const bool output_missing = list == &args.outputs() && arg.pointer == nullptr;
            if (arg.type != op::OpArgType::OPARG_ACLTENSOR || output_missing) {
                return NotRecordable(CurrentApi(), op_type, "shape inference takes single tensors");
            }
        }
    }
    const Implementation known = FindImplementation(op_type, library);
    if (known.rows == nullptr && registry::FindOp(known.owner, op_type) == nullptr) {
        return NoImplementation(CurrentApi(), op_type, Packages::OfProcess().Searched(op_type));
    }
    const HostRequest request(op_type, known.owner, args);
    std::vector<gert::Shape> shapes;
    if (const base::Status status = registry::RunInferShape(request.Get(), &shapes); !status.ok()) {
        return base::Status(status.code(), std::string(CurrentApi()) + ": " + status.message());
    }
    for (const gert::Shape& shape : shapes) {
        const size_t rank = shape.GetDimNum();
        const base::Status status = CheckSizes(op_type, "its shape inference's result",
                                               rank == 0 ? nullptr : &shape[0], rank, op::DataType::DT_INT8);
        if (!status.ok()) {
            return base::Status(registry::kInferShapeError,
                                std::string(CurrentApi()) + ": " + status.message());
        }
    }
    for (size_t i = 0; i < args.outputs().count && i < shapes.size(); ++i) {
        auto* output = static_cast<aclTensor*>(const_cast<void*>(args.outputs()[i].pointer));
        output->SetOriginalShape(shapes[i]);
        output->SetStorageShape(shapes[i]);
        output->SetViewShape(shapes[i]);
    }
    return base::Status::Ok();
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

namespace op::internal {

aclnnStatus RunShapeInference(const char* op_type, const void* library, const OpArgContext& args) {
    using namespace aclnn_cpu;
    return base::Guarded(op_type, ACLNN_ERR_INNER, ACLNN_ERR_INNER,
                         [&] { return nnopbase::InferShapes(op_type, library, args); });
}

}  // namespace op::internal
