// Values that are NaN or infinite: where the first of them came from that got out of the core.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aicore/check/shadow.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore::check {

// Of one core. An instruction that makes a NaN or an infinity of finite operands is remembered, and what is made of
// its results carries its number; it is worth a hint once such a value goes to global memory or to the scalar unit.
// An infinity that becomes a finite result again, as in 1 / (1 + Exp(x)), is what many formulas mean.
class ValueWatch {
 public:
    explicit ValueWatch(uint64_t ub_bytes) : no_number_(ub_bytes), cause_of_((ub_bytes + 31) / 32) {}

    void Begin();
    void InstructionBegin();
    // A piece of UB that the instruction is about to read or write.
    void OnPiece(const Instruction& instruction, const Piece& piece, const Range& range);
    void InstructionEnd(const Core& core, const Instruction& instruction);
    // The instruction reads values of which nobody knows what they are.
    void OnUnknownRead() { no_number_read_ = true; }
    // The scalar unit reads an element at `at`, or writes one, or may write bytes unseen.
    void OnScalarRead(const Range& range, const uint8_t* at, ElementType type);
    void OnScalarWrite(const Range& range, ElementType type);
    void OnUnseen(const Range& range);

    // The first instruction whose NaN or infinity got out; or empty.
    const std::string& hint() const { return hint_; }

 private:
    struct Written {
        Piece piece;
        Range range;
    };
    struct Cause {
        CallSite site;
        std::string text;
    };

    // The lowest number, from 1, of a cause of what the blocks of a range hold; 0: none is known.
    uint8_t CauseIn(const Range& range) const;
    void SetCause(const Range& range, uint8_t cause);
    uint8_t Remember(const Core& core, const Instruction& instruction, const Piece& piece);
    void GetsOut(uint8_t cause);

    static constexpr size_t kMostCauses = 16;
    ByteFlags no_number_;            // bytes of values that are NaN or infinite
    std::vector<uint8_t> cause_of_;  // per 32-byte block
    std::vector<Cause> causes_;
    bool no_number_read_ = false;   // by the instruction under way
    uint8_t cause_read_ = 0;        // the lowest of what it read
    std::vector<Written> written_;  // by it, of float types
    std::string hint_;
};

}  // namespace aclnn_cpu::aicore::check
