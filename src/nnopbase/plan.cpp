#include "nnopbase/plan.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "nnopbase/messages.h"
#include "nnopbase/phase.h"

namespace aclnn_cpu::nnopbase {

std::string ArgumentName::Text() const {
    const std::string_view name = names == nullptr ? std::string_view() : NthArgument(names, position);
    return name.empty() ? "a tensor" : std::string(name);
}

int64_t PlanTensor::Count() const {
    int64_t count = 1;
    for (uint32_t i = 0; i < rank; ++i) {
        count *= sizes[i];
    }
    return count;
}

bool PlanTensor::SameSizes(const PlanTensor& other) const {
    return rank == other.rank && std::equal(sizes, sizes + rank, other.sizes);
}

bool PlanTensor::SamePlace(const PlanTensor& other) const {
    if (buffer != other.buffer || offset != other.offset || !SameSizes(other)) {
        return false;
    }
    for (uint32_t i = 0; i < rank; ++i) {
        if (sizes[i] != 1 && strides[i] != other.strides[i]) {
            return false;
        }
    }
    return true;
}

bool PlanTensor::IsContiguous() const {
    int64_t expected = 1;
    for (uint32_t i = rank; i-- > 0;) {
        if (sizes[i] != 1 && strides[i] != expected) {
            return false;
        }
        expected *= sizes[i];
    }
    return true;
}

bool PlanTensor::operator==(const PlanTensor& other) const {
    return dtype == other.dtype && buffer == other.buffer && offset == other.offset && SameSizes(other) &&
           std::equal(strides, strides + rank, other.strides);
}

bool PlanNode::operator==(const PlanNode& other) const {
    return std::string_view(op_type) == other.op_type && kind == other.kind && inputs == other.inputs &&
           outputs == other.outputs && kernel == other.kernel && lists == other.lists &&
           walks_input == other.walks_input;
}

void Plan::Clear() {
    api = "";
    buffers.clear();
    tensors.clear();
    nodes.clear();
}

namespace {

std::string TensorText(const Plan& plan, uint32_t index) {
    if (index == kAbsent) {
        return "absent";
    }
    const PlanTensor& tensor = plan.tensors[index];
    const PlanBuffer& buffer = plan.buffers[tensor.buffer];
    std::string text = fmt::format("%{} {} {}", tensor.buffer, base::DTypeName(tensor.dtype),
                                   ShapeText(std::span(tensor.sizes, tensor.rank)));
    if (!tensor.IsContiguous()) {
        text += " strides " + ShapeText(std::span(tensor.strides, tensor.rank));
    }
    if (tensor.offset != 0) {
        text += fmt::format(" offset {}", tensor.offset);
    }
    switch (buffer.kind) {
        case BufferKind::kUser:
            return text + " of " + buffer.name.Text();
        case BufferKind::kHost:
            return text + " of host values";
        case BufferKind::kWorkspace:
            break;
    }
    return text;
}

std::string ListText(const Plan& plan, const op::FVector<uint32_t>& tensors) {
    std::string text;
    for (const uint32_t tensor : tensors) {
        text += (text.empty() ? "" : ", ") + TensorText(plan, tensor);
    }
    return text;
}

}  // namespace

std::string Plan::Text() const {
    std::string text;
    for (const PlanNode& node : nodes) {
        text += fmt::format("  {}({}) -> {}\n", node.op_type, ListText(*this, node.inputs),
                            ListText(*this, node.outputs));
    }
    return text;
}

void BroadcastStrides(const PlanTensor& tensor, uint32_t rank, const int64_t* sizes, int64_t* strides) {
    for (uint32_t i = 1; i <= rank; ++i) {  // from the last dimension on
        const bool repeated = i > tensor.rank || (tensor.sizes[tensor.rank - i] == 1 && sizes[rank - i] != 1);
        strides[rank - i] = repeated ? 0 : tensor.strides[tensor.rank - i];
    }
}

bool ReshapeStrides(uint32_t rank, const int64_t* sizes, const int64_t* strides, uint32_t new_rank,
                    const int64_t* new_sizes, int64_t* new_strides) {
    // From the last dimension on, take runs of old dimensions that one stride can walk and cut new ones out
    // of them.
    uint32_t next = new_rank;
    uint32_t old = rank;
    while (old > 0) {
        --old;
        if (sizes[old] == 1) {
            continue;
        }
        int64_t run = sizes[old];
        const int64_t step = strides[old];
        while (old > 0 && (sizes[old - 1] == 1 || strides[old - 1] == run * step)) {
            --old;
            run *= sizes[old];
        }
        int64_t taken = 1;
        while (taken < run) {
            if (next == 0) {
                return false;
            }
            --next;
            new_strides[next] = taken * step;
            taken *= new_sizes[next];
        }
        if (taken != run) {
            return false;
        }
    }
    while (next > 0) {
        --next;
        if (new_sizes[next] != 1) {
            return false;
        }
        new_strides[next] = 0;
    }
    return true;
}

}  // namespace aclnn_cpu::nnopbase
