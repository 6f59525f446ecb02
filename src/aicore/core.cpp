#include "aicore/core.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

std::atomic<Observer*> current_observer{nullptr};

using Executor = void (*)(Core& core, const Instruction& instruction);
// In the order of Family.
constexpr Executor kExecutors[] = {
    ExecuteVector,         // kUnary
    ExecuteVector,         // kBinary
    ExecuteVector,         // kScalar
    ExecuteVector,         // kCast
    ExecuteVector,         // kFill
    ExecuteCopy,           // kCopy
    ExecuteMath,           // kMath
    ExecuteReduce,         // kReduce
    ExecuteReducePattern,  // kReducePattern
    ExecuteIndex,          // kIndex
    ExecuteSpread,         // kSpread
    ExecuteGather,         // kGather
    ExecuteGatherBlocks,   // kGatherBlocks
    ExecuteGatherMask,     // kGatherMask
    ExecuteTransData,      // kTransData
    ExecuteTranspose,      // kTranspose
    ExecuteSort,           // kSort
};
static_assert(std::size(kExecutors) == static_cast<size_t>(Family::kCount));

}  // namespace

Observer::~Observer() = default;

Observer* SetObserver(Observer* observer) { return current_observer.exchange(observer); }
Observer* CurrentObserver() { return current_observer.load(); }

void Core::Begin(uint32_t block_index) {
    block = block_index;
    memories.Clear();
    mask = MaskState{};
    reduced = ReduceRegisters{};
    rearranged = RearrangeRegisters{};
    pipe = nullptr;
    buffers.clear();
    queues.clear();
    std::fill(std::begin(flags), std::end(flags), 0);
    std::fill(std::begin(reserved_ids), std::end(reserved_ids), 0);
}

void RaiseCall(const Core& core, FaultKind kind, std::string call, const CallSite& site, std::string problem,
               std::string remedy) {
    Fault fault;
    fault.kind = kind;
    fault.block = core.block;
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
    fault.block = core.block;
    fault.instruction = Describe(instruction);
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
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnInstructionBegin(core, instruction);
    }
    kExecutors[static_cast<uint32_t>(InfoOf(instruction.opcode).family)](core, instruction);
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnInstructionEnd(core, instruction);
    }
}

void SetMask(uint64_t high, uint64_t low) {
    Core& core = ThisCore();
    core.mask.high = high;
    core.mask.low = low;
}

void SetMaskMode(AscendC::MaskMode mode) { ThisCore().mask.mode = mode; }

uint32_t BlockIndex() { return ThisCore().block; }
uint32_t BlockCount() { return ThisCore().block_count; }
uint64_t TilingKey() { return ThisCore().tiling_key; }

void AssertionFailed(const char* condition, CallSite site) {
    RaiseCall(ThisCore(), FaultKind::kAssertion, "ASSERT", site, std::string(condition) + " is false", "");
}

}  // namespace aclnn_cpu::aicore
