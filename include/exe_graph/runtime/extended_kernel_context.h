// What every context of an operator function offers: names, descriptions of inputs and outputs, attributes.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_EXTENDED_KERNEL_CONTEXT_H

#include <cstddef>

#include "exe_graph/runtime/compute_node_info.h"

namespace gert {

// `index` counts the tensors that are present; `ir_index` counts parameters of the definition. What is
// missing or out of range is null.
class ExtendedKernelContext {
 public:
    ExtendedKernelContext(const ExtendedKernelContext&) = delete;
    ExtendedKernelContext& operator=(const ExtendedKernelContext&) = delete;

    const CompileTimeTensorDesc* GetInputDesc(size_t index) const { return node_->GetInputTdInfo(index); }
    const CompileTimeTensorDesc* GetOutputDesc(size_t index) const { return node_->GetOutputTdInfo(index); }
    const CompileTimeTensorDesc* GetOptionalInputDesc(size_t ir_index) const {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc* GetRequiredInputDesc(size_t ir_index) const {
        return GetDynamicInputDesc(ir_index, 0);
    }
    const CompileTimeTensorDesc* GetDynamicInputDesc(size_t ir_index, size_t relative_index) const {
        return node_->GetInputTdInfo(InputIndex(ir_index, relative_index));
    }
    const AnchorInstanceInfo* GetIrInputInstanceInfo(size_t ir_index) const {
        return node_->GetInputInstanceInfo(ir_index);
    }
    const AnchorInstanceInfo* GetIrOutputInstanceInfo(size_t ir_index) const {
        return node_->GetOutputInstanceInfo(ir_index);
    }
    size_t GetComputeNodeInputNum() const { return node_->GetInputsNum(); }
    size_t GetComputeNodeOutputNum() const { return node_->GetOutputsNum(); }
    const RuntimeAttrs* GetAttrs() const { return node_->GetAttrs(); }
    const ge::char_t* GetNodeType() const { return node_->GetNodeType(); }
    const ge::char_t* GetNodeName() const { return node_->GetNodeName(); }
    const ComputeNodeInfo* GetComputeNodeInfo() const { return node_; }

 protected:
    static constexpr size_t kNoIndex = static_cast<size_t>(-1);

    // `node` outlives the context.
    explicit ExtendedKernelContext(const ComputeNodeInfo* node) : node_(node) {}

    size_t InputIndex(size_t ir_index, size_t relative_index) const {
        const AnchorInstanceInfo* instances = node_->GetInputInstanceInfo(ir_index);
        return instances != nullptr && relative_index < instances->GetInstanceNum()
                   ? instances->GetInstanceStart() + relative_index
                   : kNoIndex;
    }
    template <typename T>
    const T* InputAt(const T* inputs, size_t index) const {
        return index < node_->GetInputsNum() ? inputs + index : nullptr;
    }
    template <typename T>
    T* OutputAt(T* outputs, size_t index) const {
        return index < node_->GetOutputsNum() ? outputs + index : nullptr;
    }

 private:
    const ComputeNodeInfo* node_;
};

}  // namespace gert

#endif
