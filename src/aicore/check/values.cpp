// Compiled for speed in every build: the checker's cost is here.
#include "aicore/check/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/check/roles.h"
#include "aicore/instruction_table.h"
#include "aicore/memory.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

constexpr size_t kMostWritten = 16;  // pieces of an instruction whose values are looked at

bool IsCopy(const Instruction& instruction) { return InfoOf(instruction.opcode).family == Family::kCopy; }

bool GoesToGlobal(const Instruction& instruction) {
    return IsCopy(instruction) && MemoryOf(instruction.operand[0].position) == MemoryKind::kCount;
}

// Whether any pattern of `bytes` bytes has all bits of the exponent set.
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

// The instruction was given such a value by the kernel, or brings it from elsewhere.
bool IsGiven(const Instruction& instruction, ElementType type) {
    return IsCopy(instruction) || InfoOf(instruction.opcode).family == Family::kFill ||
           (instruction.has_scalar &&
            HasNoNumber(reinterpret_cast<const uint8_t*>(&instruction.scalar), SizeOf(type), type));
}

uint8_t Lower(uint8_t a, uint8_t b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

}  // namespace

void ValueWatch::Begin() {
    no_number_.Clear();
    if (!causes_.empty()) {
        std::fill(cause_of_.begin(), cause_of_.end(), uint8_t(0));
        causes_.clear();
    }
    hint_.clear();
}

void ValueWatch::InstructionBegin() {
    no_number_read_ = false;
    cause_read_ = 0;
    written_.clear();
}

void ValueWatch::OnPiece(const Instruction& instruction, const Piece& piece, const Range& range) {
    if (Reads(piece.role) && no_number_.Any(range)) {
        no_number_read_ = true;
        if (!causes_.empty()) {
            const uint8_t cause = CauseIn(range);
            cause_read_ = Lower(cause_read_, cause);
            // Of more pieces than are looked at, some are marked without having been looked at.
            if (GoesToGlobal(instruction) && piece.operand >= 0 &&
                HasNoNumber(piece.at, piece.bytes, instruction.operand[piece.operand].type)) {
                GetsOut(cause);
            }
        }
    }
    if (piece.role != Role::kWrite || piece.operand < 0 ||
        !IsFloat(instruction.operand[piece.operand].type)) {
        return;
    }
    if (written_.size() < kMostWritten) {
        written_.push_back({piece, range});
    } else {  // too many to look at: they may be what was read, and nothing new is said of them
        no_number_.Set(range, no_number_read_);
        SetCause(range, cause_read_);
    }
}

void ValueWatch::InstructionEnd(const Core& core, const Instruction& instruction) {
    for (const auto& [piece, range] : written_) {
        const ElementType type = instruction.operand[piece.operand].type;
        const bool found = HasNoNumber(piece.at, piece.bytes, type);
        no_number_.Set(range, found);
        const bool made = found && !no_number_read_ && !IsGiven(instruction, type);
        SetCause(range, made ? Remember(core, instruction, piece) : found ? cause_read_ : uint8_t(0));
    }
}

void ValueWatch::OnScalarRead(const Range& range, const uint8_t* at, ElementType type) {
    if (!causes_.empty() && no_number_.Any(range) && HasNoNumber(at, range.bytes(), type)) {
        GetsOut(CauseIn(range));
    }
}

// The value comes later: nothing is said of it.
void ValueWatch::OnScalarWrite(const Range& range, ElementType type) {
    no_number_.Set(range, IsFloat(type));
    SetCause(range, 0);
}

void ValueWatch::OnUnseen(const Range& range) {
    no_number_.Set(range, true);
    SetCause(range, 0);
}

uint8_t ValueWatch::CauseIn(const Range& range) const {
    uint8_t lowest = 0;
    for (uint64_t block = range.begin / 32; block < (range.end + 31) / 32; ++block) {
        lowest = Lower(lowest, cause_of_[block]);
    }
    return lowest;
}

void ValueWatch::SetCause(const Range& range, uint8_t cause) {
    if (!causes_.empty()) {
        std::fill(cause_of_.begin() + int64_t(range.begin / 32),
                  cause_of_.begin() + int64_t((range.end + 31) / 32), cause);
    }
}

// Its number. Calls of one line are one: a loop makes its infinities in every round.
uint8_t ValueWatch::Remember(const Core& core, const Instruction& instruction, const Piece& piece) {
    if (!hint_.empty()) {
        return 0;
    }
    for (size_t i = 0; i < causes_.size(); ++i) {
        if (causes_[i].site.line == instruction.site.line && causes_[i].site.file == instruction.site.file) {
            return static_cast<uint8_t>(i + 1);
        }
    }
    if (causes_.size() == kMostCauses) {
        return 0;
    }
    const ElementType type = instruction.operand[piece.operand].type;
    const uint64_t size = SizeOf(type);
    uint64_t i = 0;
    while (!HasNoNumber(piece.at + i * size, size, type)) {
        ++i;
    }
    causes_.push_back(
        {instruction.site,
         fmt::format("{} at {}: element {} of dst becomes {}, and no operand is NaN or infinite: keep the "
                     "operands in the range where the result is finite",
                     Describe(core, instruction), Describe(instruction.site), i,
                     NameOf(piece.at + i * size, type))});
    return static_cast<uint8_t>(causes_.size());
}

void ValueWatch::GetsOut(uint8_t cause) {
    if (cause != 0 && hint_.empty()) {
        hint_ = causes_[cause - 1].text;
    }
}

}  // namespace aclnn_cpu::aicore::check
