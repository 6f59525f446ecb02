// Which buffers of a program the tensors of its call lie in.
#include <algorithm>
#include <utility>

#include "nnopbase/intern.h"
#include "nnopbase/phase.h"
#include "nnopbase/recording.h"

namespace aclnn_cpu::nnopbase {

// What the calls that give a tensor of this phase another address look through.
void Recording::NameArguments(Program& program) const {
    const op::internal::PhaseOne* phase = CurrentPhaseOne();
    if (phase == nullptr) {  // any tensor of the caller may be meant
        for (uint32_t i = 0; i < plan_storages_.size(); ++i) {
            for (const bool output : {false, true}) {
                if (plan_.buffers[i].kind == BufferKind::kUser) {
                    program.arguments.push_back({plan_storages_[i], {}, output, false, 0, 0, i});
                }
            }
        }
        return;
    }
    program.has_arguments = true;
    program.index_decides = phase->operator_is_one_launch;
    uint32_t parameter = 0;
    bool output = false;
    const auto add = [&](const op::internal::PhaseArgument& argument, const aclTensor* tensor,
                         uint32_t element, bool listed) {
        CallArgument& named = program.arguments.emplace_back();
        named.storage = tensor != nullptr ? tensor->GetStorage() : nullptr;
        named.name = {Intern(phase->NamesOf(argument)), argument.position};
        named.output = argument.output;
        named.listed = listed;
        named.parameter = parameter;
        named.element = element;
        const auto known = std::find(plan_storages_.begin(), plan_storages_.end(), named.storage);
        named.buffer =
            known != plan_storages_.end() ? static_cast<uint32_t>(known - plan_storages_.begin()) : kAbsent;
    };
    for (const op::internal::PhaseArgument& argument : *phase) {
        parameter = std::exchange(output, argument.output) == argument.output ? parameter : 0;
        if (argument.kind == op::internal::ObjectKind::kTensor) {
            add(argument, static_cast<const aclTensor*>(argument.object), 0, false);
            ++parameter;
        } else if (argument.kind == op::internal::ObjectKind::kTensorList) {
            const auto* list = static_cast<const aclTensorList*>(argument.object);
            for (uint32_t i = 0; list != nullptr && i < list->Size(); ++i) {
                add(argument, (*list)[i], i, true);
            }
            ++parameter;
        }
    }
}

}  // namespace aclnn_cpu::nnopbase
