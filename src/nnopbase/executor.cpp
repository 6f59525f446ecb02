// aclOpExecutor: the methods that op_api code calls while it records.
#include "nnopbase/executor.h"

#include <pthread.h>

#include <algorithm>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "base/error_log.h"
#include "base/guard.h"
#include "base/log.h"
#include "nnopbase/memory_rules.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/phase.h"
#include "nnopbase/recording.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/shape_utils.h"
#include "opdev/tensor_view_utils.h"
#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {

namespace {

constexpr uint8_t kExecutorTag = 4;
constexpr uint32_t kGenerationsPerProcess = 1u << 20;  // keeps a child's handles apart from its parent's

struct ExecutorTable {
    base::HandleTable<Program>* table = new base::HandleTable<Program>(kExecutorTag);
    uint32_t forks = 0;
};

// Never destroyed: programs may use executors in their own static destructors.
ExecutorTable& TheExecutors() {
    static auto* executors = [] {
        auto* created = new ExecutorTable();
        pthread_atfork(nullptr, nullptr, [] {
            ExecutorTable& mine = TheExecutors();
            mine.table = new base::HandleTable<Program>(kExecutorTag, ++mine.forks * kGenerationsPerProcess);
        });
        return created;
    }();
    return *executors;
}

std::mutex type_ids_mutex;
[[maybe_unused]] const bool kReadyToFork = (TheExecutors(), registry::KeepAcrossForks(type_ids_mutex), true);

}  // namespace

base::HandleTable<Program>& Executors() { return *TheExecutors().table; }

aclOpExecutor* FailedExecutor() {
    static char place;
    return reinterpret_cast<aclOpExecutor*>(&place);
}

std::string NeverRunExecutors() {
    std::map<std::string, size_t> counts;
    for (const std::shared_ptr<Program>& program : Executors().All()) {
        if (!program->ran) {
            ++counts[program->api];
        }
    }
    std::string text;
    for (const auto& [api, count] : counts) {
        text += fmt::format("{}{}: {} executor{} made by its first phase, never run nor destroyed",
                            text.empty() ? "" : "\n", api, count, count == 1 ? "" : "s");
    }
    return text;
}

namespace {

// What a method returns when memory ran out or a message was remembered: null.
template <typename Body>
auto NullOnFailure(const char* method, Body&& body) noexcept -> decltype(body()) {
    decltype(body()) result = nullptr;
    const int32_t code = base::Guarded(method, ACLNN_ERR_INNER, ACLNN_ERR_INNER,
                                       [&] { return (result = body()), base::Status::Ok(); });
    return code == 0 ? result : nullptr;
}

// A shape that no memory can have is refused here, where its maker is known: plans count without checks.
bool IsPossible(const char* method, const op::Shape& shape, op::DataType dtype) {
    const size_t rank = shape.GetDimNum();
    const base::Status status = CheckSizes(method, "shape", rank == 0 ? nullptr : &shape[0], rank, dtype);
    if (!status.ok()) {
        OP_LOGE(ACLNN_ERR_INNER, "%s", status.message().c_str());
    }
    return status.ok();
}

// Whether the elements of a view have places from the start of its storage on; with a message when not.
bool IsPossibleView(const op::Shape& shape, const op::Strides& strides, int64_t offset, op::DataType dtype) {
    if (!IsPossible("CreateView", shape, dtype)) {
        return false;
    }
    bool sound = strides.size() == shape.GetDimNum();
    bool empty = false;
    int64_t first = offset, last = offset;
    for (size_t i = 0; sound && i < strides.size(); ++i) {
        int64_t span = 0;
        empty |= shape[i] == 0;
        int64_t& end = strides[i] < 0 ? first : last;
        sound = !__builtin_mul_overflow(std::max<int64_t>(shape[i] - 1, 0), strides[i], &span) &&
                !__builtin_add_overflow(end, span, &end);
    }
    if (!sound || (!empty && (first < 0 || !BeginsAByte(dtype, offset)))) {
        OP_LOGE(
            ACLNN_ERR_INNER,
            "CreateView of %s with shape %s, strides %s and offset %ld, expected one stride per dimension, "
            "elements behind the start of the storage and the first at the start of a byte",
            op::ToString(dtype).GetString(), op::ToString(shape).GetString(),
            op::ToString(strides).GetString(), offset);
        return false;
    }
    return true;
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

using namespace aclnn_cpu;
using nnopbase::NullOnFailure;
using nnopbase::ObjectAccess;

aclTensor* aclOpExecutor::AllocTensor(const op::Shape& shape, op::DataType dataType, op::Format format) {
    return NullOnFailure("AllocTensor", [&]() -> aclTensor* {
        return nnopbase::IsPossible("AllocTensor", shape, dataType)
                   ? recording_->NewWorkspaceTensor(shape, dataType, format)
                   : nullptr;
    });
}

aclTensor* aclOpExecutor::AllocTensor(const op::Shape& storageShape, const op::Shape& originShape,
                                      op::DataType dataType, op::Format storageFormat,
                                      op::Format originFormat) {
    aclTensor* tensor = nnopbase::IsPossible("AllocTensor", storageShape, dataType)
                            ? AllocTensor(originShape, dataType, originFormat)
                            : nullptr;
    if (tensor != nullptr) {
        tensor->SetStorageShape(storageShape);
        tensor->SetStorageFormat(storageFormat);
    }
    return tensor;
}

aclTensor* aclOpExecutor::AllocTensor(op::DataType dataType, op::Format storageFormat,
                                      op::Format originFormat) {
    return AllocTensor(op::Shape(), op::Shape(), dataType, storageFormat, originFormat);
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::Shape& shape, op::DataType dataType, op::Format format) {
    return NullOnFailure("AllocHostTensor", [&]() -> aclTensor* {
        return nnopbase::IsPossible("AllocHostTensor", shape, dataType)
                   ? recording_->NewHostTensor(shape, dataType, format)
                   : nullptr;
    });
}

aclTensor* aclOpExecutor::AllocHostTensor(const op::Shape& storageShape, const op::Shape& originShape,
                                          op::DataType dataType, op::Format storageFormat,
                                          op::Format originFormat) {
    if (storageShape.GetShapeSize() != originShape.GetShapeSize()) {
        OP_LOGE(ACLNN_ERR_INNER,
                "a host tensor was asked for with storage shape %s and original shape %s, expected "
                "as many elements in both",
                op::ToString(storageShape).GetString(), op::ToString(originShape).GetString());
        return nullptr;
    }
    aclTensor* tensor = AllocHostTensor(originShape, dataType, originFormat);
    if (tensor != nullptr) {
        tensor->SetStorageShape(storageShape);
        tensor->SetStorageFormat(storageFormat);
    }
    return tensor;
}

aclTensor* aclOpExecutor::HostTensor(const void* values, op::DataType from, uint64_t count, op::DataType to) {
    if (values == nullptr && count > 0) {
        OP_LOGE(ACLNN_ERR_INNER, "a host tensor of %lu values was asked for without values", count);
        return nullptr;
    }
    aclTensor* tensor = AllocHostTensor(op::Shape({static_cast<int64_t>(count)}), to);
    if (tensor != nullptr) {
        ObjectAccess::SetHostValues(tensor, values, from, 0, count, to);
    }
    return tensor;
}

const aclTensor* aclOpExecutor::ConvertToTensor(const aclIntArray* value, op::DataType dataType) {
    return value == nullptr ? nullptr
                            : HostTensor(value->GetData(), op::DataType::DT_INT64, value->Size(), dataType);
}
const aclTensor* aclOpExecutor::ConvertToTensor(const aclFloatArray* value, op::DataType dataType) {
    return value == nullptr ? nullptr
                            : HostTensor(value->GetData(), op::DataType::DT_FLOAT, value->Size(), dataType);
}
const aclTensor* aclOpExecutor::ConvertToTensor(const aclBoolArray* value, op::DataType dataType) {
    return value == nullptr ? nullptr
                            : HostTensor(value->GetData(), op::DataType::DT_BOOL, value->Size(), dataType);
}
const aclTensor* aclOpExecutor::ConvertToTensor(const aclScalar* value, op::DataType dataType) {
    if (value == nullptr) {
        return nullptr;
    }
    aclTensor* tensor = AllocHostTensor(op::Shape(), dataType);
    if (tensor != nullptr) {
        ObjectAccess::SetHostValues(tensor, value->GetData(), value->GetDataType(), 0, 1, dataType);
    }
    return tensor;
}

aclTensor* aclOpExecutor::CreateView(const aclTensor* tensor, const op::Shape& shape, int64_t offset) {
    if (tensor == nullptr || !nnopbase::IsPossible("CreateView", shape, tensor->GetDataType())) {
        return nullptr;
    }
    op::Strides strides;
    op::ToContiguousStrides(shape, strides);
    return CreateView(tensor, shape, tensor->GetStorageShape(), strides, offset);
}

aclTensor* aclOpExecutor::CreateView(const aclTensor* tensor, const op::Shape& viewShape,
                                     const op::Shape& storageShape, const op::Strides& strides,
                                     int64_t offset) {
    return NullOnFailure("CreateView", [&]() -> aclTensor* {
        if (tensor == nullptr ||
            !nnopbase::IsPossibleView(viewShape, strides, offset, tensor->GetDataType())) {
            return nullptr;
        }
        aclTensor* view = recording_->NewTensor();
        ObjectAccess::SetView(view, *tensor, viewShape, strides, offset);
        view->SetStorageShape(storageShape);
        view->SetOriginalShape(viewShape);
        return view;
    });
}

namespace {

template <typename Array, typename T>
Array* NewArray(nnopbase::Recording& recording, const T* values, uint64_t size) {
    return NullOnFailure("an array of the executor", [&]() -> Array* {
        if (values == nullptr && size > 0) {
            OP_LOGE(ACLNN_ERR_INNER, "an array of %lu values was asked for without values", size);
            return nullptr;
        }
        Array* array = recording.NewObject<Array>();
        ObjectAccess::SetArray(array, values, size);
        return array;
    });
}

template <typename List, typename T>
List* NewList(nnopbase::Recording& recording, const T* const* elements, uint64_t size) {
    return NullOnFailure("a list of the executor", [&]() -> List* {
        List* list = recording.NewObject<List>();
        for (uint64_t i = 0; i < size; ++i) {
            ObjectAccess::Elements(list).push_back(const_cast<T*>(elements[i]));
        }
        return list;
    });
}

}  // namespace

aclIntArray* aclOpExecutor::AllocIntArray(const int64_t* value, uint64_t size) {
    return NewArray<aclIntArray>(*recording_, value, size);
}
aclFloatArray* aclOpExecutor::AllocFloatArray(const float* value, uint64_t size) {
    return NewArray<aclFloatArray>(*recording_, value, size);
}
aclBoolArray* aclOpExecutor::AllocBoolArray(const bool* value, uint64_t size) {
    return NewArray<aclBoolArray>(*recording_, value, size);
}
aclTensorList* aclOpExecutor::AllocTensorList(const aclTensor* const* tensors, uint64_t size) {
    return NewList<aclTensorList>(*recording_, tensors, size);
}
aclScalarList* aclOpExecutor::AllocScalarList(const aclScalar* const* scalars, uint64_t size) {
    return NewList<aclScalarList>(*recording_, scalars, size);
}

aclScalar* aclOpExecutor::AllocScalar(const void* data, op::DataType dataType) {
    return NullOnFailure("AllocScalar", [&]() -> aclScalar* {
        aclScalar* scalar = recording_->NewObject<aclScalar>();
        return data != nullptr && base::Report(ObjectAccess::SetScalar(scalar, data, dataType)) == 0
                   ? scalar
                   : nullptr;
    });
}

aclnnStatus aclOpExecutor::CheckTensorMemory() {
    return nnopbase::PhaseMemoryIsSound() ? ACLNN_SUCCESS : nnopbase::CurrentPhaseOne()->fault;
}

uint64_t aclOpExecutor::GetWorkspaceSize() const {
    uint64_t bytes = 0;
    const int32_t code = base::Guarded(recording_->api(), ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return (bytes = recording_->Finish()->workspace_bytes), base::Status::Ok();
    });
    nnopbase::FailPhase(code);
    return bytes;
}

aclnnStatus aclOpExecutor::SetRepeatable() {
    recording_->repeatable = true;
    return ACLNN_SUCCESS;
}
bool aclOpExecutor::IsRepeatable() const { return recording_->repeatable; }
void aclOpExecutor::AbandonCache(bool) {}

UniqueExecutor::UniqueExecutor(const char* function) : executor_(nullptr) {
    executor_ =
        NullOnFailure("CREATE_EXECUTOR", [&] { return nnopbase::Recording::Take(function)->executor(); });
}

UniqueExecutor::~UniqueExecutor() {
    if (executor_ != nullptr) {
        nnopbase::Recording::Return(&executor_->recording());
    }
}

void UniqueExecutor::ReleaseTo(aclOpExecutor** executor) {
    if (executor == nullptr || executor_ == nullptr) {
        return;
    }
    nnopbase::Recording& recording = executor_->recording();
    const int32_t code = base::Guarded(recording.api(), ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        *executor = static_cast<aclOpExecutor*>(nnopbase::Executors().Add(recording.Finish()));
        return base::Status::Ok();
    });
    if (code != 0) {
        nnopbase::FailPhase(code);
        *executor = nnopbase::FailedExecutor();
    }
}

namespace op {

uint32_t GenOpTypeId(const char* opName) {
    const std::lock_guard lock(nnopbase::type_ids_mutex);
    static auto& ids = *new std::map<std::string, uint32_t>();
    return ids.try_emplace(opName, static_cast<uint32_t>(ids.size())).first->second;
}

namespace internal {

aclnnStatus AddAicoreLaunch(const char* op_type, const void* library, aclOpExecutor* executor,
                            const OpArgContext& args) {
    if (executor == nullptr) {
        return base::Report(nnopbase::NullArgument(op_type, "executor"));
    }
    return base::Guarded(op_type, ACLNN_ERR_INNER, ACLNN_ERR_INNER,
                         [&] { return executor->recording().AddKernel(op_type, library, args); });
}

aclnnStatus AddAicpuLaunch(const char* op_type, aclOpExecutor*, const OpArgContext& args) {
    std::string types;
    for (const OpArg& arg : args.inputs()) {
        const auto* tensor = static_cast<const aclTensor*>(arg.pointer);
        if (arg.type == OpArgType::OPARG_ACLTENSOR && tensor != nullptr) {
            types += (types.empty() ? "" : ", ") + std::string(ToString(tensor->GetDataType()).GetString());
        }
    }
    return base::Guarded(op_type, ACL_ERROR_FEATURE_UNSUPPORTED, ACL_ERROR_FEATURE_UNSUPPORTED,
                         [&] { return nnopbase::AicpuLaunch(op_type, types); });
}

}  // namespace internal
}  // namespace op
