#include "aicore/core.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include "aicore/text.h"
#include "ascendc/tiling.h"
#include "ascendc/workspace.h"

namespace aclnn_cpu::aicore {

namespace {

std::atomic<Observer*> current_observer{nullptr};

using Executor = void (*)(Core& core, const Instruction& instruction);
// In the order of Family.
constexpr Executor kExecutors[] = {
#define ACLNN_CPU_EXECUTOR(family, executor) executor,
    ACLNN_CPU_FAMILIES(ACLNN_CPU_EXECUTOR)
#undef ACLNN_CPU_EXECUTOR
};
static_assert(std::size(kExecutors) == static_cast<size_t>(Family::kCount));

// A cube core has no UB. On the chip the code of a mixed kernel that works on UB does nothing there.
bool WorksOnUb(const Instruction& instruction) {
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        if (MemoryOf(instruction.operand[i].position) == MemoryKind::kUb) {
            return true;
        }
    }
    return false;
}

}  // namespace

Observer::~Observer() = default;

Observer* SetObserver(Observer* observer) { return current_observer.exchange(observer); }
Observer* CurrentObserver() { return current_observer.load(); }

void Core::Begin(const CorePlace& place) {
    static_cast<CorePlace&>(*this) = place;
    memories.Clear();
    mask = MaskState{};
    atomic = AtomicState{};
    has_pad_value = false;
    deq_scale = 0;
    filled.reset();
    compare_mask[0] = compare_mask[1] = 0;
    reduced = ReduceRegisters{};
    rearranged = RearrangeRegisters{};
    pipe = nullptr;
    buffers.clear();
    queues.clear();
    system_workspace = nullptr;
    std::fill(std::begin(flags), std::end(flags), 0);
    std::fill(std::begin(reserved_ids), std::end(reserved_ids), 0);
    std::fill(std::begin(queue_ids), std::end(queue_ids), 0);
}

void RaiseCall(const Core& core, FaultKind kind, std::string call, const CallSite& site, std::string problem,
               std::string remedy) {
    Fault fault;
    fault.kind = kind;
    fault.At(core);
    fault.instruction = std::move(call);
    fault.site = site;
    fault.problem = std::move(problem);
    fault.remedy = std::move(remedy);
    Raise(std::move(fault));
}

void RaiseInstruction(const Core& core, const Instruction& instruction, FaultKind kind, int32_t operand,
                      uint64_t limit, std::string problem, std::string remedy) {
    Fault fault;
    fault.kind = kind;
    fault.At(core);
    fault.instruction = Describe(core, instruction);
    fault.site = instruction.site;
    if (operand >= 0) {
        fault.operand = OperandName(instruction, uint32_t(operand));
        fault.address = instruction.operand[operand].address;
    }
    fault.limit = limit;
    fault.problem = std::move(problem);
    fault.remedy = std::move(remedy);
    Raise(std::move(fault));
}

// ---- the interface of include/ascendc/emulator.h that concerns no other file

void Issue(const Instruction& instruction) {
    Core& core = ThisCore();
    if (core.kind == CoreKind::kCube && WorksOnUb(instruction)) [[unlikely]] {
        return;
    }
    const Executor execute = kExecutors[static_cast<uint32_t>(InfoOf(instruction.opcode).family)];
    if (core.observer == nullptr) [[likely]] {
        execute(core, instruction);
        return;
    }
    core.observer->OnInstructionBegin(core, instruction);
    execute(core, instruction);
    core.observer->OnInstructionEnd(core, instruction);
}

void SetMask(uint64_t high, uint64_t low, MaskMeaning meaning, CallSite site) {
    Core& core = ThisCore();
    core.mask.high = high;
    core.mask.low = low;
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnMask(core, meaning, site);
    }
}

bool RepeatsFill(uint64_t bits) { return std::exchange(ThisCore().filled, bits) == bits; }

void SetDeqScale(float scale) { ThisCore().deq_scale = scale; }

void SetMaskMode(AscendC::MaskMode mode, CallSite site) {
    Core& core = ThisCore();
    core.mask.mode = mode;
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnMaskMode(core, site);
    }
}

uint64_t TilingKey() { return ThisCore().tiling_key; }

void*& SystemWorkspace() { return ThisCore().system_workspace; }

void AssertionFailed(const char* condition, CallSite site) {
    RaiseCall(ThisCore(), FaultKind::kAssertion, "ASSERT", site, std::string(condition) + " is false", "");
}

}  // namespace aclnn_cpu::aicore
