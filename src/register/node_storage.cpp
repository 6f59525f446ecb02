#include "register/node_storage.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "register/host_call.h"

namespace aclnn_cpu::registry {
namespace {

gert::Tensor TensorOf(const HostTensor& host) {
    gert::StorageShape shape;
    shape.MutableOriginShape() = host.origin_shape;
    shape.MutableStorageShape() = host.storage_shape;
    gert::Tensor tensor(shape, gert::StorageFormat(host.origin_format, host.storage_format), gert::kOnHost,
                        host.dtype, const_cast<void*>(host.host_data));
    if (host.host_data == nullptr) {
        tensor.SetPlacement(gert::kOnDeviceHbm);
    }
    tensor.SetView(host.view_strides, host.view_offset);
    return tensor;
}

void AddTensors(std::span<const HostTensor> from, std::vector<gert::Tensor>& tensors,
                std::vector<gert::CompileTimeTensorDesc>& descs) {
    tensors.reserve(from.size());
    descs.reserve(from.size());
    for (const HostTensor& host : from) {
        tensors.push_back(TensorOf(host));
        descs.emplace_back(host.dtype, gert::StorageFormat(host.origin_format, host.storage_format));
    }
}

std::vector<gert::AnchorInstanceInfo> Instances(std::span<const uint32_t> counts, size_t tensors) {
    std::vector<gert::AnchorInstanceInfo> instances;
    uint32_t start = 0;
    const size_t parameters = counts.empty() ? tensors : counts.size();
    for (size_t i = 0; i < parameters; ++i) {
        const uint32_t count = counts.empty() ? 1 : counts[i];
        instances.emplace_back(start, count);
        start += count;
    }
    return instances;
}

template <typename T, typename Values>
std::unique_ptr<uint8_t[]> ListOf(const Values& values) {
    std::unique_ptr<uint8_t[]> memory = gert::ContinuousVector::Create<T>(values.size());
    auto* list = reinterpret_cast<gert::ContinuousVector*>(memory.get());
    (void)list->SetSize(values.size());
    std::copy(values.begin(), values.end(), static_cast<T*>(list->MutableData()));
    return memory;
}

}  // namespace

NodeStorage::NodeStorage(const OpRequest& request, const OpFunctions& functions)
    : op_type_(request.op_type),
      ir_inputs_(Instances(request.input_instances, request.inputs.size())),
      ir_outputs_(Instances(request.output_instances, request.outputs.size())) {
    AddTensors(request.inputs, inputs_, input_descs_);
    AddTensors(request.outputs, outputs_, output_descs_);
    for (const AttrValue& value : request.attributes) {
        AddAttribute(value);
    }
    for (const auto& [name, value] : functions.private_attrs) {
        AddAttribute(value);
    }
    attrs_ = std::make_unique<gert::RuntimeAttrs>(attributes_.data(), attributes_.size());
    node_ = std::make_unique<gert::ComputeNodeInfo>(gert::ComputeNodeInfo::Parts{
        .node_type = op_type_.c_str(),
        .node_name = op_type_.c_str(),
        .inputs = input_descs_.data(),
        .input_count = input_descs_.size(),
        .outputs = output_descs_.data(),
        .output_count = output_descs_.size(),
        .ir_inputs = ir_inputs_.data(),
        .ir_input_count = ir_inputs_.size(),
        .ir_outputs = ir_outputs_.data(),
        .ir_output_count = ir_outputs_.size(),
        .attributes = attrs_.get(),
    });
}

base::Status NodeStorage::Check(const OpRequest& request, int32_t code) {
    const auto check = [&](const char* what, std::span<const uint32_t> counts, size_t tensors) {
        const uint64_t sum = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
        return counts.empty() || sum == tensors
                   ? base::Status::Ok()
                   : HostCallError(
                         code, request.op_type, "describing the call",
                         fmt::format("{} {} are given, but its parameters count {}", tensors, what, sum));
    };
    ACLNN_CPU_RETURN_IF_ERROR(check("inputs", request.input_instances, request.inputs.size()));
    return check("outputs", request.output_instances, request.outputs.size());
}

void NodeStorage::AddAttribute(const AttrValue& value) {
    const auto keep = [&](std::unique_ptr<uint8_t[]> list) -> const void* {
        return lists_.emplace_back(std::move(list)).get();
    };
    struct Visitor {
        NodeStorage& self;
        decltype(keep)& keep_list;
        const void* operator()(const std::monostate&) { return nullptr; }
        const void* operator()(const bool& v) { return &v; }
        const void* operator()(const float& v) { return &v; }
        const void* operator()(const int64_t& v) { return &v; }
        const void* operator()(const std::string& v) { return v.c_str(); }
        const void* operator()(const std::vector<bool>& v) { return keep_list(ListOf<bool>(v)); }
        const void* operator()(const std::vector<float>& v) { return keep_list(ListOf<float>(v)); }
        const void* operator()(const std::vector<int64_t>& v) { return keep_list(ListOf<int64_t>(v)); }
        const void* operator()(const std::vector<std::vector<int64_t>>& v) {
            auto pointers = std::make_unique<std::vector<const gert::ContinuousVector*>>();
            for (const std::vector<int64_t>& inner : v) {
                pointers->push_back(
                    static_cast<const gert::ContinuousVector*>(keep_list(ListOf<int64_t>(inner))));
            }
            self.lists_of_lists_.push_back(
                std::make_unique<gert::ContinuousVectorVector>(pointers->data(), pointers->size()));
            self.list_pointers_.push_back(std::move(pointers));
            return self.lists_of_lists_.back().get();
        }
    };
    attributes_.push_back(std::visit(Visitor{*this, keep}, value));
}

}  // namespace aclnn_cpu::registry
