// What a kernel did wrong, as a value. Raising one ends the block: it unwinds the kernel to the root of its
// fiber, and the launch returns it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "aicore/core_layout.h"
#include "ascendc/emulator.h"
#include "base/status.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

enum class FaultKind : uint8_t {
    kMisaligned,     // a local address that is no multiple of what the instruction needs
    kOutOfMemory,    // buffers beyond the chip's local memory, or more of them than it can manage
    kOutOfBounds,    // an access beyond a local memory
    kUnsupported,    // an instruction, type or mode that the chip lacks
    kBadParameter,   // a field beyond its limits
    kQueueProtocol,  // allocate, queue, dequeue or free against the rules
    kPipeProtocol,   // two pipes at once, or none
    kUndefined,      // bytes that were never written reach global memory, a scalar or an address
    kHazard,         // two pipes use the same bytes with nothing between them
    kFlagProtocol,   // a flag set twice, or left set
    kRace,           // two cores use the same global memory with nothing between them
    kDeadlock,       // a wait that nothing will end
    kNoProgress,     // a kernel that runs on without doing anything
    kAssertion,      // ASSERT or Trap
    kArithmetic,     // an integer divided by zero
    kException,      // a C++ exception left the kernel
    kHostMemory,     // no fault of the kernel: this machine has no memory for the core of a block
};

struct Fault {
    FaultKind kind = FaultKind::kException;
    uint32_t block = 0;
    std::string_view core_name = "block";  // "AIC block" where there are two kinds
    std::string instruction;               // with its operands, or the call
    CallSite site;
    std::string operand;  // empty: not about one operand
    uint64_t address = 0;
    uint64_t limit = 0;
    std::string problem;  // what was expected and what was found
    std::string remedy;

    void At(const CorePlace& place) {
        block = place.block;
        core_name = place.name;
    }
};

// "GeluGrad: block 3: Add(...) at gelu_grad.cpp:120: <problem>; <remedy>", with the code the chip would give.
base::Status ToStatus(const Fault& fault, std::string_view op_type, const platform::Soc& soc);

// Ends the block that the calling fiber runs.
[[noreturn]] void Raise(Fault fault);

// What Raise throws.
struct KernelFault {
    Fault fault;
};
// Unwinds a block that waits for ever after another one has faulted.
struct Abandoned {};

}  // namespace aclnn_cpu::aicore
