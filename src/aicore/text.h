// Instructions and calls in words, for reports and traces.
#pragma once

#include <string>
#include <string_view>

#include "aicore/observer.h"
#include "ascendc/emulator.h"
#include "base/export.h"

namespace aclnn_cpu::aicore {

ACLNN_CPU_API std::string_view TypeName(ElementType type);  // "float", as a kernel spells it
ACLNN_CPU_API std::string_view RoundModeName(AscendC::RoundMode mode);
ACLNN_CPU_API std::string_view CompareModeName(AscendC::CMPMODE mode);
ACLNN_CPU_API std::string_view SelectModeName(AscendC::SELMODE mode);
ACLNN_CPU_API std::string_view ReduceOrderName(AscendC::ReduceOrder order);
ACLNN_CPU_API std::string_view EventName(AscendC::HardEvent event);
ACLNN_CPU_API std::string_view PipeName(pipe_t pipe);
std::string_view QueueCallName(QueueEvent::Kind kind);       // "EnQue"
ACLNN_CPU_API std::string Describe(const CallSite& site);    // "gelu_grad.cpp:120"
ACLNN_CPU_API std::string Describe(const Operand& operand);  // "VECIN float at byte 64"
// "Add(dst VECOUT float at byte 0, src0 ..., count 8)"
ACLNN_CPU_API std::string Describe(const Instruction& instruction);
struct Core;
// The same, with what the state of the core adds: "DataCopy(..., atomic Add float)"
ACLNN_CPU_API std::string Describe(const Core& core, const Instruction& instruction);
// The parameter's name: "dst", "src", "src0", "selMask", "tmp".
ACLNN_CPU_API std::string_view OperandName(const Instruction& instruction, uint32_t index);
// Sets of types and of rounding modes, as in the instruction table: "half, float".
ACLNN_CPU_API std::string TypeList(uint32_t types);
ACLNN_CPU_API std::string RoundModeList(uint32_t modes);
ACLNN_CPU_API std::string ReduceOrderList(uint32_t orders);

}  // namespace aclnn_cpu::aicore
