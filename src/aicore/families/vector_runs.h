// How unary, binary, scalar, cast and fill instructions work on runs of adjacent elements.
#pragma once

#include <bit>

#include "aicore/core.h"
#include "aicore/families/plan.h"

namespace aclnn_cpu::aicore {

// What the instruction does to a run.
class RunLoop {
 public:
    // `mixed`: the row of types, or -1 where all operands are of one type.
    RunLoop(const Core& core, const Instruction& instruction, int32_t mixed) : scalar_(instruction.scalar) {
        if (mixed >= 0) {
            vector_ = core.loops->mixed[mixed];
            scalar_ = instruction.has_scalar ? scalar_ : std::bit_cast<uint32_t>(core.deq_scale);
            return;
        }
        const auto type = static_cast<uint32_t>(instruction.operand[0].type);
        const auto source = static_cast<uint32_t>(instruction.operand[instruction.operands > 1 ? 1 : 0].type);
        switch (InfoOf(instruction.opcode).family) {
            case Family::kCast:
                cast_ = core.loops->cast[source][type][instruction.mode];
                break;
            case Family::kFill:
                fill_ = core.loops->fill[std::countr_zero(SizeOf(instruction.operand[0].type))];
                break;
            default:
                vector_ = core.loops->vector[static_cast<uint32_t>(instruction.opcode)][type];
        }
    }

    void operator()(void* dst, const void* src0, const void* src1, uint64_t n) const {
        if (vector_ != nullptr) {
            vector_(dst, src0, src1, scalar_, n);
        } else if (cast_ != nullptr) {
            cast_(dst, src0, n);
        } else {
            fill_(dst, scalar_, n);
        }
    }

 private:
    uint64_t scalar_;
    VectorLoop vector_ = nullptr;
    CastLoop cast_ = nullptr;
    FillLoop fill_ = nullptr;
};

// Does what the plan chooses, whatever the strides. `adjacent`: the plan is whole and leaves no gaps.
void RunPlan(Core& core, const Instruction& instruction, const RunLoop& loop, const Plan& plan,
             bool adjacent);

}  // namespace aclnn_cpu::aicore
