// What is known of a call before it runs: names, element types, formats, attributes, and which tensors belong
// to which parameter of the definition.
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_COMPUTE_NODE_INFO_H

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"

namespace gert {

// The tensors of one parameter: none for an absent optional one, several for a dynamic one.
class AnchorInstanceInfo {
 public:
    AnchorInstanceInfo() = default;
    AnchorInstanceInfo(uint32_t start, uint32_t count) : start_(start), count_(count) {}
    size_t GetInstanceStart() const { return start_; }
    size_t GetInstanceNum() const { return count_; }

 private:
    uint32_t start_ = 0;
    uint32_t count_ = 0;
};

class CompileTimeTensorDesc {
 public:
    CompileTimeTensorDesc() = default;
    CompileTimeTensorDesc(ge::DataType data_type, const StorageFormat& format)
        : data_type_(data_type), format_(format) {}
    ge::DataType GetDataType() const { return data_type_; }
    const StorageFormat& GetFormat() const { return format_; }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    void SetDataType(ge::DataType data_type) { data_type_ = data_type; }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }

 private:
    ge::DataType data_type_ = ge::DT_UNDEFINED;
    StorageFormat format_;
};

class ComputeNodeInfo {
 public:
    // Arrays live as long as the object; it owns none of them.
    struct Parts {
        const ge::char_t* node_type;
        const ge::char_t* node_name;
        const CompileTimeTensorDesc* inputs;
        size_t input_count;
        const CompileTimeTensorDesc* outputs;
        size_t output_count;
        const AnchorInstanceInfo* ir_inputs;
        size_t ir_input_count;
        const AnchorInstanceInfo* ir_outputs;
        size_t ir_output_count;
        const RuntimeAttrs* attributes;
    };
    explicit ComputeNodeInfo(const Parts& parts) : parts_(parts) {}

    const ge::char_t* GetNodeType() const { return parts_.node_type; }
    const ge::char_t* GetNodeName() const { return parts_.node_name; }
    size_t GetIrInputsNum() const { return parts_.ir_input_count; }
    size_t GetIrOutputsNum() const { return parts_.ir_output_count; }
    size_t GetInputsNum() const { return parts_.input_count; }
    size_t GetOutputsNum() const { return parts_.output_count; }
    // Null for an index out of range.
    const AnchorInstanceInfo* GetInputInstanceInfo(size_t ir_index) const {
        return ir_index < parts_.ir_input_count ? parts_.ir_inputs + ir_index : nullptr;
    }
    const AnchorInstanceInfo* GetOutputInstanceInfo(size_t ir_index) const {
        return ir_index < parts_.ir_output_count ? parts_.ir_outputs + ir_index : nullptr;
    }
    const CompileTimeTensorDesc* GetInputTdInfo(size_t index) const {
        return index < parts_.input_count ? parts_.inputs + index : nullptr;
    }
    const CompileTimeTensorDesc* GetOutputTdInfo(size_t index) const {
        return index < parts_.output_count ? parts_.outputs + index : nullptr;
    }
    const RuntimeAttrs* GetAttrs() const { return parts_.attributes; }

 private:
    Parts parts_;
};

}  // namespace gert

#endif
