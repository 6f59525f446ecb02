// From what was recorded to the plan: tensors and buffers by number, free of the caller's objects.
#include <algorithm>

#include "nnopbase/objects.h"
#include "nnopbase/phase.h"
#include "nnopbase/recording.h"
#include "opdev/format_utils.h"

namespace aclnn_cpu::nnopbase {

namespace {

// One past the last element that a tensor reaches, counted from the start of its buffer.
int64_t EndOf(const PlanTensor& tensor) {
    int64_t end = tensor.offset + 1;
    for (uint32_t i = 0; i < tensor.rank; ++i) {
        if (tensor.sizes[i] == 0) {
            return 0;
        }
        end += std::max<int64_t>((tensor.sizes[i] - 1) * tensor.strides[i], 0);
    }
    return end;
}

}  // namespace

void Recording::BuildPlan() {
    plan_.Clear();
    plan_storages_.clear();
    plan_tensors_.clear();
    plan_.api = api_;
    for (const Node& node : nodes_) {
        PlanNode& planned = plan_.nodes.emplace_back();
        planned.op_type = node.op_type;
        planned.kind = node.kind;
        planned.kernel = node.kernel;
        planned.lists = node.lists;
        planned.walks_input = node.walks_input;
        for (const aclTensor* tensor : node.inputs) {
            planned.inputs.push_back(PlanTensorOf(tensor));
        }
        for (const aclTensor* tensor : node.outputs) {
            planned.outputs.push_back(PlanTensorOf(tensor));
        }
    }
}

uint32_t Recording::PlanTensorOf(const aclTensor* tensor) {
    if (tensor == nullptr) {
        return kAbsent;
    }
    const auto known = std::find(plan_tensors_.begin(), plan_tensors_.end(), tensor);
    if (known != plan_tensors_.end()) {
        return static_cast<uint32_t>(known - plan_tensors_.begin());
    }
    const uint32_t buffer = PlanBufferOf(tensor);
    plan_tensors_.push_back(tensor);
    PlanTensor& planned = plan_.tensors.emplace_back();
    planned.buffer = buffer;
    planned.dtype = ToDType(tensor->GetDataType());
    planned.offset = tensor->GetViewOffset() + tensor->GetStorageOffset();
    const op::Shape& shape = tensor->GetViewShape();
    // A format of blocks holds more elements than the view says; more dimensions than 8 are contiguous, AddHost and
    // AddKernel saw to it.
    const bool in_blocks =
        op::IsPrivateFormat(tensor->GetStorageFormat()) && tensor->Size() > tensor->Numel();
    if (in_blocks || shape.GetDimNum() > kMaxRank) {
        planned.rank = 1;
        planned.sizes[0] = in_blocks ? tensor->Size() : tensor->Numel();
        planned.strides[0] = 1;
    } else {
        planned.rank = static_cast<uint32_t>(shape.GetDimNum());
        for (uint32_t i = 0; i < planned.rank; ++i) {
            planned.sizes[i] = shape[i];
            planned.strides[i] = tensor->GetViewStrides()[i];
        }
    }
    const int64_t elements = std::max(EndOf(planned), tensor->Size());
    PlanBuffer& memory = plan_.buffers[buffer];
    memory.bytes =
        std::max(memory.bytes,
                 static_cast<uint64_t>(BytesOfElements(planned.dtype, std::max<int64_t>(elements, 0), true)));
    return static_cast<uint32_t>(plan_.tensors.size() - 1);
}

uint32_t Recording::PlanBufferOf(const aclTensor* tensor) {
    const aclStorage* storage = tensor->GetStorage();
    if (storage->merged_into != nullptr) {
        storage = storage->merged_into;
    }
    const auto known = std::find(plan_storages_.begin(), plan_storages_.end(), storage);
    if (known != plan_storages_.end()) {
        return static_cast<uint32_t>(known - plan_storages_.begin());
    }
    plan_storages_.push_back(storage);
    PlanBuffer& buffer = plan_.buffers.emplace_back();
    buffer.bytes = 0;
    buffer.host = storage->host;
    buffer.kind = storage->host != nullptr  ? BufferKind::kHost
                  : storage->from_workspace ? BufferKind::kWorkspace
                                            : BufferKind::kUser;
    buffer.address = buffer.kind == BufferKind::kHost ? storage->host.get()
                                                      : static_cast<unsigned char*>(storage->address);
    if (buffer.kind == BufferKind::kUser) {
        buffer.name = NameOf(storage);
    }
    return static_cast<uint32_t>(plan_.buffers.size() - 1);
}

ArgumentName Recording::NameOf(const aclStorage* storage) {
    const op::internal::PhaseOne* phase = CurrentPhaseOne();
    if (phase != nullptr) {
        for (const op::internal::PhaseArgument& argument : *phase) {
            if (argument.kind == op::internal::ObjectKind::kTensor && argument.object != nullptr &&
                static_cast<const aclTensor*>(argument.object)->GetStorage() == storage) {
                return {phase->NamesOf(argument), argument.position};
            }
        }
    }
    return {};
}

}  // namespace aclnn_cpu::nnopbase
