// Fills a call of the mathematics table step by step and issues it. Not for kernel authors.
#ifndef ACLNN_CPU_ASCENDC_MATH_CALL_H
#define ACLNN_CPU_ASCENDC_MATH_CALL_H

#include <cstdint>
#include <type_traits>

#include "ascendc/issue.h"

namespace AscendC {

namespace aclnn_internal {

class MathCall {
 public:
    MathCall(Opcode opcode, bool reuse_source, CallSite site) {
        instruction_.opcode = opcode;
        instruction_.operands = 0;
        instruction_.reuse_source = reuse_source;
        instruction_.site = site;
    }
    // The destination first, then the sources.
    template <typename T>
    MathCall& Tensor(const LocalTensor<T>& tensor) {
        instruction_.operand[instruction_.operands++] = tensor.AsOperand();
        return *this;
    }
    // In the type that the function computes in: float for float types.
    template <typename T>
    MathCall& Scalar(const T& value) {
        using Compute = std::conditional_t<std::is_integral_v<T>, int32_t, float>;
        instruction_.has_scalar = true;
        instruction_.scalar = BitsOf(static_cast<Compute>(value));
        return *this;
    }
    MathCall& Temporary(const LocalTensor<uint8_t>& buffer) {
        temporary_ = buffer.AsOperand();
        return *this;
    }
    void Count(uint32_t count) {
        instruction_.count = count;
        aclnn_cpu::aicore::IssueMath(instruction_, temporary_);
    }

 private:
    Instruction instruction_;
    Operand temporary_;
};

}  // namespace aclnn_internal

}  // namespace AscendC

#endif
