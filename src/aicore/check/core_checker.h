// Checks one core: every event of its block, in program order. Faults end the block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aicore/check/clocks.h"
#include "aicore/check/global_log.h"
#include "aicore/check/mask_watch.h"
#include "aicore/check/origins.h"
#include "aicore/check/shadow.h"
#include "aicore/check/values.h"
#include "aicore/core.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore::check {

class CoreChecker {
 public:
    CoreChecker(const Core& core, bool strict);

    void Begin(const Core& core);
    void KernelEnd(const Core& core);

    void InstructionBegin(const Core& core, const Instruction& instruction);
    void OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer);
    void InstructionEnd(const Core& core, const Instruction& instruction);
    void OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site);
    void OnLocalAddress(const Core& core, AscendC::TPosition position, uint64_t address);

    void OnAllocate(const Core& core, const BufferRecord& record);
    void OnPipeReset(const Core& core);
    void OnQueue(const Core& core, const QueueEvent& event);
    void OnFlag(const Core& core, const FlagEvent& event);
    void OnPipeBarrier(pipe_t pipe) { clocks_.Barrier(pipe); }
    MaskWatch& masks() { return masks_; }

    // What the core hands over when it sets a flag for others behind the instructions of a pipe; PIPE_ALL: when it
    // waits until all are done.
    CoreClocks Release(const Core& core, pipe_t pipe);
    // It has waited for a flag or a barrier that carries so much.
    void Acquire(const SharedClocks& clocks);
    CoreLog TakeLog() { return std::exchange(log_, {}); }

    // The first value that is no number, made of numbers, and got out of the core: a hint, or empty.
    const std::string& hint() const { return values_.hint(); }
    // The first copy of rows that are narrower than a block: the same.
    const std::string& narrow_hint() const { return narrow_hint_; }

 private:
    // What a report says of an earlier use.
    struct Past {
        uint32_t time = 0;
        std::string_view call;
        CallSite site;
    };
    struct Flag {
        bool set = false;
        Clock clock{};
        CallSite site;
    };
    // What EnQue or FreeTensor leaves for DeQue or AllocTensor.
    struct HandedOver {
        Clock clock{};
        AscendC::HardEvent event = AscendC::HardEvent::MAX;
        int32_t id = -1;  // that the chip's queue holds in between; -1: none
        std::string_view call;
        CallSite site;
    };
    struct Held {
        bool queued = false;
        CallSite site;
        AscendC::TPosition position;
    };

    // Where a piece lies.
    bool InUb(const Piece& piece) const { return piece.at >= ub_ && piece.at < ub_ + ub_bytes_; }
    bool IsLocal(const Core& core, const Piece& piece) const;
    Range RangeOf(const Piece& piece) const;

    void ForgetRooms() const { std::fill(std::begin(rooms_), std::end(rooms_), Range{}); }
    void CheckLocal(const Core& core, const Instruction& instruction, const Piece& piece) const;
    void CheckGlobal(const Core& core, const Instruction& instruction, const Piece& piece) const;
    struct Objection {
        std::string problem;  // empty: none
        std::string remedy;
    };
    Objection OutsideArguments(const Core& core, const Range& range, bool write) const;
    // Of a piece of the transfer.
    void CheckOrder(const Core& core, const Instruction& instruction, const Transfer& transfer,
                    const Piece& piece);
    bool LeavesAsItIs(const LastUses::Use& use, const Transfer& transfer, const Piece& piece,
                      Range& rest) const;
    void CheckGlobalOrder(const Core& core, const Instruction& instruction, const Transfer& transfer,
                          const Piece& piece);
    void CheckSilent(const Core& core, const Instruction& instruction) const;
    void CheckScalarOrder(const Core& core, const Operand& element, bool write, const CallSite& site);
    void CheckScalarGlobal(const Core& core, const Operand& element, bool write, const CallSite& site) const;
    void CheckRecent(const Core& core, const GlobalAccess& access, const Instruction* instruction,
                     const Operand* element, const RecentAccesses::IsHeld& is_held);
    void CheckDefined(const Core& core, const Instruction& instruction, const Transfer& transfer) const;
    // Returns whether all that is read, and so all that is written, is defined.
    bool Propagate(const Instruction& instruction, const Transfer& transfer);
    void NoteOrigin(const Instruction& instruction, const Piece& piece, bool defined, uint64_t from);
    bool ChoiceIsDefined(const Transfer& transfer) const {
        const uint64_t bytes = (transfer.choice_bit + transfer.elements + 7) / 8;
        const Piece bits{transfer.choice, bytes, Role::kChoose, kNoOperand};
        return !InUb(bits) || defined_.All(RangeOf(bits));
    }
    template <typename IsDefined>
    bool IsChosenDefined(const Transfer& transfer, uint64_t element, IsDefined is_defined) const;
    uint64_t EndOfSome(const Transfer& transfer, uint64_t first) const;
    void PropagateElements(const Transfer& transfer, uint64_t end, uint64_t first);
    void CheckLeftovers(const Core& core);
    void TakeEventId(const Core& core, HandedOver& handed) const;
    void CheckEventId(const Core& core, const FlagEvent& event) const;
    Past PastOf(uint32_t pipe, uint32_t time) const;
    void Remember(uint32_t pipe, uint32_t time, std::string_view call, const CallSite& site);
    GlobalAccess AccessOf(const Range& range, GlobalUse use, uint32_t pipe, std::string_view call,
                          const CallSite& site) const;

    const bool strict_;
    const uint8_t* ub_ = nullptr;
    uint64_t ub_bytes_ = 0;
    ByteFlags defined_;
    ValueWatch values_;
    Origins origins_;
    LastUses uses_;
    PipeClocks clocks_;
    std::array<std::vector<Past>, kPipes> past_;  // rings; empty until the pipe has work
    RecentAccesses recent_;
    CoreLog log_;
    uint32_t released_ = 0;
    Clock handed_{};  // own instructions that the flags set so far for others come behind

    mutable Range rooms_[kMaxOperands];  // by operand: the buffer that one of its pieces was last found in

    CallSite filling_;  // of the last InitGlobalMemory, whose steps work in memory that no buffer holds
    uint32_t now_ = 0;  // number of the instruction under way in its pipe
    bool all_defined_ = true;  // what the last transfer read that refines none
    std::string narrow_hint_;
    MaskWatch masks_;

    std::map<std::pair<AscendC::HardEvent, int32_t>, Flag> flags_;
    using BufferKey =
        std::pair<int32_t, uint64_t>;  // queue and address: memories have addresses of their own
    std::map<BufferKey, HandedOver> enqueued_;
    std::map<BufferKey, HandedOver> freed_;
    std::map<std::pair<int32_t, uint64_t>, Held> held_;  // tensors not given back, by queue and address
    std::optional<Fault> pending_;                       // found where nothing may be raised
};

}  // namespace aclnn_cpu::aicore::check
