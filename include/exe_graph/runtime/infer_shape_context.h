// What an infer-shape function reads and writes. Shapes are origin shapes.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_INFER_SHAPE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_tensor.h"

namespace gert {

class InferShapeContext : public ExtendedKernelContext {
 public:
    // As many inputs and outputs as `node` says; both arrays outlive the context.
    InferShapeContext(const ComputeNodeInfo* node, const Tensor* inputs, Shape* outputs)
        : ExtendedKernelContext(node), inputs_(inputs), outputs_(outputs) {}

    const Shape* GetInputShape(size_t index) const { return OriginShape(GetInputTensor(index)); }
    const Shape* GetOptionalInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Shape* GetRequiredInputShape(size_t ir_index) const { return GetDynamicInputShape(ir_index, 0); }
    const Shape* GetDynamicInputShape(size_t ir_index, size_t relative_index) const {
        return OriginShape(GetDynamicInputTensor(ir_index, relative_index));
    }
    const Tensor* GetInputTensor(size_t index) const { return InputAt(inputs_, index); }
    const Tensor* GetOptionalInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Tensor* GetRequiredInputTensor(size_t ir_index) const { return GetDynamicInputTensor(ir_index, 0); }
    const Tensor* GetDynamicInputTensor(size_t ir_index, size_t relative_index) const {
        return InputAt(inputs_, InputIndex(ir_index, relative_index));
    }
    Shape* GetOutputShape(size_t index) { return OutputAt(outputs_, index); }

 private:
    static const Shape* OriginShape(const Tensor* tensor) {
        return tensor != nullptr ? &tensor->GetOriginShape() : nullptr;
    }

    const Tensor* inputs_;
    Shape* outputs_;
};

}  // namespace gert

#endif
