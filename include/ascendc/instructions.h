// THE table of instructions: one row each. The functions of namespace AscendC, the executors, the chip and
// type checks, the names in reports and the tests are all generated from it.
//
//   V_UNARY(Name, types on A2, types on 310B, result)    Name(dst, src, ...)
//   V_BINARY(...)                                        Name(dst, src0, src1, ...)
//   V_SCALAR(...)                                        Name(dst, src, scalar, ...)
//
// The result is an expression over d (the old element of dst), a (src or src0), b (src1) and s (the scalar).
// Floats of 16 bits are widened to float before and rounded to nearest even after it; integers wrap. Names
// ending in Of stand in src/aicore/families/element.h. "A2" is Ascend910B and Ascend910_93; the other chips
// follow 310B.
#ifndef ACLNN_CPU_ASCENDC_INSTRUCTIONS_H
#define ACLNN_CPU_ASCENDC_INSTRUCTIONS_H

#include "ascendc/element_type.h"

#define ACLNN_CPU_VECTOR_INSTRUCTIONS(V_UNARY, V_BINARY, V_SCALAR)               \
    V_UNARY(Exp, F16 | F32, F16 | F32, ExpOf(a))                                 \
    V_UNARY(Ln, F16 | F32, F16 | F32, LnOf(a))                                   \
    V_UNARY(Abs, F16 | F32, F16 | F32 | I16, AbsOf(a))                           \
    V_UNARY(Sqrt, F16 | F32, F16 | F32, SqrtOf(a))                               \
    V_UNARY(Rsqrt, F16 | F32, F16 | F32, 1.0f / SqrtOf(a))                       \
    V_UNARY(Reciprocal, F16 | F32, F16 | F32, 1.0f / a)                          \
    V_UNARY(Relu, F16 | I32 | F32, F16 | I32 | F32, ReluOf(a))                   \
    V_UNARY(Not, I16 | U16, I16 | U16, ~a)                                       \
    V_BINARY(Add, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, a + b)           \
    V_BINARY(Sub, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, a - b)           \
    V_BINARY(Mul, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, a * b)           \
    V_BINARY(Div, F16 | F32, F16 | F32, a / b)                                   \
    V_BINARY(Max, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, MaxOf(a, b))     \
    V_BINARY(Min, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, MinOf(a, b))     \
    V_BINARY(And, I16 | U16, I16 | U16, a & b)                                   \
    V_BINARY(Or, I16 | U16, I16 | U16, a | b)                                    \
    V_BINARY(MulAddDst, F16 | F32, F16 | F32 | I16 | U16 | I32 | U32, d + a * b) \
    V_SCALAR(Adds, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, a + s)          \
    V_SCALAR(Muls, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, a * s)          \
    V_SCALAR(Maxs, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, MaxOf(a, s))    \
    V_SCALAR(Mins, F16 | F32 | I16 | I32, F16 | F32 | I16 | I32, MinOf(a, s))    \
    V_SCALAR(LeakyRelu, F16 | F32, F16 | F32, a >= 0 ? a : a * s)                \
    V_SCALAR(Axpy, F16 | F32, F16 | F32, d + s * a)

// Cast(dst, src, RoundMode, ...): one row per pair of types, with the rounding modes each chip takes.
#define ACLNN_CPU_CAST_PAIRS(V_CAST)                            \
    V_CAST(kHalf, kFloat, NONE, NONE)                           \
    V_CAST(kBFloat16, kFloat, NONE, NONE)                       \
    V_CAST(kInt16, kFloat, NONE, NONE)                          \
    V_CAST(kInt8, kHalf, NONE, NONE)                            \
    V_CAST(kUint8, kHalf, NONE, NONE)                           \
    V_CAST(kFloat, kHalf, FIVE | ODD | NONE, FIVE | ODD | NONE) \
    V_CAST(kFloat, kBFloat16, FIVE, FIVE)                       \
    V_CAST(kFloat, kInt32, FIVE, FIVE)                          \
    V_CAST(kFloat, kInt16, FIVE, FIVE)                          \
    V_CAST(kFloat, kInt64, FIVE, 0)                             \
    V_CAST(kFloat, kFloat, FIVE, FIVE)                          \
    V_CAST(kHalf, kInt32, FIVE, FIVE)                           \
    V_CAST(kHalf, kInt16, FIVE, FIVE)                           \
    V_CAST(kHalf, kInt8, FIVE | NONE, FIVE | NONE)              \
    V_CAST(kHalf, kUint8, FIVE | NONE, FIVE | NONE)             \
    V_CAST(kBFloat16, kInt32, FIVE, FIVE)                       \
    V_CAST(kInt32, kFloat, FIVE | NONE, FIVE | NONE)            \
    V_CAST(kInt64, kFloat, FIVE, 0)                             \
    V_CAST(kInt16, kHalf, FIVE | NONE, FIVE | NONE)             \
    V_CAST(kInt32, kHalf, 0, NONE)                              \
    V_CAST(kInt32, kInt16, NONE, NONE)                          \
    V_CAST(kInt64, kInt32, NONE, 0)                             \
    V_CAST(kInt32, kInt64, NONE, 0)

// Instructions with an executor of their own: V_OTHER(Name, pipe, types on A2, types on 310B). Cast's types
// stand above.
#define ACLNN_CPU_OTHER_INSTRUCTIONS(V_OTHER)                            \
    V_OTHER(Cast, PIPE_V, ANY, ANY)                                      \
    V_OTHER(Duplicate, PIPE_V, I16 | U16 | F16 | BF16 | I32 | U32 | F32, \
            I16 | U16 | F16 | BF16 | I32 | U32 | F32)                    \
    V_OTHER(DataCopyIn, PIPE_MTE2, ANY, ANY)                             \
    V_OTHER(DataCopyOut, PIPE_MTE3, ANY, ANY)                            \
    V_OTHER(DataCopyLocal, PIPE_V, ANY, ANY)                             \
    V_OTHER(DataCopyPadIn, PIPE_MTE2, ANY, ANY_32)                       \
    V_OTHER(DataCopyPadOut, PIPE_MTE3, ANY, ANY_32)

namespace aclnn_cpu::aicore {

enum class Opcode : uint8_t {
#define ACLNN_CPU_OPCODE(Name, ...) k##Name,
    ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE)
        ACLNN_CPU_OTHER_INSTRUCTIONS(ACLNN_CPU_OPCODE)
#undef ACLNN_CPU_OPCODE
            kCount,
};

}  // namespace aclnn_cpu::aicore

#endif
