// Watching the emulated cores. The core executes and knows nothing of who watches; with no observer each
// event costs one predictable branch.
#pragma once

#include <cstdint>
#include <span>

#include "ascendc/emulator.h"
#include "base/export.h"

namespace aclnn_cpu::aicore {

struct Core;
class CoreLayout;
struct Fault;
struct KernelLaunch;

struct BufferRecord {
    AscendC::TPosition position;
    uint32_t count;       // buffers of a queue; 1 for a TBuf
    uint64_t bytes_each;  // rounded up to 32
    uint64_t address;     // of the first
    CallSite site;
    BufferOwner owner;
};

struct QueueEvent {
    enum class Kind : uint8_t { kAllocate, kEnQue, kDeQue, kFree };
    Kind kind;
    int32_t queue;
    AscendC::TPosition src;  // the stages that hand over to one another: what the event flags follow from
    AscendC::TPosition dst;
    uint64_t address;
    uint32_t bytes;
    CallSite site;
};

struct FlagEvent {
    AscendC::HardEvent event;
    int32_t id;
    bool wait;  // else set
    CallSite site;
};

struct CrossCoreFlagEvent {
    uint8_t mode;  // of a set
    uint8_t id;
    pipe_t pipe;  // of a set
    bool wait;    // else set; reported when the wait is over
    CallSite site;
};

// Cores that have all set a flag, and those whose counters of it rise for that: indices among all of the launch.
struct FlagMeeting {
    uint8_t mode;
    uint8_t id;
    std::span<const uint32_t> setters;
    std::span<const uint32_t> receivers;
};

// What an instruction does with a piece of memory.
enum class Role : uint8_t {
    kRead,
    kDecide,  // reads what decides where it goes on or how much it does: offsets, masks, counts
    kChoose,  // reads bits that choose between what is read for each element
    kWrite,
    kCombine,  // an atomic operation on what is there
    kSpoil,    // writes what nobody may rely on: temporary buffers, padding without a value
};

// Adjacent bytes of local or global memory.
struct Piece {
    const uint8_t* at;  // host address
    uint64_t bytes;
    Role role;
    int8_t operand;  // of the instruction; kNoOperand: memory that no operand names
};
inline constexpr int8_t kNoOperand = -1;

// A part of an instruction that is about to happen: every byte of the pieces, and no other, is read or written.
// An instruction with strides or a mask happens in several.
struct Transfer {
    std::span<const Piece> pieces;
    // Each piece is so many elements, and element i of what is written depends on elements i of what is read; 0:
    // all that is written depends on all that is read.
    uint64_t elements = 0;
    // The bytes are among those of the last transfer that refines none; this one says more exactly what of them
    // depends on what.
    bool refines = false;
    // Several values are packed into an element written: it is defined where any of them is.
    bool packs = false;
    // Bits from bit `choice_bit` on, one per element: a set one says that the element depends on the first piece
    // that is read, the others that it depends on the second, if there is one. Null: on all of them.
    const uint8_t* choice = nullptr;
    uint32_t choice_bit = 0;
};

// IBSet, before it waits until the flag is free, or IBWait, when the wait is over.
struct InterBlockEvent {
    bool set;  // else wait
    uint32_t block;
    uint32_t event;
    const void* slot;  // the flag in global memory
    CallSite site;
};

// Called on the worker that runs the block; calls of different blocks come at the same time from several
// threads. May end the block by raising a fault, but for OnBlockEnd and OnFault. Those of the launch and of
// rounds come from the thread of the launch, while no block runs; those without a core must not throw.
class ACLNN_CPU_API Observer {
 public:
    virtual ~Observer();
    virtual void OnLaunchBegin(const KernelLaunch&, const CoreLayout&) {}
    virtual void OnLaunchEnd() {}
    virtual void OnRoundEnd() {}  // every block has finished or waits for others
    // Round after round, on each worker: it runs blocks from here on, and no longer.
    virtual void OnWorkerBegin() {}
    virtual void OnWorkerEnd() {}
    virtual void OnBlockBegin(const Core&) {}
    virtual void OnKernelEnd(const Core&) {}  // the kernel has returned
    virtual void OnBlockEnd(const Core&) {}
    virtual void OnInstructionBegin(const Core&, const Instruction&) {}
    // After the executor's own checks, before anything changes.
    virtual void OnTransfer(const Core&, const Instruction&, const Transfer&) {}
    virtual void OnInstructionEnd(const Core&, const Instruction&) {}
    virtual void OnAllocate(const Core&, const BufferRecord&) {}
    virtual void OnQueue(const Core&, const QueueEvent&) {}
    virtual void OnFlag(const Core&, const FlagEvent&) {}
    virtual void OnPipeBarrier(const Core&, pipe_t, const CallSite&) {}
    virtual void OnSyncAllArrive(const Core&, const CallSite&) {}
    virtual void OnSyncAllLeave(const Core&, const CallSite&) {}
    virtual void OnCrossCoreFlag(const Core&, const CrossCoreFlagEvent&) {}
    // Between rounds, after OnRoundEnd, on the launching thread; each takes the oldest set of each setter.
    virtual void OnFlagMeeting(const FlagMeeting&) {}
    virtual void OnInterBlock(const Core&, const InterBlockEvent&) {}
    virtual void OnMask(const Core&, MaskMeaning, const CallSite&) {}  // SetVectorMask has changed core.mask
    virtual void OnMaskMode(const Core&, const CallSite&) {}           // SetMaskCount or SetMaskNorm has
    virtual void OnFault(const Core&, const Fault&) {}  // the block's first; it unwinds from here on
    virtual void OnScalar(const Core&, const Operand&, bool /*write*/, const CallSite&) {}
    // The kernel took the address of local memory: from here on it may read and write without a call.
    virtual void OnLocalAddress(const Core&, AscendC::TPosition, uint64_t /*address*/) {}
    // The TPipe was opened, reset or destroyed: its buffers and queues are gone.
    virtual void OnPipeReset(const Core&) {}
};

// Who watches the launches that start from now on; null: nobody. Returns the one before. The observer must
// outlive them.
ACLNN_CPU_API Observer* SetObserver(Observer* observer);
Observer* CurrentObserver();

}  // namespace aclnn_cpu::aicore
