// Which bytes of UB have a value, and where those without one may not go.
#include <fmt/format.h>

#include <algorithm>

#include "aicore/check/core_checker.h"
#include "aicore/check/roles.h"
#include "aicore/check/words.h"
#include "aicore/instruction_table.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

bool IsCopy(const Instruction& instruction) { return InfoOf(instruction.opcode).family == Family::kCopy; }

}  // namespace

// Bytes of UB that nobody wrote must not get out of it, nor decide anything.
void CoreChecker::CheckDefined(const Core& core, const Instruction& instruction,
                               const Transfer& transfer) const {
    const bool leaves = std::any_of(transfer.pieces.begin(), transfer.pieces.end(), [&](const Piece& piece) {
        return Writes(piece.role) && piece.bytes != 0 && !InUb(piece) && !IsLocal(core, piece);
    });
    for (const Piece& piece : transfer.pieces) {
        if (!Reads(piece.role) || !InUb(piece) || (!leaves && piece.role != Role::kDecide)) {
            continue;
        }
        const Range range = RangeOf(piece);
        const uint64_t first = defined_.FirstClear(range);
        if (first == range.end) {
            continue;
        }
        uint64_t last = first;
        while (last < range.end && !defined_.All({last, last + 1})) {
            ++last;
        }
        const std::string_view name = piece.operand < 0 ? std::string_view("memory")
                                                        : OperandName(instruction, uint32_t(piece.operand));
        const bool known = origins_.Knows({first, last});
        RaiseInstruction(
            core, instruction, FaultKind::kUndefined, piece.operand, first,
            fmt::format("bytes {} to {} of UB, of {}, {} and {}{}{}", first, last, name,
                        leaves ? "go to global memory" : "decide what it does",
                        known ? "have no defined value" : "nothing has written them",
                        first == range.begin
                            ? std::string()
                            : fmt::format(", only the {} bytes before them", first - range.begin),
                        origins_.Tell({first, last})),
            known    ? "mend that, or copy exactly the bytes that are computed"
            : leaves ? "copy exactly the bytes that were computed, or fill the rest with Duplicate first"
                     : "write them before, with SetValue, Duplicate or a copy");
    }
}

void CoreChecker::NoteOrigin(const Instruction& instruction, const Piece& piece, bool defined,
                             uint64_t from) {
    const std::string_view call = InfoOf(instruction.opcode).api_name;
    if (piece.role == Role::kSpoil) {
        origins_.NoteSpoilt(RangeOf(piece), call, instruction.site);
    } else if (!defined && from != ~uint64_t(0) && !IsCopy(instruction)) {
        origins_.NoteComputed(RangeOf(piece), from, call, instruction.site);
    }
}

bool CoreChecker::Propagate(const Instruction& instruction, const Transfer& transfer) {
    constexpr uint64_t kNowhere = ~uint64_t(0);
    uint64_t from = kNowhere;              // the first undefined byte that is read
    uint64_t defined = transfer.elements;  // the first so many elements are
    bool all = transfer.choice == nullptr || ChoiceIsDefined(transfer);
    defined = all ? defined : 0;
    for (const Piece& piece : transfer.pieces) {
        if (!Reads(piece.role) || piece.bytes == 0 || !InUb(piece)) {
            continue;
        }
        const Range range = RangeOf(piece);
        const uint64_t first = defined_.FirstClear(range);
        const bool enough =
            transfer.packs && transfer.elements == 0 ? defined_.Any(range) : first == range.end;
        if (first != range.end) {
            values_.OnUnknownRead();
        }
        if (!enough && from == kNowhere) {
            from = first;
        }
        all = all && enough;
        if (transfer.elements != 0 && first != range.end) {
            defined = std::min(defined, (first - range.begin) / (piece.bytes / transfer.elements));
        }
    }
    for (const Piece& piece : transfer.pieces) {
        if (Writes(piece.role) && piece.bytes != 0 && InUb(piece)) {
            const Range range = RangeOf(piece);
            NoteOrigin(instruction, piece, all, from);
            if (transfer.elements == 0 || all || piece.role == Role::kSpoil) {
                defined_.Set(range, all && piece.role != Role::kSpoil);
            }
        }
    }
    if (transfer.elements != 0 && !all) {
        PropagateElements(transfer, EndOfSome(transfer, defined), defined);
    }
    return all;
}

// The element from which on none can be defined: where one of the sources, or the bits that choose, end for good.
uint64_t CoreChecker::EndOfSome(const Transfer& transfer, uint64_t first) const {
    const auto clear_from = [&](const Piece& piece, uint64_t byte) {
        const Range range = RangeOf(piece);
        return InUb(piece) && byte < piece.bytes && !defined_.Any({range.begin + byte, range.end});
    };
    if (transfer.choice != nullptr) {
        const uint64_t bits = transfer.choice_bit + transfer.elements;
        const Piece choice{transfer.choice, (bits + 7) / 8, Role::kChoose, kNoOperand};
        const uint64_t byte = (transfer.choice_bit + first + 7) / 8;
        return clear_from(choice, byte) ? std::min(transfer.elements, byte * 8 - transfer.choice_bit)
                                        : transfer.elements;
    }
    for (const Piece& piece : transfer.pieces) {
        if (Reads(piece.role) && clear_from(piece, first * (piece.bytes / transfer.elements))) {
            return first;
        }
    }
    return transfer.elements;
}

// Whether the bit of an element is defined, and the source that it chooses.
template <typename IsDefined>
bool CoreChecker::IsChosenDefined(const Transfer& transfer, uint64_t element, IsDefined is_defined) const {
    const uint64_t bit = transfer.choice_bit + element;
    const Piece byte{transfer.choice + bit / 8, 1, Role::kChoose, kNoOperand};
    if (InUb(byte) && !defined_.All(RangeOf(byte))) {
        return false;
    }
    const bool first = ((*byte.at >> (bit % 8)) & 1u) != 0;
    uint32_t reads = 0;
    for (const Piece& piece : transfer.pieces) {
        if (Reads(piece.role) && reads++ == (first ? 0u : 1u)) {
            return is_defined(piece);
        }
    }
    return true;  // the scalar
}

// Elements before `first` are defined, none from `end` on; of the others, each by itself.
void CoreChecker::PropagateElements(const Transfer& transfer, uint64_t end, uint64_t first) {
    const auto element_of = [&](const Piece& piece, uint64_t i) {
        const uint64_t size = piece.bytes / transfer.elements;
        const uint64_t begin = RangeOf(piece).begin + i * size;
        return Range{begin, begin + size};
    };
    const auto write = [&](const Piece& piece) {
        return Writes(piece.role) && piece.role != Role::kSpoil && InUb(piece);
    };
    std::vector<bool> defined(end - first);
    for (uint64_t i = first; i < end; ++i) {
        const auto is_defined = [&](const Piece& piece) {
            return !Reads(piece.role) || !InUb(piece) ||
                   (transfer.packs ? defined_.Any(element_of(piece, i)) : defined_.All(element_of(piece, i)));
        };
        defined[i - first] = transfer.choice != nullptr
                                 ? IsChosenDefined(transfer, i, is_defined)
                                 : std::all_of(transfer.pieces.begin(), transfer.pieces.end(), is_defined);
    }
    for (const Piece& piece : transfer.pieces) {
        if (!write(piece)) {
            continue;
        }
        if (first != 0) {
            defined_.Set({RangeOf(piece).begin, element_of(piece, first - 1).end}, true);
        }
        for (uint64_t i = first; i < end; ++i) {
            defined_.Set(element_of(piece, i), defined[i - first]);
        }
        if (end != transfer.elements) {
            defined_.Set({element_of(piece, end).begin, RangeOf(piece).end}, false);
        }
    }
}

}  // namespace aclnn_cpu::aicore::check
