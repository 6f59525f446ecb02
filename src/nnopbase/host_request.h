// From the arguments of a launch to what an operator's host functions (tiling, shape inference) are given.
#pragma once

#include <string>
#include <vector>

#include "opdev/op_arg_def.h"
#include "register/host_functions.h"

namespace aclnn_cpu::nnopbase {

// Owns what the request points at; refers to the tensors of the launch.
class HostRequest {
 public:
    // Absent optional tensors have no instance; a list has one per element. Attributes keep their order.
    HostRequest(const char* op_type, const void* library, const op::OpArgContext& args);
    HostRequest(const HostRequest&) = delete;
    HostRequest& operator=(const HostRequest&) = delete;

    registry::OpRequest Get() const;

 private:
    struct Side {
        std::vector<registry::HostTensor> tensors;
        std::vector<uint32_t> instances;
        std::vector<std::vector<unsigned char>> gathered;  // host values of views that are not contiguous
        void Add(const op::OpArg& arg);
        void Add(const aclTensor& tensor);
    };

    const char* op_type_;
    const void* library_;
    Side inputs_;
    Side outputs_;
    std::vector<registry::AttrValue> attributes_;
};

}  // namespace aclnn_cpu::nnopbase
