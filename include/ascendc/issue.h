// Fills an instruction step by step and issues it: what the functions of the other headers are made of. Not
// for kernel authors.
#ifndef ACLNN_CPU_ASCENDC_ISSUE_H
#define ACLNN_CPU_ASCENDC_ISSUE_H

#include <cstdint>
#include <cstring>

#include "ascendc/cuts.h"
#include "ascendc/emulator.h"
#include "ascendc/params.h"
#include "ascendc/tensor.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::Instruction;
using aclnn_cpu::aicore::MaskSource;
using aclnn_cpu::aicore::Opcode;
using aclnn_cpu::aicore::Operand;

template <typename T>
uint64_t BitsOf(const T& value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

// Fills one instruction step by step, then issues it.
class Vector {
 public:
    Vector(Opcode opcode, uint8_t operands, CallSite site) {
        instruction_.opcode = opcode;
        instruction_.operands = operands;
        instruction_.site = site;
    }
    template <typename T>
    Vector& Set(int index, const LocalTensor<T>& tensor, uint16_t block_stride = 1,
                uint16_t repeat_stride = 8) {
        Operand& operand = instruction_.operand[index];
        operand = tensor.AsOperand();
        operand.block_stride = block_stride;
        operand.repeat_stride = repeat_stride;
        return *this;
    }
    // An operand that is a register of the core and no tensor.
    Vector& Register(int index) {
        instruction_.operand[index] = Operand{};
        return *this;
    }
    template <typename T>
    Vector& Scalar(const T& value) {
        instruction_.has_scalar = true;
        instruction_.scalar = BitsOf(value);
        return *this;
    }
    // An enumerator of the mode that the instruction's family takes.
    template <typename Enum>
    Vector& Mode(Enum mode) {
        instruction_.mode = static_cast<uint8_t>(mode);
        return *this;
    }
    // The parameter structure of the call, or one of its parameters by name, for the checker.
    template <typename Params>
    Vector& Parameters(const Params& params) {
        notes_.Add(instruction_, params);
        return *this;
    }
    // What the family adds; must live until the instruction is issued.
    Vector& Details(const void* details) {
        instruction_.details = details;
        return *this;
    }
    // Without a count or mask.
    void Whole() { aclnn_cpu::aicore::Issue(instruction_); }
    void Count(uint32_t count) {
        instruction_.count = count;
        aclnn_cpu::aicore::Issue(instruction_);
    }
    // The count form of instructions with a scalar; without set_mask the count has no meaning, and one repeat
    // works with the mask as set (in counter mode: as many elements as that says).
    void CountOrState(bool set_mask, uint32_t count) {
        if (set_mask) {
            Count(count);
        } else {
            Repeat(false, uint64_t(0), 1);
        }
    }
    void Repeat(bool set_mask, uint64_t number, RepeatTimes repeat) {
        Parameters(Named("repeatTime", repeat));
        instruction_.mask_source = set_mask ? MaskSource::kNumber : MaskSource::kState;
        instruction_.mask[0] = number;
        instruction_.repeat = repeat;
        aclnn_cpu::aicore::Issue(instruction_);
    }
    void Repeat(bool set_mask, const uint64_t* bits, RepeatTimes repeat) {
        Parameters(Named("repeatTime", repeat));
        instruction_.mask_source = set_mask ? MaskSource::kBits : MaskSource::kState;
        if (set_mask) {
            instruction_.mask[0] = bits[0];
            instruction_.mask[1] = bits[1];
        }
        instruction_.repeat = repeat;
        aclnn_cpu::aicore::Issue(instruction_);
    }

 private:
    Instruction instruction_;
    CutNotes notes_;
};

}  // namespace aclnn_internal

}  // namespace AscendC

#endif
