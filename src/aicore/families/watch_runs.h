// What executors announce (watch.h) beyond a run or two: everything here is for when somebody watches, and so
// out of line.
#pragma once

#include <span>
#include <vector>

#include "aicore/families/plan.h"
#include "aicore/watch.h"

namespace aclnn_cpu::aicore {

// An operand of the instruction and what the instruction does with it.
struct Watched {
    const Access* access;
    Role role;
    int8_t operand;
};

// Announces `n` adjacent elements of the first `operands` operands, at the addresses `at`: the first is written
// (and read, where the table says so), the others are read.
[[gnu::noinline, gnu::cold]] void AnnounceElements(const Core& core, const Instruction& instruction,
                                                   const uint8_t* const* at, uint64_t n, uint32_t operands);

// Announces the elements that the plan chooses of a repeat, in runs that are adjacent in every operand; element
// by element.
[[gnu::noinline, gnu::cold]] void AnnounceChosen(const Core& core, const Instruction& instruction,
                                                 const Plan& plan, uint64_t repeat,
                                                 std::span<const Watched> operands);

// Announces the temporary buffer that IssueWithTemporary has added, of which the chip uses up to `most` bytes. What it
// took of the UB that no buffer holds is no operand of the call.
[[gnu::noinline, gnu::cold]] void AnnounceTemporary(const Core& core, const Instruction& instruction,
                                                    uint64_t most);

// The pieces of one part of an instruction.
class Pieces {
 public:
    Pieces(const Core& core, const Instruction& instruction) : core_(core), instruction_(instruction) {}

    // No bytes add nothing.
    void Add(const uint8_t* at, uint64_t bytes, Role role, int8_t operand);
    // The same, but bytes behind those added last, in the same role, make their piece longer.
    void Extend(const uint8_t* at, uint64_t bytes, Role role, int8_t operand);
    // Of elements [begin, end) of a repeat those that the plan chooses.
    void AddChosen(const Watched& operand, const Plan& plan, uint64_t repeat, uint64_t begin, uint64_t end);
    // Announces what was added, if anything, and starts anew.
    void Announce(uint64_t elements = 0) { Announce({.pieces = {}, .elements = elements}); }
    // The same as the other members of `transfer` say.
    void Announce(Transfer transfer);

 private:
    const Core& core_;
    const Instruction& instruction_;
    std::vector<Piece> pieces_;
};

}  // namespace aclnn_cpu::aicore
