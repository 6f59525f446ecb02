// Order inside a core: pipes, flags and queues.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "aicore/check/core_checker.h"
#include "aicore/check/held.h"
#include "aicore/check/roles.h"
#include "aicore/check/words.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

constexpr int32_t kEventIds = 8;
constexpr uint64_t kBlockBytes = 32;

std::string_view ShortName(uint32_t pipe) { return PipeName(PipeAt(pipe)).substr(5); }

// How to order an instruction of `to` behind one of `from`. `tails`: two copies of one direction write to global
// memory.
std::string RemedyFor(uint32_t from, uint32_t to, bool local, bool tails = false) {
    const bool scalar = PipeAt(from) == PIPE_S || PipeAt(to) == PIPE_S;
    const std::string_view by_itself =
        ", which the device compiler does by itself unless told otherwise";  // strict mode only
    if (from == to) {
        return fmt::format(
            "put PipeBarrier<{}>() between them{}{}", PipeName(PipeAt(from)),
            tails ? ", or copy the tail with its exact length" : "",
            PipeAt(from) == PIPE_V
                ? by_itself
                : ": copies of one direction may overtake one another, and nothing else orders them");
    }
    return fmt::format("put SetFlag<HardEvent::{0}_{1}> and WaitFlag<HardEvent::{0}_{1}> between them{2}",
                       ShortName(from), ShortName(to),
                       scalar ? by_itself
                       : local
                           ? std::string_view(", or hand the tensor on through a queue with EnQue and DeQue")
                           : std::string_view());
}

// "while DataCopy at k.cpp:50 on PIPE_MTE2 may still be writing them"
std::string MayStill(std::string_view call, const CallSite& site, uint32_t pipe, bool write) {
    return fmt::format("while {}{} on {} may still be {} them", call,
                       site.file == nullptr ? "" : " at " + Describe(site), PipeName(PipeAt(pipe)),
                       write ? "writing" : "reading");
}

GlobalUse UseOf(Role role) {
    return role == Role::kCombine ? GlobalUse::kCombine : Writes(role) ? GlobalUse::kWrite : GlobalUse::kRead;
}

}  // namespace

// Whether the conflict is with a copy of the same direction that left the same bytes in the block. Takes the block
// from `rest`, what of the piece is still to be looked at.
bool CoreChecker::LeavesAsItIs(const LastUses::Use& use, const Transfer& transfer, const Piece& piece,
                               Range& rest) const {
    const uint32_t copies_in = PipeIndex(PIPE_MTE2);
    if (use.pipe != copies_in || !use.write || piece.role != Role::kWrite) {
        return false;
    }
    const Range whole = RangeOf(piece);
    const uint64_t end = std::min(whole.end, use.byte / kBlockBytes * kBlockBytes + kBlockBytes);
    if (rest.begin == whole.begin && Holds(transfer, piece, piece.at, piece.bytes)) {
        rest.begin = rest.end;
        return true;
    }
    rest.begin = end;
    return Holds(transfer, piece, ub_ + use.byte, end - use.byte);
}

void CoreChecker::CheckOrder(const Core& core, const Instruction& instruction, const Transfer& transfer,
                             const Piece& piece) {
    const pipe_t pipe = InfoOf(instruction.opcode).pipe;
    const uint32_t index = PipeIndex(pipe);
    const Range range = RangeOf(piece);
    Range rest = range;
    auto use = uses_.FindConflict(rest, Writes(piece.role), clocks_.KnownBy(pipe), index, now_);
    while (use.has_value() && use->pipe == index && LeavesAsItIs(*use, transfer, piece, rest)) {
        use = rest.begin == rest.end
                  ? std::nullopt
                  : uses_.FindConflict(rest, Writes(piece.role), clocks_.KnownBy(pipe), index, now_);
    }
    if (!use.has_value()) [[likely]] {
        return;
    }
    const Past past = PastOf(use->pipe, use->time);
    RaiseInstruction(
        core, instruction, FaultKind::kHazard, piece.operand, 0,
        fmt::format(
            "{} bytes {} to {} of UB{}{} on {} {}", Writes(piece.role) ? "writes" : "reads", use->byte,
            range.end, InBuffer(core, use->byte),
            piece.operand < 0 ? "" : fmt::format(" as {}", OperandName(instruction, uint32_t(piece.operand))),
            PipeName(pipe), MayStill(past.call, past.site, use->pipe, use->write)),
        RemedyFor(use->pipe, index, true));
}

void CoreChecker::CheckScalarOrder(const Core& core, const Operand& element, bool write,
                                   const CallSite& site) {
    const Range range{element.address, element.address + SizeOf(element.type)};
    const uint32_t scalar = PipeIndex(PIPE_S);
    while (const auto use = uses_.FindConflict(range, write, clocks_.KnownBy(PIPE_S), scalar, now_)) {
        if (clocks_.automatic()) {
            clocks_.LetScalarWait(use->pipe, use->time);
            continue;
        }
        const Past past = PastOf(use->pipe, use->time);
        RaiseCall(core, FaultKind::kHazard, DescribeScalar(element, write), site,
                  fmt::format("{} bytes {} to {} of UB{} on PIPE_S {}", write ? "writes" : "reads",
                              range.begin, range.end, InBuffer(core, range.begin),
                              MayStill(past.call, past.site, use->pipe, use->write)),
                  RemedyFor(use->pipe, scalar, true));
    }
}

// ---- global memory, among the pipes of a core

GlobalAccess CoreChecker::AccessOf(const Range& range, GlobalUse use, uint32_t pipe, std::string_view call,
                                   const CallSite& site) const {
    return {range, use, {}, pipe, now_, released_, static_cast<uint32_t>(log_.clocks.size() - 1), call, site};
}

void CoreChecker::CheckGlobalOrder(const Core& core, const Instruction& instruction, const Transfer& transfer,
                                   const Piece& piece) {
    const auto begin = reinterpret_cast<uint64_t>(piece.at);
    const InstructionInfo& info = InfoOf(instruction.opcode);
    GlobalAccess access = AccessOf({begin, begin + piece.bytes}, UseOf(piece.role), PipeIndex(info.pipe),
                                   info.api_name, instruction.site);
    if (access.use == GlobalUse::kCombine) {
        access.combination = {core.atomic.operation, core.atomic.type};
    }
    const struct {
        const Transfer& transfer;
        const Piece& piece;
    } copy{transfer, piece};
    CheckRecent(core, access, &instruction, nullptr, [&copy](const Range& range) {
        const auto* at = copy.piece.at + (range.begin - reinterpret_cast<uint64_t>(copy.piece.at));
        return Holds(copy.transfer, copy.piece, at, range.bytes());
    });
}

// Of an instruction, or of the scalar unit.
void CoreChecker::CheckRecent(const Core& core, const GlobalAccess& access, const Instruction* instruction,
                              const Operand* element, const RecentAccesses::IsHeld& is_held) {
    while (const auto other = recent_.FindConflict(access, clocks_.KnownBy(PipeAt(access.pipe)), is_held)) {
        if (instruction == nullptr && clocks_.automatic()) {
            clocks_.LetScalarWait(other->pipe, other->time);
            continue;
        }
        const bool write = access.use != GlobalUse::kRead;
        const std::string problem =
            fmt::format("{} {} on {} {}", write ? "writes" : "reads",
                        DescribeGlobal(*core.launch, access.range), PipeName(PipeAt(access.pipe)),
                        MayStill(other->call, other->site, other->pipe, other->use != GlobalUse::kRead));
        const std::string remedy =
            RemedyFor(other->pipe, access.pipe, false,
                      access.use == GlobalUse::kWrite && other->use == GlobalUse::kWrite) +
            (other->pipe == access.pipe ? "" : "; what other blocks write needs SyncAll as well");
        if (instruction == nullptr) {
            RaiseCall(core, FaultKind::kHazard, DescribeScalar(*element, write), access.site, problem,
                      remedy);
        }
        RaiseInstruction(core, *instruction, FaultKind::kHazard, write ? 0 : 1, 0, problem, remedy);
    }
    if (instruction != nullptr ||
        access.use != GlobalUse::kRead) {  // the scalar unit waits for what it reads
        recent_.Note(access);
    }
    log_.Note(access);
}

// ---- flags

void CoreChecker::OnFlag(const Core& core, const FlagEvent& event) {
    Flag& flag = flags_[{event.event, event.id}];
    const EventPipes pipes = PipesOf(event.event);
    if (event.wait) {
        clocks_.Wait(pipes.to, flag.clock);
        flag.set = false;
        return;
    }
    CheckEventId(core, event);
    if (flag.set) {
        RaiseCall(core, FaultKind::kFlagProtocol,
                  fmt::format("SetFlag<{}>({})", EventName(event.event), event.id), event.site,
                  fmt::format("the flag is set already, by SetFlag at {}, and nothing has waited for it",
                              Describe(flag.site)),
                  "remove one of the two, or WaitFlag in between");
    }
    flag = {true, clocks_.SetBy(pipes.from), event.site};
}

// ---- buffers and queues

void CoreChecker::OnAllocate(const Core& core, const BufferRecord& record) {
    ForgetRooms();
    if (!record.owner.again) {
        return;
    }
    for (const BufferRecord& other : core.buffers) {
        if (other.owner.object == record.owner.object && other.address != record.address) {
            RaiseCall(
                core, FaultKind::kPipeProtocol, "InitBuffer", record.site,
                fmt::format(
                    "the same {} buffer is initialised a second time, first at {}: its {} bytes at byte {} "
                    "stay allocated and nothing can use them",
                    PositionName(record.position), Describe(other.site), other.count * other.bytes_each,
                    other.address),
                "call InitBuffer once for each TQue and TBuf");
        }
    }
}

void CoreChecker::OnQueue(const Core& core, const QueueEvent& event) {
    const bool forward = event.kind == QueueEvent::Kind::kEnQue || event.kind == QueueEvent::Kind::kDeQue;
    const EventPipes pipes = HandOver(event.src, event.dst, forward);
    std::map<BufferKey, HandedOver>& handed_over = forward ? enqueued_ : freed_;
    const auto key = std::pair(event.queue, event.address);
    if (event.kind == QueueEvent::Kind::kEnQue || event.kind == QueueEvent::Kind::kFree) {
        HandedOver handed{clocks_.SetBy(pipes.from), EventOf(pipes), -1, forward ? "EnQue" : "FreeTensor",
                          event.site};
        TakeEventId(core, handed);
        handed_over[key] = handed;
    } else if (const auto handed = handed_over.find(key); handed != handed_over.end()) {
        clocks_.Wait(pipes.to, handed->second.clock);
        if (handed->second.id >= 0) {
            core.queue_ids[static_cast<size_t>(handed->second.event)] &= ~(uint64_t(1) << handed->second.id);
        }
        handed_over.erase(handed);
    }
    if (event.kind == QueueEvent::Kind::kFree) {
        held_.erase(key);
    } else {
        const bool local_src = MemoryOf(event.src) != MemoryKind::kCount;
        held_[key] = {event.kind == QueueEvent::Kind::kEnQue, event.site, local_src ? event.src : event.dst};
    }
}

// On the chip EnQue and FreeTensor set a flag for which DeQue and AllocTensor wait. Its id is the lowest that is
// neither reserved nor held by a queue; flags that a kernel sets by hand are unknown to the queue.
void CoreChecker::TakeEventId(const Core& core, HandedOver& handed) const {
    const auto event = static_cast<size_t>(handed.event);
    if (handed.event == AscendC::HardEvent::MAX) {
        return;
    }
    const int32_t id = std::countr_one(core.queue_ids[event] | core.reserved_ids[event]);
    if (id >= kEventIds) {
        return;
    }
    handed.id = id;
    core.queue_ids[event] |= uint64_t(1) << id;
    const auto flag = flags_.find({handed.event, id});
    if (flag != flags_.end() && flag->second.set) {
        RaiseCall(core, FaultKind::kFlagProtocol, std::string(handed.call), handed.site,
                  fmt::format(
                      "the queue takes event id {0} of {1} for the tensor, the lowest that is free, and the "
                      "flag with this id that SetFlag at {2} set is still in flight",
                      id, EventName(handed.event), Describe(flag->second.site)),
                  "take the id of a flag that stays set for long from AllocEventID, which reserves it");
    }
}

void CoreChecker::CheckEventId(const Core& core, const FlagEvent& event) const {
    if ((core.queue_ids[static_cast<size_t>(event.event)] >> event.id & 1) == 0) {
        return;
    }
    const bool waits_for_dequeue = std::any_of(enqueued_.begin(), enqueued_.end(), [&](const auto& entry) {
        return entry.second.event == event.event && entry.second.id == event.id;
    });
    for (const auto& [buffer, handed] : waits_for_dequeue ? enqueued_ : freed_) {
        if (handed.event == event.event && handed.id == event.id) {
            RaiseCall(core, FaultKind::kFlagProtocol,
                      fmt::format("SetFlag<{}>({})", EventName(event.event), event.id), event.site,
                      fmt::format(
                          "the event id is in use: {} at {} has set the flag with this id for the tensor at "
                          "byte {}, and {} has not waited for it yet",
                          handed.call, Describe(handed.site), buffer.second,
                          waits_for_dequeue ? "DeQue" : "AllocTensor"),
                      "take the id from FetchEventID right before, or from AllocEventID");
        }
    }
}

// Tensors that queues have given out and not got back.
void CoreChecker::CheckLeftovers(const Core& core) {
    if (held_.empty() || pending_.has_value()) {
        return;
    }
    const auto& [key, held] = *held_.begin();
    Fault fault;
    fault.kind = FaultKind::kQueueProtocol;
    fault.At(core);
    fault.instruction = held.queued ? "EnQue" : "AllocTensor or DeQue";
    fault.site = held.site;
    fault.problem = fmt::format("the tensor at byte {} of the {} queue is {} when the {}", key.second,
                                PositionName(held.position), held.queued ? "still queued" : "not given back",
                                core.pipe != nullptr ? "TPipe is reset" : "kernel ends");
    fault.remedy = held.queued ? "DeQue what was enqueued, and FreeTensor it"
                               : "FreeTensor it after its last use, on every path";
    pending_ = std::move(fault);
}

void CoreChecker::OnPipeReset(const Core& core) {
    CheckLeftovers(core);
    held_.clear();
    enqueued_.clear();
    freed_.clear();
    ForgetRooms();
    std::fill(std::begin(core.queue_ids), std::end(core.queue_ids), 0);
    clocks_.Barrier(PIPE_ALL);
    recent_.Clear();
}

void CoreChecker::KernelEnd(const Core& core) {
    CheckLeftovers(core);
    if (pending_.has_value()) {
        Raise(*pending_);
    }
    for (const auto& [key, flag] : flags_) {
        if (flag.set) {
            RaiseCall(core, FaultKind::kFlagProtocol,
                      fmt::format("SetFlag<{}>({})", EventName(key.first), key.second), flag.site,
                      "the flag is still set when the kernel ends",
                      "WaitFlag for it: the next kernel on this core would find it set");
        }
    }
}

}  // namespace aclnn_cpu::aicore::check
