// The native engine: an operator's fused SIMD kernel.
#include "nnopbase/engines/engine.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"

namespace aclnn_cpu::nnopbase {
namespace {

// As native kernels take it; 0 for text, which none does.
float NumberOf(const op::OpArg& attribute) {
    switch (attribute.type) {
        case op::OpArgType::OPARG_FLOAT:
            return attribute.float_value;
        case op::OpArgType::OPARG_DOUBLE:
            return static_cast<float>(attribute.double_value);
        case op::OpArgType::OPARG_BOOL:
        case op::OpArgType::OPARG_INT:
        case op::OpArgType::OPARG_UINT:
            return static_cast<float>(attribute.integer);
        default:
            return 0;
    }
}

bool Has(const registry::OperatorImplementations& rows) { return rows.native_kernel != nullptr; }

// A native kernel has one output and computes in one of three types, which all its operands have.
base::Status Prepare(const LaunchRequest& request, PreparedKernel* kernel) {
    const op::OpArgList& inputs = request.args->inputs();
    const op::OpArgList& outputs = request.args->outputs();
    const op::OpArgList& attributes = request.args->attrs();
    const uint32_t read = request.implementations->native_inputs;
    if (attributes.count > simd::kMaxAttributes) {
        return NotRecordable(request.api, request.op_type, "its native kernel takes 4 attributes at most");
    }
    if (outputs.count != 1 || inputs.count < read || read == 0 || read > simd::kMaxOperands) {
        return NotRecordable(request.api, request.op_type,
                             "its native kernel takes other numbers of inputs and outputs");
    }
    if (outputs[0].pointer == nullptr) {
        return NotRecordable(request.api, request.op_type, "its output is null");
    }
    const auto dtype_of = [](const op::OpArg& arg) {
        const auto* tensor = static_cast<const aclTensor*>(arg.pointer);
        return arg.type == op::OpArgType::OPARG_ACLTENSOR && tensor != nullptr
                   ? ToDType(tensor->GetDataType())
                   : base::DType::kUndefined;
    };
    const base::DType compute = dtype_of(outputs[0]);
    bool same = compute == base::DType::kFloat || compute == base::DType::kFloat16 ||
                compute == base::DType::kBFloat16;
    for (uint32_t i = 0; i < read; ++i) {
        same = same && dtype_of(inputs[i]) == compute;
    }
    if (!same) {
        return NotRecordable(request.api, request.op_type,
                             "its native kernel takes tensors of one type: FLOAT, FLOAT16 or BFLOAT16");
    }
    for (uint32_t i = 0; i < read; ++i) {
        if (!WalksAlong(*static_cast<const aclTensor*>(inputs[i].pointer),
                        *static_cast<const aclTensor*>(outputs[0].pointer))) {
            return NotRecordable(request.api, request.op_type,
                                 "its native kernel takes inputs that broadcast to the output, beyond 8 "
                                 "dimensions of the output's shape");
        }
    }
    kernel->native = reinterpret_cast<simd::NativeKernel>(
        reinterpret_cast<uintptr_t>(request.implementations->native_kernel));
    kernel->native_inputs = read;
    for (size_t i = 0; i < attributes.count; ++i) {
        kernel->native_attributes[i] = NumberOf(attributes[i]);
    }
    return base::Status::Ok();
}

}  // namespace

const Engine kNativeEngine{"native", base::EngineChoice::kNative, "a native kernel", Has, Prepare};

}  // namespace aclnn_cpu::nnopbase
