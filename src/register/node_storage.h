// The arrays behind a context: built from a request, alive as long as the context.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/runtime_tensor.h"
#include "register/host_functions.h"
#include "register/registry.h"

namespace aclnn_cpu::registry {

class NodeStorage {
 public:
    // Attributes of the request, then the private ones of the operator. Both arguments outlive the object.
    NodeStorage(const OpRequest& request, const OpFunctions& functions);
    NodeStorage(const NodeStorage&) = delete;
    NodeStorage& operator=(const NodeStorage&) = delete;

    // Whether the instance counts of the request add up to its tensors; an error with `code` if not.
    static base::Status Check(const OpRequest& request, int32_t code);

    const gert::ComputeNodeInfo* node() const { return node_.get(); }
    const gert::Tensor* inputs() const { return inputs_.data(); }
    const gert::Tensor* outputs() const { return outputs_.data(); }

 private:
    void AddAttribute(const AttrValue& value);

    std::string op_type_;
    std::vector<gert::Tensor> inputs_;
    std::vector<gert::Tensor> outputs_;
    std::vector<gert::CompileTimeTensorDesc> input_descs_;
    std::vector<gert::CompileTimeTensorDesc> output_descs_;
    std::vector<gert::AnchorInstanceInfo> ir_inputs_;
    std::vector<gert::AnchorInstanceInfo> ir_outputs_;
    std::vector<const void*> attributes_;
    // Attributes in the form the context shows them.
    std::vector<std::unique_ptr<uint8_t[]>> lists_;
    std::vector<std::unique_ptr<std::vector<const gert::ContinuousVector*>>> list_pointers_;
    std::vector<std::unique_ptr<gert::ContinuousVectorVector>> lists_of_lists_;
    std::unique_ptr<gert::RuntimeAttrs> attrs_;
    std::unique_ptr<gert::ComputeNodeInfo> node_;
};

}  // namespace aclnn_cpu::registry
