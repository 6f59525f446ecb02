// One emulated AI Core: all of its state in one value. Two cores in one process share nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aicore/core_layout.h"
#include "aicore/families/loops.h"
#include "aicore/fault.h"
#include "aicore/instruction_table.h"
#include "aicore/meetings.h"
#include "aicore/memory.h"
#include "aicore/observer.h"
#include "aicore/print.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore {

struct MaskState {
    uint64_t low = ~uint64_t(0);
    uint64_t high = ~uint64_t(0);
    AscendC::MaskMode mode = AscendC::MaskMode::NORMAL;
};

// What copies to global memory do with what is there.
struct AtomicState {
    ElementType type = ElementType::kCount;  // kCount: they replace it
    Opcode operation = Opcode::kAdd;         // a row of ACLNN_CPU_ATOMIC_OPERATIONS
    Opcode set_by = Opcode::kCount;          // the last call that said so
    CallSite site;
};

// What reductions leave for the scalar unit to read (emulator.h).
struct ReduceRegisters {
    uint64_t sum = 0;
    uint64_t extreme = 0;
};

// What other vector instructions leave for it.
struct RearrangeRegisters {
    uint64_t gathered = 0;
    uint16_t merged[4] = {0, 0, 0, 0};
};

enum class BufferState : uint8_t { kIdle, kAllocated, kQueued };

struct Queue {
    QueueShape shape;
    uint64_t address = 0;  // of the first buffer; the others follow
    std::vector<BufferState> state;
    std::vector<uint32_t> waiting;  // buffers enqueued, oldest first
    uint32_t next = 0;              // where AllocTensor looks first: buffers take turns
    CallSite site;
};

class BlockWaiter;
struct KernelLaunch;

struct Core : CorePlace {
    explicit Core(const platform::Soc& chip) : memories(chip) {}

    // Of the launch.
    const KernelLaunch* launch = nullptr;
    const platform::Soc* soc = nullptr;
    ChipColumn column = ChipColumn::kA2;
    const Loops* loops = nullptr;
    Observer* observer = nullptr;
    mutable void* check_state = nullptr;  // what the checker keeps of this core
    BlockWaiter* waiter = nullptr;        // how this core's block waits for others
    const CoreLayout* layout = nullptr;   // all cores of the launch
    std::string_view op_type;
    uint32_t block_count = 1;
    uint64_t tiling_key = 0;

    // Of the block.
    uint32_t position = 0;  // in the order in which the cores of the launch start
    LocalMemories memories;
    MaskState mask;
    AtomicState atomic;
    bool has_pad_value = false;  // SetPadValue was called and no padding copy has changed the value since
    uint64_t pad_value = 0;
    std::optional<uint64_t> filled;     // bits of the last InitGlobalMemory
    float deq_scale = 0;                // of SetDeqScale
    uint64_t compare_mask[2] = {0, 0};  // the register CMPMASK: bit i of [i / 64] for element i
    ReduceRegisters reduced;
    RearrangeRegisters rearranged;
    void* pipe = nullptr;  // the TPipe that is alive
    std::vector<BufferRecord> buffers;
    std::vector<Queue> queues;
    // By HardEvent, a bit per id: flags set and not yet waited for; ids that AllocEventID reserved.
    uint64_t flags[static_cast<uint32_t>(AscendC::HardEvent::MAX)] = {};
    uint64_t reserved_ids[static_cast<uint32_t>(AscendC::HardEvent::MAX)] = {};
    // The ids that queues hold on the chip; kept by the checker, none without it.
    mutable uint64_t queue_ids[static_cast<uint32_t>(AscendC::HardEvent::MAX)] = {};

    LinePrinter printer;
    void* system_workspace = nullptr;  // what SetSysWorkspace set

    // Makes the core ready for a block: as at power-on.
    void Begin(const CorePlace& place);
};

// How the block that runs on the calling fiber meets other cores.
class BlockWaiter {
 public:
    virtual ~BlockWaiter() = default;
    // Returns when what it waits for has come; throws Abandoned if that will never be.
    virtual void Await(const Wait& wait) = 0;
    // Takes effect when every core has finished or waits.
    virtual void SetFlag(const FlagSet& set) = 0;
    // To be called before every change of global memory whose result depends on the order among cores, such
    // as an atomic copy. Returns when every core before this one in the order of the launch has finished or
    // waits for others; until this core waits itself, none after it passes. So results repeat whatever the
    // number of workers. Costs a branch once the core has its turn.
    virtual void AwaitTurn() = 0;
    // Whether AwaitTurn would return at once, with the turn.
    virtual bool HasTurn() = 0;
    // Whether the core has faulted or is abandoned: nothing of what it still does counts.
    virtual bool Unwinds() const = 0;
    // Notes the fault of this core. From then on nothing awaits anything, for the core unwinds. A later one counts
    // as a call of GoesOn.
    virtual void Failed(const Fault& fault) = 0;
    // A call of a kernel that unwinds. Throws Abandoned where the kernel has caught what unwound it; ends the core
    // where it stands when it does so again and again.
    virtual void GoesOn() = 0;
    // The report of the launch's first fault so far, in the order of cores; null: none. Safe in a signal handler;
    // the text lives as long as the launch.
    virtual const char* Report() const = 0;
    // Instead of std::terminate: an exception met a noexcept function, such as a destructor, so the core can
    // not unwind any further. Ends it where it stands.
    [[noreturn]] virtual void Terminated() = 0;
};

// The core of the calling fiber; null outside a kernel. Never inlined: a compiler may keep the address of a
// thread-local over a switch of fibers.
Core* CurrentCore();
void SetCurrentCore(Core* core);
// Keeps the block that the calling thread runs in a variable that debuggers can read, block_index.
void SetBlockIndex(uint32_t block);

// Has std::terminate end a core, not the process, where a kernel calls it. To be called once per process.
void GuardTermination();

// The same as CurrentCore, where a kernel must be running: ends the process with a message otherwise.
Core& ThisCore();

// Raises a fault about a call other than an instruction.
[[noreturn]] void RaiseCall(const Core& core, FaultKind kind, std::string call, const CallSite& site,
                            std::string problem, std::string remedy);

// Raises a fault about an operand of an instruction (-1: about the whole).
[[noreturn]] void RaiseInstruction(const Core& core, const Instruction& instruction, FaultKind kind,
                                   int32_t operand, uint64_t limit, std::string problem, std::string remedy);

// Allocates `count` buffers of `bytes` each, one behind the other, for a position; the address of the first.
// `owner`: the kernel's TQue or TBuf, for reports.
uint64_t AllocateBuffers(Core& core, AscendC::TPosition position, uint32_t count, uint32_t bytes,
                         const BufferOwner& owner, const CallSite& site);

// The temporary buffer that an instruction of the mathematics table needs on the core's chip.
TemporaryBytes TemporaryOf(const Core& core, const Instruction& instruction);

// Executors, one per family of instructions: check everything, then do it. A fault leaves all memory as it
// was.
#define ACLNN_CPU_EXECUTOR(family, executor) void executor(Core& core, const Instruction& instruction);
ACLNN_CPU_FAMILIES(ACLNN_CPU_EXECUTOR)
#undef ACLNN_CPU_EXECUTOR
void ExecuteInt4Cast(Core& core, const Instruction& instruction);  // of kCast, for pairs with int4b_t

}  // namespace aclnn_cpu::aicore
