#include "nnopbase/memory_rules.h"

#include <array>
#include <string>

#include "base/error_log.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/overlap.h"
#include "nnopbase/phase.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;
using op::internal::ObjectKind;
using op::internal::PhaseArgument;
using op::internal::PhaseOne;

// A non-empty view of user memory whose address is known.
bool HasMemory(const aclTensor* tensor) {
    return tensor != nullptr && !tensor->IsEmpty() && tensor->GetStorageAddr() != nullptr;
}

MemoryView ViewOf(const aclTensor& tensor) {
    const size_t rank = tensor.GetViewShape().GetDimNum();
    const int64_t* sizes = rank == 0 ? nullptr : &tensor.GetViewShape()[0];
    const MemoryView view = {reinterpret_cast<uintptr_t>(tensor.GetData()),
                             std::max<uint64_t>(base::ElementBytes(ToDType(tensor.GetDataType())), 1),
                             {sizes, rank},
                             {tensor.GetViewStrides().data(), rank}};
    if (ge::GetSizeByDataType(tensor.GetDataType()) <= static_cast<int>(op::kDataTypeSizeBitOffset)) {
        return view;
    }
    // Elements that share bytes have no addresses of their own: the view is one block.
    const auto elements = static_cast<int64_t>(ExtentBytes({0, 1, view.sizes, view.strides}));
    return {view.address,
            static_cast<uint64_t>(op::CalcShapeBytes(elements, tensor.GetDataType(), true)),
            {},
            {}};
}

// Calls body(tensor, element) for the tensors of an argument; `element` is -1 unless it is a list. Stops at
// an error.
template <typename Body>
Status ForEachTensor(const PhaseArgument& argument, Body&& body) {
    if (argument.object == nullptr) {
        return Status::Ok();
    }
    if (argument.kind == ObjectKind::kTensor) {
        return body(static_cast<const aclTensor*>(argument.object), int64_t{-1});
    }
    if (argument.kind == ObjectKind::kTensorList) {
        const auto* list = static_cast<const aclTensorList*>(argument.object);
        for (uint64_t i = 0; i < list->Size(); ++i) {
            ACLNN_CPU_RETURN_IF_ERROR(body((*list)[i], static_cast<int64_t>(i)));
        }
    }
    return Status::Ok();
}

std::string Name(const PhaseOne& phase, const PhaseArgument& argument, int64_t element) {
    const std::string name = phase.NameOf(argument);
    return element < 0 ? name : name + "[" + std::to_string(element) + "]";
}

Status CheckAgainstOthers(const PhaseOne& phase, const PhaseArgument& output, const aclTensor& written,
                          int64_t element) {
    const MemoryView view = ViewOf(written);
    for (const PhaseArgument& other : phase) {
        ACLNN_CPU_RETURN_IF_ERROR(ForEachTensor(other, [&](const aclTensor* tensor, int64_t other_element) {
            const bool itself = &other == &output && other_element == element;
            if (itself || !HasMemory(tensor)) {
                return Status::Ok();
            }
            const Overlap overlap = Compare(view, ViewOf(*tensor));
            const bool refused = overlap == Overlap::kPartial || (overlap == Overlap::kExact && other.output);
            return refused ? PartlyOverlaps(phase.api(), Name(phase, output, element),
                                            Name(phase, other, other_element))
                           : Status::Ok();
        }));
    }
    return Status::Ok();
}

}  // namespace

Status CheckView(std::string_view api, std::string_view name, const aclTensor& tensor) {
    // What an executor made is right by construction, and says nothing of the extent of the storage it looks
    // at.
    if (tensor.IsEmpty() || tensor.IsFromWorkspace() || !ObjectAccess::OwnsStorage(tensor)) {
        return Status::Ok();
    }
    const op::Shape& shape = tensor.GetViewShape();
    const op::Strides& strides = tensor.GetViewStrides();
    const int64_t first = tensor.GetViewOffset();
    int64_t last = first;
    bool overflows = false;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape[i] > 1 && strides[i] < 0) {
            return NegativeStride(api, name, i, strides[i]);
        }
        int64_t span = 0;
        overflows |= __builtin_mul_overflow(shape[i] - 1, strides[i], &span) ||
                     __builtin_add_overflow(last, span, &last);
    }
    if (!BeginsAByte(tensor.GetDataType(), first)) {
        return InsideAByte(api, name, tensor);
    }
    const int64_t storage = tensor.GetStorageShape().GetShapeSize();
    if (overflows || first < 0 || last >= storage) {
        return LeavesStorage(api, name, tensor, first, overflows ? INT64_MAX : last);
    }
    return Status::Ok();
}

Status CheckMemoryRules(const PhaseOne& phase) {
    for (const PhaseArgument& argument : phase) {
        ACLNN_CPU_RETURN_IF_ERROR(ForEachTensor(argument, [&](const aclTensor* tensor, int64_t element) {
            if (tensor == nullptr) {
                return Status::Ok();
            }
            const Status status = CheckView(phase.api(), {}, *tensor);
            return status.ok() ? status : CheckView(phase.api(), Name(phase, argument, element), *tensor);
        }));
    }
    for (const PhaseArgument& argument : phase) {
        if (!argument.output) {
            continue;
        }
        ACLNN_CPU_RETURN_IF_ERROR(ForEachTensor(argument, [&](const aclTensor* tensor, int64_t element) {
            if (tensor == nullptr || tensor->IsEmpty()) {
                return Status::Ok();
            }
            if (OverlapsItself(ViewOf(*tensor))) {
                return OverlapsItself(phase.api(), Name(phase, argument, element), *tensor);
            }
            return HasMemory(tensor) ? CheckAgainstOthers(phase, argument, *tensor, element) : Status::Ok();
        }));
    }
    return Status::Ok();
}

bool PhaseMemoryIsSound() {
    PhaseOne* phase = CurrentPhaseOne();
    if (phase != nullptr && !phase->memory_checked) {
        phase->memory_checked = true;
        FailPhase(base::Report(CheckMemoryRules(*phase)));
    }
    return phase == nullptr || phase->fault == 0;
}

}  // namespace aclnn_cpu::nnopbase
