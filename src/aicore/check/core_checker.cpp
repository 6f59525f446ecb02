#include "aicore/check/core_checker.h"
#include "aicore/check/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "aicore/check/core_parameters.h"
#include "aicore/check/words.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

constexpr uint32_t kRemembered = 256;  // instructions per pipe that a report can name
constexpr uint64_t kBlockBytes = 32;

bool IsCopy(const Instruction& instruction) { return InfoOf(instruction.opcode).family == Family::kCopy; }

}  // namespace

CoreChecker::CoreChecker(const Core& core, bool strict)
    : strict_(strict),
      ub_(core.memories.At(MemoryKind::kUb, 0)),
      ub_bytes_(core.memories.Size(MemoryKind::kUb)),
      defined_(ub_bytes_),
      values_(ub_bytes_),
      uses_(ub_bytes_),
      clocks_(!strict) {}

void CoreChecker::Begin(const Core&) {
    clocks_.Barrier(PIPE_ALL);
    defined_.Clear();
    origins_.Clear();
    recent_.Clear();
    ForgetRooms();
    filling_ = {};
    log_ = {};
    released_ = 0;
    handed_ = {};
    flags_.clear();
    enqueued_.clear();
    freed_.clear();
    held_.clear();
    pending_.reset();
    values_.Begin();
    narrow_hint_.clear();
    masks_.Begin();
}

Range CoreChecker::RangeOf(const Piece& piece) const {
    const auto begin = static_cast<uint64_t>(piece.at - ub_);
    return {begin, begin + piece.bytes};
}

bool CoreChecker::IsLocal(const Core& core, const Piece& piece) const {
    for (uint32_t kind = 0; kind < kMemories; ++kind) {
        const auto memory = static_cast<MemoryKind>(kind);
        const uint8_t* begin = core.memories.At(memory, 0);
        if (piece.at >= begin && piece.at < begin + core.memories.Size(memory)) {
            return true;
        }
    }
    return false;
}

void CoreChecker::InstructionBegin(const Core& core, const Instruction& instruction) {
    const pipe_t pipe = InfoOf(instruction.opcode).pipe;
    now_ = clocks_.Issue(pipe);
    Remember(PipeIndex(pipe), now_, InfoOf(instruction.opcode).api_name, instruction.site);
    values_.InstructionBegin();
    if (instruction.opcode == Opcode::kInitGlobalMemory) {
        filling_ = instruction.site;
    }
    CheckParameters(core, instruction);
    masks_.InstructionBegin(core, instruction);
    if (strict_) {
        if (narrow_hint_.empty()) {
            narrow_hint_ = NarrowRows(core, instruction);
        }
        CheckSilent(core, instruction);
        CheckCompared(core, instruction);
    }
}

// What the chip takes without a word, and rarely is what was meant.
void CoreChecker::CheckSilent(const Core& core, const Instruction& instruction) const {
    const uint64_t bytes = uint64_t(instruction.count) * SizeOf(instruction.operand[0].type);
    if (IsCopy(instruction) && bytes % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kBadParameter, -1, kBlockBytes,
            fmt::format("{} elements are {} bytes, expected a multiple of {}: the last {} bytes are not "
                        "copied",
                        instruction.count, bytes, kBlockBytes, bytes % kBlockBytes),
            "copy the tail with DataCopyPad");
    }
    if (instruction.mask_source != MaskSource::kElements && instruction.repeat == 0 &&
        core.mask.mode == AscendC::MaskMode::NORMAL && InfoOf(instruction.opcode).pipe == PIPE_V)
        [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, 0,
                         "repeatTime is 0, expected 1 to 255: nothing happens",
                         "leave the call out where there is nothing to do");
    }
}

void CoreChecker::OnTransfer(const Core& core, const Instruction& instruction, const Transfer& transfer) {
    if (transfer.refines) {
        if (!all_defined_) {
            Propagate(instruction, transfer);
        }
        return;
    }
    for (const Piece& piece : transfer.pieces) {
        if (piece.bytes == 0) {
            continue;
        }
        if (InUb(piece)) {
            if (piece.operand >= 0) {
                CheckLocal(core, instruction, piece);
            }
            CheckOrder(core, instruction, transfer, piece);
        } else if (!IsLocal(core, piece)) {
            CheckGlobal(core, instruction, piece);
            CheckGlobalOrder(core, instruction, transfer, piece);
        }
    }
    CheckDefined(core, instruction, transfer);
    all_defined_ = Propagate(instruction, transfer);
    const uint32_t pipe = PipeIndex(InfoOf(instruction.opcode).pipe);
    for (const Piece& piece : transfer.pieces) {
        if (piece.bytes != 0 && InUb(piece)) {
            uses_.Note(RangeOf(piece), Writes(piece.role), pipe, now_);
            values_.OnPiece(instruction, piece, RangeOf(piece));
        }
    }
}

void CoreChecker::InstructionEnd(const Core& core, const Instruction& instruction) {
    masks_.InstructionEnd(core, instruction);
    values_.InstructionEnd(core, instruction);
}

// ---- what the scalar unit does

void CoreChecker::OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site) {
    const uint32_t scalar = PipeIndex(PIPE_S);
    now_ = clocks_.Issue(PIPE_S);
    const std::string_view call = write ? "SetValue" : "GetValue";
    Remember(scalar, now_, call, site);
    if (MemoryOf(element.position) == MemoryKind::kCount) {
        const Range range{element.address, element.address + SizeOf(element.type)};
        CheckScalarGlobal(core, element, write, site);
        CheckRecent(core, AccessOf(range, write ? GlobalUse::kWrite : GlobalUse::kRead, scalar, call, site),
                    nullptr, &element, {});
        return;
    }
    const Range range{element.address, element.address + SizeOf(element.type)};
    CheckScalarOrder(core, element, write, site);
    if (!write && !defined_.All(range)) [[unlikely]] {
        RaiseCall(core, FaultKind::kUndefined, DescribeScalar(element, write), site,
                  origins_.Knows(range) ? "reads an element without a defined value" + origins_.Tell(range)
                                        : "reads an element that nothing has written",
                  origins_.Knows(range) ? "mend what computed it"
                                        : "write it before, with SetValue, Duplicate or a copy");
    }
    if (!write) {
        values_.OnScalarRead(range, ub_ + range.begin, element.type);
    } else {  // a value that it read, the scalar unit has before it issues what follows
        uses_.Note(range, write, scalar, now_);
        defined_.Set(range, true);
        values_.OnScalarWrite(range, element.type);
    }
}

void CoreChecker::OnLocalAddress(const Core& core, AscendC::TPosition position, uint64_t address) {
    if (MemoryOf(position) != MemoryKind::kUb || address >= ub_bytes_) {
        return;
    }
    uint64_t end = ub_bytes_;
    for (const BufferRecord& record : core.buffers) {
        if (address >= record.address && address < record.address + record.count * record.bytes_each) {
            end = record.address + record.count * record.bytes_each;
        }
    }
    // The kernel may write them unseen, whatever values.
    defined_.Set({address, std::min(end, ub_bytes_)}, true);
    values_.OnUnseen({address, std::min(end, ub_bytes_)});
}

// ---- the past

void CoreChecker::Remember(uint32_t pipe, uint32_t time, std::string_view call, const CallSite& site) {
    past_[pipe].resize(kRemembered);
    past_[pipe][time % kRemembered] = {time, call, site};
}

CoreChecker::Past CoreChecker::PastOf(uint32_t pipe, uint32_t time) const {
    if (past_[pipe].empty()) {
        return {time, "an earlier instruction", {}};
    }
    const Past& past = past_[pipe][time % kRemembered];
    return past.time == time ? past : Past{time, "an earlier instruction", {}};
}

CoreClocks CoreChecker::Release(const Core& core, pipe_t pipe) {
    if (pipe == PIPE_ALL) {
        clocks_.Barrier(PIPE_ALL);
        recent_.Clear();
        Join(handed_, clocks_.KnownBy(PIPE_S));
    } else {
        Join(handed_, clocks_.SetBy(pipe));
    }
    ++released_;
    CoreClocks released = log_.known();
    released.resize(std::max(released.size(), size_t(core.index) + 1));
    Join(released[core.index], handed_);
    return released;
}

void CoreChecker::Acquire(const SharedClocks& clocks) {
    log_.Learn(clocks);
    // What answers a flag of its own comes behind what the flag came behind; and all pipes have waited.
    for (uint32_t pipe = 0; pipe < kPipes; ++pipe) {
        clocks_.Wait(PipeAt(pipe), handed_);
    }
}

}  // namespace aclnn_cpu::aicore::check
