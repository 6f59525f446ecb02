// Leaving a block from a signal handler, where its kernel stands.
#pragma once

#include <ucontext.h>

#include <cstdint>
#include <string>

#include "aicore/fault.h"
#include "aicore/launch.h"

namespace aclnn_cpu::aicore {

struct Core;

// The machine code of the library or program that holds the kernel.
struct CodeRange {
    uint64_t begin = 0;
    uint64_t end = 0;
    bool Holds(uint64_t address) const { return address - begin < end - begin; }
};
// Empty where the emulator is part of it, so that the two cannot be told apart.
CodeRange CodeOf(KernelEntry entry);

// Calls the kernel: MayLeave knows this function by its address in the call stack.
void CallWatched(KernelEntry entry, void* const* arguments, uint64_t tiling_key);

// Whether the block can be left at the interrupted instruction: the kernel's own code, called by nothing but its own
// code, so that neither the emulator nor the allocator is in the middle of something.
bool MayLeave(const CodeRange& code, uint64_t at);

// Makes the interrupted code call `leave` next, on the stack of the block. It is to call EndWith.
void Redirect(ucontext_t& context, void (*leave)());

// Ends the block that the calling fiber runs, with this fault unless it unwinds already. What is on its stack is
// lost, and what it holds stays taken, which the fault's remedy then says.
[[noreturn]] void EndWith(Fault (*make)(const Core& core));

// One line, where a block of the same kernel has ended so since the kernel's last launch: this one may wait for ever.
void WarnOfLeft(const KernelLaunch& launch);

// "/opt/lib/libcust_opapi.so + 0x1a2b (addr2line ... names the line)".
std::string PlaceOf(uint64_t code);

// To standard error, from a signal handler.
void WriteError(const char* text);

}  // namespace aclnn_cpu::aicore
