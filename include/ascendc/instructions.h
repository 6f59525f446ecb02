// THE table of instructions: one row each. The functions of namespace AscendC, the executors, the chip and
// type checks, the names in reports and the tests are all generated from it.
//
//   V_UNARY(Name, types, result)    Name(dst, src, ...)
//   V_BINARY(...)                   Name(dst, src0, src1, ...)
//   V_SCALAR(...)                   Name(dst, src, scalar, ...)
//
// `types` is a profile of chip_types.h: the element types on every chip. The result is an expression over d (the
// old element of dst), a (src or src0), b (src1) and s (the scalar). Floats of 16 bits are widened to float
// before and rounded to nearest even after it; integers wrap. Names ending in Of stand in
// src/aicore/families/element.h.
#ifndef ACLNN_CPU_ASCENDC_INSTRUCTIONS_H
#define ACLNN_CPU_ASCENDC_INSTRUCTIONS_H

#include "ascendc/chip_types.h"

#define ACLNN_CPU_VECTOR_INSTRUCTIONS(V_UNARY, V_BINARY, V_SCALAR) \
    V_UNARY(Exp, kFloats, ExpOf(a))                                \
    V_UNARY(Ln, kFloats, LnOf(a))                                  \
    V_UNARY(Abs, kAbs, AbsOf(a))                                   \
    V_UNARY(Sqrt, kFloats, SqrtOf(a))                              \
    V_UNARY(Rsqrt, kFloats, 1.0f / SqrtOf(a))                      \
    V_UNARY(Reciprocal, kFloats, 1.0f / a)                         \
    V_UNARY(Relu, kRelu, ReluOf(a))                                \
    V_UNARY(Not, kWords, ~a)                                       \
    V_BINARY(Add, kSigned, a + b)                                  \
    V_BINARY(Sub, kSigned, a - b)                                  \
    V_BINARY(Mul, kMul, a* b)                                      \
    V_BINARY(Div, kFloats, a / b)                                  \
    V_BINARY(Max, kSigned, MaxOf(a, b))                            \
    V_BINARY(Min, kSigned, MinOf(a, b))                            \
    V_BINARY(And, kWords, a& b)                                    \
    V_BINARY(Or, kWords, a | b)                                    \
    V_BINARY(MulAddDst, kMulAddDst, d + a * b)                     \
    V_SCALAR(Adds, kAdds, a + s)                                   \
    V_SCALAR(Muls, kMuls, a* s)                                    \
    V_SCALAR(Maxs, kMaxs, MaxOf(a, s))                             \
    V_SCALAR(Mins, kMaxs, MinOf(a, s))                             \
    V_SCALAR(LeakyRelu, kLeakyRelu, a >= 0 ? a : a * s)            \
    V_SCALAR(Axpy, kAxpy, d + s * a)

// Cast(dst, src, RoundMode, ...): one row per pair of types, with a profile of the rounding modes.
#define ACLNN_CPU_CAST_PAIRS(V_CAST)            \
    V_CAST(kHalf, kFloat, kWidened)             \
    V_CAST(kBFloat16, kFloat, kBFloat16ToFloat) \
    V_CAST(kInt16, kFloat, kInt16ToFloat)       \
    V_CAST(kInt8, kHalf, kWidened)              \
    V_CAST(kUint8, kHalf, kWidened)             \
    V_CAST(kFloat, kHalf, kFloatToHalf)         \
    V_CAST(kFloat, kBFloat16, kFloatToBFloat16) \
    V_CAST(kFloat, kInt32, kFloatToInt32)       \
    V_CAST(kFloat, kInt16, kRounded)            \
    V_CAST(kFloat, kInt64, kRounded)            \
    V_CAST(kFloat, kFloat, kRounded)            \
    V_CAST(kHalf, kInt32, kHalfToInt32)         \
    V_CAST(kHalf, kInt16, kHalfToInt16)         \
    V_CAST(kHalf, kInt8, kHalfToInt8)           \
    V_CAST(kHalf, kUint8, kHalfToUint8)         \
    V_CAST(kHalf, kBFloat16, kRoundedOn950)     \
    V_CAST(kBFloat16, kHalf, kRoundedOn950)     \
    V_CAST(kBFloat16, kInt32, kRounded)         \
    V_CAST(kInt32, kFloat, kInt32ToFloat)       \
    V_CAST(kInt64, kFloat, kRounded)            \
    V_CAST(kInt16, kHalf, kInt16ToHalf)         \
    V_CAST(kInt32, kHalf, kUnscaled)            \
    V_CAST(kInt32, kInt16, kInt32ToInt16)       \
    V_CAST(kInt64, kInt32, kInt32AndInt64)      \
    V_CAST(kInt32, kInt64, kInt32AndInt64)      \
    V_CAST(kInt8, kInt16, kOn950)               \
    V_CAST(kInt8, kInt32, kOn950)               \
    V_CAST(kUint8, kUint16, kOn950)             \
    V_CAST(kUint8, kUint32, kOn950)             \
    V_CAST(kInt16, kUint8, kOn950)              \
    V_CAST(kInt16, kInt32, kOn950)              \
    V_CAST(kInt16, kUint32, kOn950)             \
    V_CAST(kUint16, kUint8, kOn950)             \
    V_CAST(kUint16, kUint32, kOn950)            \
    V_CAST(kInt32, kUint8, kOn950)              \
    V_CAST(kInt32, kUint16, kOn950)             \
    V_CAST(kUint32, kUint8, kOn950)             \
    V_CAST(kUint32, kInt16, kOn950)             \
    V_CAST(kUint32, kUint16, kOn950)

// The pairs with int4b_t, whose elements are no whole bytes.
#define ACLNN_CPU_INT4_CAST_PAIRS(V_CAST) \
    V_CAST(kInt4, kHalf, kInt4ToHalf)         \
    V_CAST(kHalf, kInt4, kHalfToInt4)

// Instructions of other families: V_OTHER(Name, function, family, pipe, types). `function` is the name kernels
// call; several instructions may share one. Cast's types stand above.
#define ACLNN_CPU_OTHER_INSTRUCTIONS(V_OTHER)                                 \
    V_OTHER(Cast, Cast, kCast, PIPE_V, kBytes)                                \
    V_OTHER(Duplicate, Duplicate, kFill, PIPE_V, kFill)                       \
    V_OTHER(DataCopyIn, DataCopy, kCopy, PIPE_MTE2, kMoved)                   \
    V_OTHER(DataCopyOut, DataCopy, kCopy, PIPE_MTE3, kMoved)                  \
    V_OTHER(DataCopyLocal, DataCopy, kCopy, PIPE_V, kMovedInUb)               \
    V_OTHER(DataCopyInL1, DataCopy, kCopy, PIPE_MTE2, kMovedToL1)             \
    V_OTHER(DataCopyOutL1, DataCopy, kCopy, PIPE_MTE3, kMovedFromL1)          \
    V_OTHER(DataCopyToL1, DataCopy, kCopy, PIPE_MTE3, kMovedUbToL1)           \
    V_OTHER(DataCopyPadIn, DataCopyPad, kCopy, PIPE_MTE2, kPadded)            \
    V_OTHER(DataCopyPadOut, DataCopyPad, kCopy, PIPE_MTE3, kPadded)           \
    V_OTHER(DataCopyPadCompactIn, DataCopyPad, kCopy, PIPE_MTE2, kCompacted)  \
    V_OTHER(DataCopyPadCompactOut, DataCopyPad, kCopy, PIPE_MTE3, kCompacted) \
    V_OTHER(DataCopySliceIn, DataCopy, kCopy, PIPE_MTE2, kSliced)             \
    V_OTHER(DataCopySliceOut, DataCopy, kCopy, PIPE_MTE3, kSliced)            \
    V_OTHER(DataCopyNd2Nz, DataCopy, kCopy, PIPE_MTE2, kNd2Nz)                \
    V_OTHER(DataCopyNd2NzToL1, DataCopy, kCopy, PIPE_MTE3, kNd2NzUbToL1)      \
    V_OTHER(DataCopyNz2Nd, DataCopy, kCopy, PIPE_MTE3, kNz2Nd)                \
    V_OTHER(Copy, Copy, kMaskedCopy, PIPE_V, kMasked)                         \
    V_OTHER(CopyCount, Copy, kMaskedCopy, PIPE_V, kMaskedCount)               \
    V_OTHER(SetAtomicAdd, SetAtomicAdd, kCopyState, PIPE_S, kAtomicAdd)       \
    V_OTHER(SetAtomicMax, SetAtomicMax, kCopyState, PIPE_S, kAtomicOrder)     \
    V_OTHER(SetAtomicMin, SetAtomicMin, kCopyState, PIPE_S, kAtomicOrder)     \
    V_OTHER(SetAtomicType, SetAtomicType, kCopyState, PIPE_S, kAtomicType)    \
    V_OTHER(SetAtomicNone, SetAtomicNone, kCopyState, PIPE_S, kBytes)         \
    V_OTHER(SetPadValue, SetPadValue, kCopyState, PIPE_S, kPadValue)          \
    V_OTHER(InitGlobalMemory, InitGlobalMemory, kComposite, PIPE_S, kFilledGlobal)

// Atomic copies combine by the loop of a vector instruction, for the types of a profile: V_ATOMIC(Name, types).
#define ACLNN_CPU_ATOMIC_OPERATIONS(V_ATOMIC) \
    V_ATOMIC(Add, kAtomicAdd)                 \
    V_ATOMIC(Max, kAtomicOrder)               \
    V_ATOMIC(Min, kAtomicOrder)

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
