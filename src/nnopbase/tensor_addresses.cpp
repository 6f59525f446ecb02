// aclSet...TensorAddr: another address for a tensor of a repeatable executor.
//
// Which tensor is meant: for a generated function, the index says, as on the device; for a function written in op_api code
// the tensor itself does, again as on the device, and the index only has to be one that there is.
#include <algorithm>
#include <memory>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "base/guard.h"
#include "nnopbase/executor.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "nnopbase/versions.h"
#include "opdev/op_errno.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;
using op::internal::ObjectKind;

// Of a call's arguments, those that a function is about.
struct Side {
    std::string_view name;
    bool inputs;
    bool outputs;
    bool Has(const CallArgument& argument) const { return argument.output ? outputs : inputs; }
};
constexpr Side kInputs{"input tensor", true, false};
constexpr Side kOutputs{"output tensor", false, true};
constexpr Side kAll{"tensor", true, true};

// What a call gives an address to. Of a list: its place among the parameters, and the place in it.
struct Wanted {
    const char* function;
    const Side& side;
    size_t index;
    bool listed;
    size_t element;
};

Status FindRepeatable(const char* function, aclOpExecutor* executor, std::shared_ptr<Program>* program) {
    if (executor == FailedExecutor()) {
        return NoExecutorMade(function);
    }
    *program = Executors().Find(executor);
    if (*program == nullptr) {
        return NoSuchExecutor(function, executor, ACLNN_ERR_INNER);
    }
    ACLNN_CPU_RETURN_IF_ERROR((*program)->problem);
    return (*program)->repeatable.load(std::memory_order_acquire) ? Status::Ok()
                                                                  : NotRepeatable(function, (*program)->api);
}

// The place of the argument's parameter among those of the side: outputs follow inputs.
size_t ParameterOn(const Side& side, const Program& program, const CallArgument& argument) {
    size_t inputs = 0;
    for (const CallArgument& other : program.arguments) {
        inputs = other.output ? inputs : std::max(inputs, size_t{other.parameter} + 1);
    }
    return argument.parameter + (argument.output && side.inputs ? inputs : 0);
}

// The argument that the index names, or 161002.
Status AtIndex(const Wanted& wanted, const Program& program, const CallArgument** found) {
    size_t tensors = 0;
    size_t parameters = 0;
    size_t elements = 0;  // of the list
    for (const CallArgument& argument : program.arguments) {
        if (!wanted.side.Has(argument)) {
            continue;
        }
        const size_t parameter = ParameterOn(wanted.side, program, argument);
        parameters = std::max(parameters, parameter + 1);
        const bool meant = wanted.listed ? parameter == wanted.index && argument.element == wanted.element
                                         : tensors == wanted.index;
        *found = meant ? &argument : *found;
        elements += parameter == wanted.index ? 1 : 0;
        ++tensors;
    }
    if (*found != nullptr) {
        return Status::Ok();
    }
    if (!wanted.listed) {
        return NoSuchTensor(wanted.function, program.api, "index", wanted.index, wanted.side.name, tensors);
    }
    return wanted.index >= parameters
               ? NoSuchTensor(wanted.function, program.api, "irIndex", wanted.index, "parameter", parameters)
               : NoSuchTensor(wanted.function, program.api, "relativeIndex", wanted.element, "element",
                              elements);
}

// The one argument of a call by index or tensor.
Status Choose(const Wanted& wanted, const Program& program, const aclTensor& tensor,
              const CallArgument** found) {
    const CallArgument* at_index = nullptr;
    if (program.has_arguments) {
        ACLNN_CPU_RETURN_IF_ERROR(AtIndex(wanted, program, &at_index));
    }
    if (program.index_decides && at_index->storage != nullptr) {
        *found = at_index;
        return Status::Ok();
    }
    for (const CallArgument& argument : program.arguments) {
        const bool is_it =
            !program.index_decides && wanted.side.Has(argument) && argument.storage == tensor.GetStorage();
        *found = *found == nullptr && is_it ? &argument : *found;
    }
    if (*found != nullptr) {
        return Status::Ok();
    }
    return at_index != nullptr && at_index->storage == nullptr
               ? AbsentTensor(wanted.function, program.api, at_index->name.Text())
               : NotOfTheCall(wanted.function, program.api, wanted.side.name);
}

Status SetAddress(const Wanted& wanted, Program& program, const aclTensor& tensor, void* address) {
    const CallArgument* argument = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(Choose(wanted, program, tensor, &argument));
    if (argument->buffer != kAbsent) {
        Move(program, argument->buffer, reinterpret_cast<uintptr_t>(address));
    }
    tensor.SetStorageAddr(address);
    return Status::Ok();
}

template <typename Body>
aclnnStatus Call(const char* function, Body&& body) {
    return base::Guarded(function, ACLNN_ERR_INNER, ACLNN_ERR_INNER, body);
}

aclnnStatus SetTensor(const char* function, const Side& side, aclOpExecutor* executor, size_t index,
                      const aclTensor* tensor, void* address) {
    return Call(function, [&] {
        if (executor == nullptr || tensor == nullptr) {
            return NullForExecutor(function, executor == nullptr ? "executor" : "tensor");
        }
        std::shared_ptr<Program> program;
        ACLNN_CPU_RETURN_IF_ERROR(FindRepeatable(function, executor, &program));
        if (!IsLiveObject(tensor, ObjectKind::kTensor)) {
            return NotAlive(function, "tensor", tensor, "Tensor");
        }
        return SetAddress({function, side, index, false, 0}, *program, *tensor, address);
    });
}

aclnnStatus SetElement(const char* function, const Side& side, aclOpExecutor* executor, size_t index,
                       size_t element, const aclTensorList* tensors, void* address) {
    return Call(function, [&] {
        if (executor == nullptr || tensors == nullptr) {
            return NullForExecutor(function, executor == nullptr ? "executor" : "tensors");
        }
        std::shared_ptr<Program> program;
        ACLNN_CPU_RETURN_IF_ERROR(FindRepeatable(function, executor, &program));
        if (!IsLiveObject(tensors, ObjectKind::kTensorList)) {
            return NotAlive(function, "tensors", tensors, "TensorList");
        }
        if (element >= tensors->Size()) {
            return NoSuchTensor(function, program->api, "relativeIndex", element, "element", tensors->Size());
        }
        const aclTensor* tensor = (*tensors)[element];
        if (tensor == nullptr) {
            return NullForExecutor(function, "the element of tensors");
        }
        return SetAddress({function, side, index, true, element}, *program, *tensor, address);
    });
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

using namespace aclnn_cpu::nnopbase;

extern "C" {

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
    return SetTensor("aclSetInputTensorAddr", kInputs, executor, index, tensor, addr);
}
aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
    return SetTensor("aclSetOutputTensorAddr", kOutputs, executor, index, tensor, addr);
}
aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor, void* addr) {
    return SetTensor("aclSetTensorAddr", kAll, executor, index, tensor, addr);
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                         aclTensorList* tensors, void* addr) {
    return SetElement("aclSetDynamicInputTensorAddr", kInputs, executor, irIndex, relativeIndex, tensors,
                      addr);
}
aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                          aclTensorList* tensors, void* addr) {
    return SetElement("aclSetDynamicOutputTensorAddr", kOutputs, executor, irIndex, relativeIndex, tensors,
                      addr);
}
aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex, const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
    return SetElement("aclSetDynamicTensorAddr", kAll, executor, irIndex, relativeIndex, tensors, addr);
}

}  // extern "C"
