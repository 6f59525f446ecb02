#include "nnopbase/recording.h"

#include <algorithm>
#include <new>

#include "base/error_log.h"
#include "nnopbase/intern.h"
#include "nnopbase/memory_rules.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/packages.h"
#include "nnopbase/phase.h"
#include "opdev/format_utils.h"
#include "opdev/tensor_view_utils.h"
#include "simd/strided_copy.h"

namespace aclnn_cpu::nnopbase {

using base::Status;

// The recordings a thread is not using; more than one only when first phases nest.
struct ThreadRecordings {
    std::vector<Recording*> free;  // has room for all that were made: giving one back cannot fail
    size_t made = 0;
    ~ThreadRecordings() {
        for (Recording* recording : free) {
            delete recording;
        }
    }
    static ThreadRecordings& Get() {
        thread_local ThreadRecordings recordings;
        return recordings;
    }
    Recording* New() {
        free.reserve(made + 1);
        auto* recording = new Recording();
        ++made;
        return recording;
    }
};

Recording::Recording() { executor_.recording_ = this; }

Recording::~Recording() {
    Reset();
    for (aclTensor* tensor : tensors_) {
        DestroyObject(tensor);
    }
}

Recording* Recording::Take(const char* function) {
    std::vector<Recording*>& free = ThreadRecordings::Get().free;
    Recording* recording = nullptr;
    if (free.empty()) {
        recording = ThreadRecordings::Get().New();
    } else {
        recording = free.back();
        free.pop_back();
    }
    recording->api_ = CurrentApi(function);
    return recording;
}

void Recording::Return(Recording* recording) {
    recording->Reset();
    ThreadRecordings::Get().free.push_back(recording);
}

void Recording::Reset() {
    for (size_t i = 0; i < tensors_used_; ++i) {
        ObjectAccess::Reset(tensors_[i]);
    }
    tensors_used_ = 0;
    for (const OtherObject& other : others_) {
        other.destroy(other.object);
    }
    others_.clear();
    nodes_.clear();
    plan_.Clear();
    plan_storages_.clear();
    plan_tensors_.clear();
    program_.reset();
    repeatable = false;
}

aclTensor* Recording::NewTensor() {
    if (tensors_used_ == tensors_.size()) {
        tensors_.push_back(CreateObject<aclTensor>());
    }
    return tensors_[tensors_used_++];
}

aclTensor* Recording::NewWorkspaceTensor(const op::Shape& shape, op::DataType dtype, op::Format format) {
    aclTensor* tensor = NewTensor();
    ObjectAccess::SetContiguous(tensor, dtype, shape, format);
    ObjectAccess::Storage(tensor).from_workspace = true;
    return tensor;
}

aclTensor* Recording::NewHostTensor(const op::Shape& shape, op::DataType dtype, op::Format format) {
    aclTensor* tensor = NewTensor();
    ObjectAccess::SetContiguous(tensor, dtype, shape, format);
    aclStorage& storage = ObjectAccess::Storage(tensor);
    storage.host_bytes =
        static_cast<uint64_t>(std::max<int64_t>(op::CalcShapeBytes(shape.GetShapeSize(), dtype, true), 0));
    storage.host = std::shared_ptr<unsigned char[]>(new unsigned char[storage.host_bytes + 1]());
    return tensor;
}

template <typename T>
T* Recording::NewObject() {
    T* object = CreateObject<T>();
    others_.push_back({object, [](void* made) { DestroyObject(static_cast<const T*>(made)); }});
    return object;
}
template aclIntArray* Recording::NewObject();
template aclFloatArray* Recording::NewObject();
template aclBoolArray* Recording::NewObject();
template aclScalar* Recording::NewObject();
template aclTensorList* Recording::NewObject();
template aclScalarList* Recording::NewObject();

namespace {

// Bad settings are the caller's fault: the phase returns their own code.
Status CheckSettingsForPhase() {
    Status status = CheckSettings(base::CurrentSettings());
    FailPhase(status.code());
    return status;
}

void CopyKernel(const simd::NativeCall& call) {
    simd::CopyConvert(call.output, call.inputs[0], call.rank, call.sizes, call.threads, call.target);
}

}  // namespace

Status Recording::AddCopy(const char* op_type, const aclTensor* from, const aclTensor* to) {
    ACLNN_CPU_RETURN_IF_ERROR(AddHost(op_type, CopyKernel, {&from, 1}, to, false));
    nodes_.back().kind = NodeKind::kCopy;
    return Status::Ok();
}

Status Recording::AddHost(const char* op_type, simd::NativeKernel kernel,
                          std::span<const aclTensor* const> inputs, const aclTensor* output,
                          bool walks_input) {
    ACLNN_CPU_RETURN_IF_ERROR(CheckSettingsForPhase());
    const aclTensor& walked = walks_input ? *inputs[0] : *output;
    const bool walks_all =
        WalksAlong(*output, walked) &&
        std::all_of(inputs.begin(), inputs.end(), [&](const aclTensor* x) { return WalksAlong(*x, walked); });
    if (!walks_all) {
        return NotRecordable(
            api_, op_type,
            "its shapes do not broadcast, or a tensor of more than 8 dimensions is broadcast "
            "or not contiguous");
    }
    Node& node = nodes_.emplace_back();
    node.op_type = op_type;
    node.kind = NodeKind::kHost;
    for (const aclTensor* input : inputs) {
        node.inputs.push_back(input);
    }
    node.outputs.push_back(output);
    node.kernel.engine = &kNativeEngine;
    node.kernel.native = kernel;
    node.kernel.native_inputs = static_cast<uint32_t>(inputs.size());
    node.walks_input = walks_input;
    return Status::Ok();
}

Status Recording::Node::AddOperands(const char* api, const op::OpArgList& args, bool is_output) {
    op::FVector<const aclTensor*>& operands = is_output ? outputs : inputs;
    for (const op::OpArg& arg : args) {
        const bool is_list = arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST && arg.pointer != nullptr;
        if (!is_list && arg.type != op::OpArgType::OPARG_ACLTENSOR) {
            return NotRecordable(api, op_type, "its inputs and outputs must be tensors or lists of them");
        }
        const auto* list = is_list ? static_cast<const aclTensorList*>(arg.pointer) : nullptr;
        const uint64_t count = is_list ? list->Size() : 1;
        if (is_list) {
            lists.push_back(
                {static_cast<uint32_t>(inputs.size() + outputs.size()), static_cast<uint32_t>(count)});
        }
        for (uint64_t i = 0; i < count; ++i) {
            const auto* tensor = is_list ? (*list)[i] : static_cast<const aclTensor*>(arg.pointer);
            if (is_list && tensor == nullptr) {
                return NotRecordable(api, op_type, "an element of a tensor list is null");
            }
            if (tensor != nullptr && tensor->GetViewShape().GetDimNum() > kMaxRank &&
                !op::IsContiguous(tensor)) {
                return NotRecordable(api, op_type,
                                     "a tensor that is not contiguous has more than 8 dimensions");
            }
            operands.push_back(tensor);
        }
    }
    return Status::Ok();
}

Status Recording::AddKernel(const char* op_type, const void* library, const op::OpArgContext& args,
                            const BeforeKernel& before) {
    ACLNN_CPU_RETURN_IF_ERROR(CheckSettingsForPhase());
    for (const op::OpArgDef group : {op::OP_WORKSPACE_ARG, op::OP_OUTSHAPE_ARG, op::OP_MEMSET_ARG}) {
        if (args.lists[group].count != 0) {
            return NotRecordable(api_, op_type, "OP_WORKSPACE and OP_OUTSHAPE are not supported");
        }
    }
    Node node;
    node.op_type = op_type;
    node.kind = NodeKind::kKernel;
    ACLNN_CPU_RETURN_IF_ERROR(node.AddOperands(api_, args.inputs(), false));
    ACLNN_CPU_RETURN_IF_ERROR(node.AddOperands(api_, args.outputs(), true));
    const Implementation known = FindImplementation(op_type, library);
    const LaunchRequest request{api_, op_type, known.owner, known.rows, &args};
    ACLNN_CPU_RETURN_IF_ERROR(PrepareKernel(request, &node.kernel));
    if (before) {
        ACLNN_CPU_RETURN_IF_ERROR(before(node.kernel));
    }
    nodes_.push_back(std::move(node));
    return Status::Ok();
}

namespace {

// First and one-past-last byte that a view of user memory may touch; empty for what has no known address.
struct ByteRange {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    bool Meets(const ByteRange& other) const { return begin < other.end && other.begin < end; }
};

ByteRange RangeOf(const aclTensor* tensor) {
    if (tensor == nullptr || tensor->IsFromWorkspace() || tensor->GetStorageAddr() == nullptr ||
        tensor->IsEmpty()) {
        return {};
    }
    int64_t last = 0;
    for (size_t i = 0; i < tensor->GetViewShape().GetDimNum(); ++i) {
        last += (tensor->GetViewShape()[i] - 1) * tensor->GetViewStrides()[i];
    }
    const auto begin = reinterpret_cast<uintptr_t>(tensor->GetData());
    return {begin,
            begin + static_cast<uintptr_t>(BytesOfElements(ToDType(tensor->GetDataType()), last + 1, true))};
}

}  // namespace

bool Recording::Redirect(const aclTensor* x, const aclTensor* y) {
    aclStorage& storage = ObjectAccess::Storage(x);
    const bool whole = x->GetViewOffset() == 0 && x->Numel() == x->Size();
    if (!storage.from_workspace || y->IsFromWorkspace() || y->GetStorage()->host != nullptr || !whole ||
        x->GetDataType() != y->GetDataType() || !op::IsContiguous(x) || !op::IsContiguous(y)) {
        return false;
    }
    for (size_t i = 0; i < tensors_used_; ++i) {
        if (tensors_[i]->GetStorage()->merged_into == y->GetStorage()) {
            return false;  // another intermediate lies there already
        }
    }
    const ByteRange target = RangeOf(y);
    bool written = false;
    for (const Node& node : nodes_) {
        const auto meets = [&](const aclTensor* tensor) { return RangeOf(tensor).Meets(target); };
        if (written && (std::any_of(node.inputs.begin(), node.inputs.end(), meets) ||
                        std::any_of(node.outputs.begin(), node.outputs.end(), meets))) {
            return false;
        }
        const bool writes = std::any_of(
            node.outputs.begin(), node.outputs.end(),
            [&](const aclTensor* tensor) { return tensor != nullptr && tensor->GetStorage() == &storage; });
        if (writes && node.kind != NodeKind::kKernel &&
            std::any_of(node.inputs.begin(), node.inputs.end(), meets)) {
            return false;  // it may read elements there behind those that it has written: a transpose
        }
        written = written || writes;
    }
    storage.from_workspace = false;
    storage.address = y->GetStorageAddr();
    storage.offset = y->GetViewOffset() + y->GetStorageOffset();
    storage.merged_into = y->GetStorage();
    return true;
}

const std::shared_ptr<Program>& Recording::Finish() {
    if (program_ == nullptr) {
        std::shared_ptr<Program> program = NewProgram();
        const op::internal::PhaseOne* phase = CurrentPhaseOne();
        // Where nothing was recorded no memory is touched, so there are no rules for it.
        const bool refused = phase != nullptr && (nodes_.empty() ? phase->fault != 0 : !PhaseMemoryIsSound());
        if (refused) {
            program->api = Intern(api_);
            program->problem =
                Status(phase->fault,
                       std::string(api_) + ": its first phase failed, see the message before this one");
        } else {
            BuildPlan();
            Compile(plan_, program.get());
        }
        program->repeatable = repeatable;
        program_ = std::move(program);
    }
    return program_;
}

}  // namespace aclnn_cpu::nnopbase
