// What an infer-data-type function reads and writes.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_INFER_DATATYPE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/error_codes.h"

namespace gert {

// A missing input or output has the type DT_UNDEFINED.
class InferDataTypeContext : public ExtendedKernelContext {
 public:
    // `outputs`: as many as `node` says; outlives the context.
    InferDataTypeContext(const ComputeNodeInfo* node, ge::DataType* outputs)
        : ExtendedKernelContext(node), outputs_(outputs) {}

    ge::DataType GetInputDataType(size_t index) const { return TypeOf(GetInputDesc(index)); }
    ge::DataType GetOptionalInputDataType(size_t ir_index) const {
        return TypeOf(GetOptionalInputDesc(ir_index));
    }
    ge::DataType GetRequiredInputDataType(size_t ir_index) const {
        return TypeOf(GetRequiredInputDesc(ir_index));
    }
    ge::DataType GetDynamicInputDataType(size_t ir_index, size_t relative_index) const {
        return TypeOf(GetDynamicInputDesc(ir_index, relative_index));
    }
    ge::DataType GetOutputDataType(size_t index) const {
        const ge::DataType* type = OutputAt(outputs_, index);
        return type != nullptr ? *type : ge::DT_UNDEFINED;
    }
    ge::graphStatus SetOutputDataType(size_t index, ge::DataType data_type) {
        ge::DataType* type = OutputAt(outputs_, index);
        if (type == nullptr) {
            return ge::GRAPH_FAILED;
        }
        *type = data_type;
        return ge::GRAPH_SUCCESS;
    }

 private:
    static ge::DataType TypeOf(const CompileTimeTensorDesc* desc) {
        return desc != nullptr ? desc->GetDataType() : ge::DT_UNDEFINED;
    }

    ge::DataType* outputs_;
};

}  // namespace gert

#endif
