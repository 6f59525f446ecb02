#include "aicore/check/core_checker.h"
#include "aicore/check/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "aicore/check/core_parameters.h"
#include "aicore/check/words.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

constexpr uint32_t kRemembered = 256;  // instructions per pipe that a report can name
constexpr size_t kMostWritten = 16;    // pieces of an instruction whose values are looked at
constexpr uint64_t kBlockBytes = 32;

bool IsCopy(const Instruction& instruction) { return InfoOf(instruction.opcode).family == Family::kCopy; }

// A bit pattern of the type that is NaN or infinite.
template <typename Word>
bool AnyAllOnes(const uint8_t* from, uint64_t bytes, Word exponent) {
    const uint64_t n = bytes / sizeof(Word);
    Word found = 0;
    for (uint64_t i = 0; i < n; ++i) {
        Word word;
        std::memcpy(&word, from + i * sizeof(Word), sizeof(Word));
        found = static_cast<Word>(found | ((word & exponent) == exponent ? ~Word(0) : Word(0)));
    }
    return found != 0;
}

bool HasNoNumber(const uint8_t* from, uint64_t bytes, ElementType type) {
    switch (type) {
        case ElementType::kFloat:
            return AnyAllOnes<uint32_t>(from, bytes, 0x7F800000u);
        case ElementType::kHalf:
            return AnyAllOnes<uint16_t>(from, bytes, 0x7C00u);
        case ElementType::kBFloat16:
            return AnyAllOnes<uint16_t>(from, bytes, 0x7F80u);
        default:
            return false;
    }
}

// "NaN" or "infinite", of an element that is one of them.
std::string_view NameOf(const uint8_t* element, ElementType type) {
    uint32_t bits = 0;
    std::memcpy(&bits, element, SizeOf(type));
    const uint32_t fraction = type == ElementType::kFloat  ? 0x7FFFFFu
                              : type == ElementType::kHalf ? 0x3FFu
                                                           : 0x7Fu;
    return (bits & fraction) != 0 ? "NaN" : "infinite";
}

bool IsFloat(ElementType type) {
    return type == ElementType::kFloat || type == ElementType::kHalf || type == ElementType::kBFloat16;
}

}  // namespace

CoreChecker::CoreChecker(const Core& core, bool strict)
    : strict_(strict),
      ub_(core.memories.At(MemoryKind::kUb, 0)),
      ub_bytes_(core.memories.Size(MemoryKind::kUb)),
      defined_(ub_bytes_),
      no_number_(ub_bytes_),
      uses_(ub_bytes_),
      clocks_(!strict) {}

void CoreChecker::Begin(const Core&) {
    clocks_.Barrier(PIPE_ALL);
    defined_.Clear();
    origins_.Clear();
    no_number_.Clear();
    recent_.Clear();
    ForgetRooms();
    log_ = {};
    released_ = 0;
    handed_ = {};
    flags_.clear();
    enqueued_.clear();
    freed_.clear();
    held_.clear();
    pending_.reset();
    hint_.clear();
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
    no_number_read_ = false;
    written_.clear();
    CheckParameters(core, instruction);
    masks_.InstructionBegin(core, instruction);
    if (strict_) {
        if (narrow_hint_.empty()) {
            narrow_hint_ = NarrowRows(core, instruction);
        }
        CheckSilent(core, instruction);
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
            CheckOrder(core, instruction, piece);
        } else if (!IsLocal(core, piece)) {
            CheckGlobal(core, instruction, piece);
            CheckGlobalOrder(core, instruction, piece);
        }
    }
    CheckDefined(core, instruction, transfer);
    all_defined_ = Propagate(instruction, transfer);
    const uint32_t pipe = PipeIndex(InfoOf(instruction.opcode).pipe);
    for (const Piece& piece : transfer.pieces) {
        if (piece.bytes != 0 && InUb(piece)) {
            uses_.Note(RangeOf(piece), Writes(piece.role), pipe, now_);
            NoteValues(instruction, piece);
        }
    }
}

// ---- values

void CoreChecker::NoteValues(const Instruction& instruction, const Piece& piece) {
    if (Reads(piece.role)) {
        no_number_read_ = no_number_read_ || no_number_.Any(RangeOf(piece));
    }
    if (piece.role == Role::kWrite && piece.operand >= 0 &&
        IsFloat(instruction.operand[piece.operand].type)) {
        if (written_.size() < kMostWritten) {
            written_.push_back(piece);
        } else {
            no_number_read_ = true;  // too many to look at: nothing is said of them
        }
    }
}

void CoreChecker::InstructionEnd(const Core& core, const Instruction& instruction) {
    masks_.InstructionEnd(core, instruction);
    for (const Piece& piece : written_) {
        const ElementType type = instruction.operand[piece.operand].type;
        const bool found = HasNoNumber(piece.at, piece.bytes, type);
        no_number_.Set(RangeOf(piece), found);
        const bool given =
            IsCopy(instruction) || InfoOf(instruction.opcode).family == Family::kFill ||
            (instruction.has_scalar &&
             HasNoNumber(reinterpret_cast<const uint8_t*>(&instruction.scalar), SizeOf(type), type));
        if (found && !given && !no_number_read_ && hint_.empty()) {
            const uint64_t size = SizeOf(type);
            uint64_t i = 0;
            while (!HasNoNumber(piece.at + i * size, size, type)) {
                ++i;
            }
            hint_ = fmt::format(
                "{} at {}: element {} of dst becomes {}, and no operand is NaN or infinite: keep the "
                "operands in the "
                "range where the result is finite",
                Describe(core, instruction), Describe(instruction.site), i,
                NameOf(piece.at + i * size, type));
        }
    }
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
                    nullptr, &element);
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
    if (write) {  // a value that it read, the scalar unit has before it issues what follows
        uses_.Note(range, write, scalar, now_);
        defined_.Set(range, true);
        no_number_.Set(range, IsFloat(element.type));  // its value comes later: nothing is said of it
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
    no_number_.Set({address, std::min(end, ub_bytes_)}, true);
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
