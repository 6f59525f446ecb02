#include "aicore/fault.h"

#include <fmt/format.h>

#include <string_view>

#include "aicore/core.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

base::Status ToStatus(const Fault& fault, std::string_view op_type, const platform::Soc& soc) {
    const bool deadlock = fault.kind == FaultKind::kDeadlock || fault.kind == FaultKind::kNoProgress;
    const int32_t code = fault.kind == FaultKind::kHostMemory ? 207001
                         : soc.split_cores()                  ? (deadlock ? 507034 : 507035)
                                                              : (deadlock ? 507014 : 507015);
    std::string text = fmt::format("{}: {} {}: ", op_type, fault.core_name, fault.block);
    if (!fault.instruction.empty()) {
        text += fault.instruction;
        if (fault.site.file != nullptr) {
            text += " at " + Describe(fault.site);
        }
        text += ": ";
    }
    text += fault.problem;
    if (!fault.remedy.empty()) {
        text += "; " + fault.remedy;
    }
    return base::Status(code, std::move(text));
}

void Raise(Fault fault) {
    if (Core* core = CurrentCore(); core != nullptr && core->waiter != nullptr) {
        core->waiter->Failed(fault);  // now: the kernel may catch it, or a destructor stop it
    }
    throw KernelFault{std::move(fault)};
}

}  // namespace aclnn_cpu::aicore
