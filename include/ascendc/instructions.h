// THE table of instructions: one row each. The functions of namespace AscendC, the executors, the chip and
// type checks, the names in reports and the tests are all generated from it.
//
//   V_UNARY(Name, types, result)    Name(dst, src, ...)
//   V_BINARY(...)                   Name(dst, src0, src1, ...)
//   V_SCALAR(...)                   Name(dst, src, scalar, ...)
//
// `types` is a profile of chip_types.h: the element types on every chip. The result is an expression over d
// (the old element of dst), a (src or src0), b (src1) and s (the scalar). Floats of 16 bits are widened to
// float before and rounded to nearest even after it; integers wrap. Names ending in Of stand in
// src/aicore/families/element.h; those that take <E> depend on the element type.
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
    V_BINARY(AddRelu, kAddRelu, ReluOf(RoundedOf<E>(a + b)))       \
    V_BINARY(SubRelu, kAddRelu, ReluOf(RoundedOf<E>(a - b)))       \
    V_BINARY(FusedMulAdd, kFusedMulAdd, d* a + b)                  \
    V_BINARY(MulAddRelu, kMulAddRelu, ReluOf(d* a + b))            \
    V_BINARY(FusedMulAddRelu, kMulAddRelu, ReluOf(d* a + b))       \
    V_SCALAR(Adds, kAdds, a + s)                                   \
    V_SCALAR(Muls, kMuls, a* s)                                    \
    V_SCALAR(Maxs, kMaxs, MaxOf(a, s))                             \
    V_SCALAR(Mins, kMaxs, MinOf(a, s))                             \
    V_SCALAR(Subs, kScalarDifference, a - s)                       \
    V_SCALAR(Divs, kScalarQuotient, a / s)                         \
    V_SCALAR(LeakyRelu, kLeakyRelu, a >= 0 ? a : a * s)            \
    V_SCALAR(ShiftLeft, kShift, ShiftLeftOf<E>(a, s))              \
    V_SCALAR(ShiftRight, kShift, ShiftRightOf<E>(a, s))

// The same, of functions that have a type of dst and a type of the sources: here where both are one type.
#define ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(V_BINARY, V_SCALAR) \
    V_BINARY(MulAddDst, kMulAddDst, d + a * b)              \
    V_SCALAR(Axpy, kAxpy, d + s * a)

// Pairs of types, for functions of two types: the type of the sources, that of dst, the chips that have the
// pair.
//
//   V_WIDE(Name, from, to, chips, result)     computed in the type of dst
//   V_NARROW(Name, from, to, chips, result)   computed and rounded in the type of the sources, then cast with
//                                             CAST_NONE: it saturates
#define ACLNN_CPU_MIXED_INSTRUCTIONS(V_WIDE, V_NARROW)                                 \
    V_WIDE(MulAddDst, kHalf, kFloat, kWidens, d + a * b)                               \
    V_WIDE(Axpy, kHalf, kFloat, kEverywhere, d + s * a)                                \
    V_WIDE(Cast, kInt32, kHalf, kScales, ScaledOf(a, s))                               \
    V_WIDE(CastDequant, kInt32, kHalf, kScales32, ScaledOf(a, s))                      \
    V_WIDE(CastDeq, kInt32, kHalf, kScales32, ScaledOf(a, s))                          \
    V_WIDE(AddDeqRelu, kInt32, kHalf, kScales, ReluOf(ScaledOf(a + b, s)))             \
    V_NARROW(AddReluCast, kHalf, kInt8, kReluCasts, ReluOf(a + b))                     \
    V_NARROW(AddReluCast, kFloat, kHalf, kReluCasts, ReluOf(a + b))                    \
    V_NARROW(AddReluCast, kInt16, kInt8, kReluCastsWords, ReluOf(RoundedOf<E>(a + b))) \
    V_NARROW(SubReluCast, kHalf, kInt8, kReluCasts, ReluOf(a - b))                     \
    V_NARROW(SubReluCast, kFloat, kHalf, kReluCasts, ReluOf(a - b))                    \
    V_NARROW(SubReluCast, kInt16, kInt8, kReluCastsWords, ReluOf(RoundedOf<E>(a - b))) \
    V_NARROW(MulCast, kHalf, kInt8, kReluCasts, a* b)                                  \
    V_NARROW(MulCast, kHalf, kUint8, kReluCasts, a* b)

// Instructions that share the name of another one, with an expression of their own:
// V_VARIANT(Name, function, family, types, result).
#define ACLNN_CPU_VARIANT_INSTRUCTIONS(V_VARIANT) \
    V_VARIANT(ShiftRightRound, ShiftRight, kScalar, kShiftRound, ShiftRightRoundOf<E>(a, s))

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
    V_CAST(kInt4, kHalf, kInt4ToHalf)     \
    V_CAST(kHalf, kInt4, kHalfToInt4)

// Instructions of other families: V_OTHER(Name, function, family, pipe, types). `function` is the name
// kernels call; several instructions may share one. Cast's types stand above.
#define ACLNN_CPU_OTHER_INSTRUCTIONS(V_OTHER)                                     \
    V_OTHER(Cast, Cast, kCast, PIPE_V, kBytes)                                    \
    V_OTHER(Duplicate, Duplicate, kFill, PIPE_V, kFill)                           \
    V_OTHER(Compare, Compare, kCompare, PIPE_V, kCompare)                         \
    V_OTHER(Compares, Compares, kCompare, PIPE_V, kCompares)                      \
    V_OTHER(CompareScalar, CompareScalar, kCompare, PIPE_V, kCompares)            \
    V_OTHER(CompareRegister, Compare, kCompareRegister, PIPE_V, kCompareRegister) \
    V_OTHER(GetCmpMask, GetCmpMask, kCompareMask, PIPE_V, kCompareMask)           \
    V_OTHER(SetCmpMask, SetCmpMask, kCompareMask, PIPE_V, kCompareMask)           \
    V_OTHER(Select, Select, kSelect, PIPE_V, kSelect)                             \
    V_OTHER(SelectRegister, Select, kSelect, PIPE_V, kSelectRegister)             \
    V_OTHER(AddReluCast, AddReluCast, kMixed, PIPE_V, kReluCast)                  \
    V_OTHER(SubReluCast, SubReluCast, kMixed, PIPE_V, kReluCast)                  \
    V_OTHER(MulCast, MulCast, kMixed, PIPE_V, kMulCast)                           \
    V_OTHER(AddDeqRelu, AddDeqRelu, kMixed, PIPE_V, kScaled)                      \
    V_OTHER(CastDequant, CastDequant, kMixed, PIPE_V, kScaled32)                   \
    V_OTHER(CastDeq, CastDeq, kMixed, PIPE_V, kScaled32)                           \
    V_OTHER(DataCopyIn, DataCopy, kCopy, PIPE_MTE2, kMoved)                       \
    V_OTHER(DataCopyOut, DataCopy, kCopy, PIPE_MTE3, kMoved)                      \
    V_OTHER(DataCopyLocal, DataCopy, kCopy, PIPE_V, kMovedInUb)                   \
    V_OTHER(DataCopyInL1, DataCopy, kCopy, PIPE_MTE2, kMovedToL1)                 \
    V_OTHER(DataCopyOutL1, DataCopy, kCopy, PIPE_MTE3, kMovedFromL1)              \
    V_OTHER(DataCopyToL1, DataCopy, kCopy, PIPE_MTE3, kMovedUbToL1)               \
    V_OTHER(DataCopyPadIn, DataCopyPad, kCopy, PIPE_MTE2, kPadded)                \
    V_OTHER(DataCopyPadOut, DataCopyPad, kCopy, PIPE_MTE3, kPadded)               \
    V_OTHER(DataCopyPadCompactIn, DataCopyPad, kCopy, PIPE_MTE2, kCompacted)      \
    V_OTHER(DataCopyPadCompactOut, DataCopyPad, kCopy, PIPE_MTE3, kCompacted)     \
    V_OTHER(DataCopySliceIn, DataCopy, kCopy, PIPE_MTE2, kSliced)                 \
    V_OTHER(DataCopySliceOut, DataCopy, kCopy, PIPE_MTE3, kSliced)                \
    V_OTHER(DataCopyNd2Nz, DataCopy, kCopy, PIPE_MTE2, kNd2Nz)                    \
    V_OTHER(DataCopyNd2NzToL1, DataCopy, kCopy, PIPE_MTE3, kNd2NzUbToL1)          \
    V_OTHER(DataCopyNz2Nd, DataCopy, kCopy, PIPE_MTE3, kNz2Nd)                    \
    V_OTHER(Copy, Copy, kMaskedCopy, PIPE_V, kMasked)                             \
    V_OTHER(CopyCount, Copy, kMaskedCopy, PIPE_V, kMaskedCount)                   \
    V_OTHER(SetAtomicAdd, SetAtomicAdd, kCopyState, PIPE_S, kAtomicAdd)           \
    V_OTHER(SetAtomicMax, SetAtomicMax, kCopyState, PIPE_S, kAtomicOrder)         \
    V_OTHER(SetAtomicMin, SetAtomicMin, kCopyState, PIPE_S, kAtomicOrder)         \
    V_OTHER(SetAtomicType, SetAtomicType, kCopyState, PIPE_S, kAtomicType)        \
    V_OTHER(SetAtomicNone, SetAtomicNone, kCopyState, PIPE_S, kBytes)             \
    V_OTHER(SetPadValue, SetPadValue, kCopyState, PIPE_S, kPadValue)              \
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
        ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE)
            ACLNN_CPU_VARIANT_INSTRUCTIONS(ACLNN_CPU_OPCODE) ACLNN_CPU_OTHER_INSTRUCTIONS(ACLNN_CPU_OPCODE)
#undef ACLNN_CPU_OPCODE
                kCount,
};

}  // namespace aclnn_cpu::aicore

#endif
