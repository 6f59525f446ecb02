// THE table of instructions: one row each. The functions of namespace AscendC, the executors, the checks of
// chips and types, the names in reports and the tests are generated from it.
//
//   1. Element by element   arithmetic, bits, shifts; results as expressions
//   2. Conversions          pairs of types of Cast
//   3. Mathematics          high-level functions; results as expressions
//   4. Other families       copies, comparisons, reductions, rearrangements
//   5. Atomic copies
//
// `types` is a profile of chip_types.h: the element types on every chip. Results are expressions over d (the
// old element of dst), a (src or src0), b (src1) and s (the scalar). Floats of 16 bits are widened to float
// before and rounded to nearest even after; integers wrap.
#ifndef ACLNN_CPU_ASCENDC_INSTRUCTIONS_H
#define ACLNN_CPU_ASCENDC_INSTRUCTIONS_H

#include "ascendc/chip_types.h"
#include "ascendc/temporary.h"

// ---- 1. Element by element
//
//   V_UNARY(Name, types, result)     Name(dst, src, ...)
//   V_BINARY(Name, types, result)    Name(dst, src0, src1, ...)
//   V_SCALAR(Name, types, result)    Name(dst, src, scalar, ...)
//
// Names ending in Of stand in src/aicore/families/arithmetic.h and, those that take <E>, in element.h beside it.
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
    V_BINARY(Mul, kMul, (a * b))                                   \
    V_BINARY(Div, kFloats, a / b)                                  \
    V_BINARY(Max, kSigned, MaxOf(a, b))                            \
    V_BINARY(Min, kSigned, MinOf(a, b))                            \
    V_BINARY(And, kWords, (a & b))                                 \
    V_BINARY(Or, kWords, a | b)                                    \
    V_BINARY(AddRelu, kAddRelu, ReluOf(RoundedOf<E>(a + b)))       \
    V_BINARY(SubRelu, kAddRelu, ReluOf(RoundedOf<E>(a - b)))       \
    V_BINARY(FusedMulAdd, kFusedMulAdd, (d * a) + b)               \
    V_BINARY(MulAddRelu, kMulAddRelu, ReluOf((d * a) + b))         \
    V_BINARY(FusedMulAddRelu, kMulAddRelu, ReluOf((d * a) + b))    \
    V_SCALAR(Adds, kAdds, a + s)                                   \
    V_SCALAR(Muls, kMuls, (a * s))                                 \
    V_SCALAR(Maxs, kMaxs, MaxOf(a, s))                             \
    V_SCALAR(Mins, kMaxs, MinOf(a, s))                             \
    V_SCALAR(Subs, kScalarDifference, a - s)                       \
    V_SCALAR(Divs, kScalarQuotient, a / s)                         \
    V_SCALAR(LeakyRelu, kFloatsNot910, a >= 0 ? a : a * s)         \
    V_SCALAR(ShiftLeft, kShift, ShiftLeftOf<E>(a, s))              \
    V_SCALAR(ShiftRight, kShift, ShiftRightOf<E>(a, s))

// The same for functions whose dst may have another type than the sources: the rows where it has not.
#define ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(V_BINARY, V_SCALAR) \
    V_BINARY(MulAddDst, kMulAddDst, d + a * b)              \
    V_SCALAR(Axpy, kAxpy, d + s * a)

// The rows where it has: the type of the sources, that of dst, the chips that have the pair.
//
//   V_WIDE(Name, from, to, chips, result)      computed in the type of dst
//   V_NARROW(Name, from, to, chips, result)    computed and rounded in the type of the sources, then cast
//                                              with CAST_NONE: it saturates
#define ACLNN_CPU_MIXED_INSTRUCTIONS(V_WIDE, V_NARROW)                                  \
    V_WIDE(MulAddDst, kHalf, kFloat, kNot310BOr910, d + a * b)                          \
    V_WIDE(Axpy, kHalf, kFloat, kEverywhere, d + s * a)                                 \
    V_WIDE(Cast, kInt32, kHalf, kA2And310PAnd950, ScaledOf(a, s))                       \
    V_WIDE(CastDequant, kInt32, kHalf, kA2And950, ScaledOf(a, s))                       \
    V_WIDE(CastDeq, kInt32, kHalf, kA2And950, ScaledOf(a, s))                           \
    V_WIDE(AddDeqRelu, kInt32, kHalf, kA2And310PAnd950, ReluOf(ScaledOf(a + b, s)))     \
    V_NARROW(AddReluCast, kHalf, kInt8, kNot910OrKirin, ReluOf(a + b))                  \
    V_NARROW(AddReluCast, kFloat, kHalf, kNot910OrKirin, ReluOf(a + b))                 \
    V_NARROW(AddReluCast, kInt16, kInt8, kA2And310PAnd950, ReluOf(RoundedOf<E>(a + b))) \
    V_NARROW(SubReluCast, kHalf, kInt8, kNot910OrKirin, ReluOf(a - b))                  \
    V_NARROW(SubReluCast, kFloat, kHalf, kNot910OrKirin, ReluOf(a - b))                 \
    V_NARROW(SubReluCast, kInt16, kInt8, kA2And310PAnd950, ReluOf(RoundedOf<E>(a - b))) \
    V_NARROW(MulCast, kHalf, kInt8, kNot910OrKirin, (a * b))                            \
    V_NARROW(MulCast, kHalf, kUint8, kNot910OrKirin, (a * b))

// Instructions that share the function of another one:
//
//   V_VARIANT(Name, function, family, types, result)
#define ACLNN_CPU_VARIANT_INSTRUCTIONS(V_VARIANT) \
    V_VARIANT(ShiftRightRound, ShiftRight, kScalar, kShiftRound, ShiftRightRoundOf<E>(a, s))

// ---- 2. Conversions
//
//   V_CAST(from, to, modes)    Cast(dst, src, RoundMode, ...); `modes` is a profile of rounding modes
#define ACLNN_CPU_CAST_PAIRS(V_CAST)            \
    V_CAST(kHalf, kFloat, kWidened)             \
    V_CAST(kBFloat16, kFloat, kBFloat16ToFloat) \
    V_CAST(kInt16, kFloat, kUnrounded)          \
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
    V_CAST(kInt64, kInt32, kUnrounded)          \
    V_CAST(kInt32, kInt64, kUnrounded)          \
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

// The same with int4b_t, of which two elements share a byte.
#define ACLNN_CPU_INT4_CAST_PAIRS(V_CAST) \
    V_CAST(kInt4, kHalf, kInt4ToHalf)     \
    V_CAST(kHalf, kInt4, kHalfToInt4)

// ---- 3. Mathematics
//
//   V_UNARY(Name, function, types, temporary, result)      function(dst, src[, tmp][, count])
//   V_COUNTED(Name, function, types, temporary, result)    function(dst, src[, tmp], count)
//   V_BINARY(Name, function, types, temporary, result)     function(dst, src0, src1[, tmp][, count])
//   V_SHAPED(Name, function, types, temporary, result)     called as math.h and activation.h say
//
// Elements are contiguous. For half the result is computed in float, whatever steps the chip takes, and
// rounded once; s is a float for the float types. `temporary` is a set of rules of temporary.h. Names ending
// in Of stand in src/aicore/families/math_element.h. Float results are within kMathUlps of the exact value.
#define ACLNN_CPU_MATH_INSTRUCTIONS(V_UNARY, V_COUNTED, V_BINARY, V_SHAPED)                        \
    V_UNARY(Sigmoid, Sigmoid, kMathAnd910, Buffers(1, 1), SigmoidOf(a))                            \
    V_UNARY(Tanh, Tanh, kMath, Buffers(4, 1), TanhOf(a))                                           \
    V_UNARY(Sign, Sign, kMath, Buffers(3, 3), SignOf(a))                                           \
    V_BINARY(Power, Power, kPower, kPowerTemporary, PowerOf(a, b))                                 \
    V_SHAPED(PowerTensorScalar, Power, kPower, kPowerScalarTemporary, PowerOf(a, s))               \
    V_SHAPED(PowerScalarTensor, Power, kPower, kPowerScalarTemporary, PowerOf(s, a))               \
    V_SHAPED(Log, Log, kMath, kNoTemporary, LogOf(a))                                              \
    V_UNARY(Log2, Log2, kMath, kLog2Temporary, Log2Of(a))                                          \
    V_SHAPED(Log10, Log10, kMath, kNoTemporary, Log10Of(a))                                        \
    V_COUNTED(Floor, Floor, kFloatsNot910, Buffers(2, 0), RoundIntegral<RoundMode::CAST_FLOOR>(a)) \
    V_COUNTED(Ceil, Ceil, kMathNoKirin, Buffers(2, 1), RoundIntegral<RoundMode::CAST_CEIL>(a))     \
    V_COUNTED(Round, Round, kMathNoKirin, kRoundTemporary, RoundIntegral<RoundMode::CAST_RINT>(a)) \
    V_UNARY(Trunc, Trunc, kMathNoKirin, Buffers(2, 1), RoundIntegral<RoundMode::CAST_TRUNC>(a))    \
    V_UNARY(Frac, Frac, kMathNoKirin, Buffers(4, 0), a - RoundIntegral<RoundMode::CAST_TRUNC>(a))  \
    V_UNARY(Erf, Erf, kMath, Buffers(8, 3), ErfOf(a))                                              \
    V_UNARY(Erfc, Erfc, kMath, Buffers(16, 7), ErfcOf(a))                                          \
    V_SHAPED(Gelu, Gelu, kMath, kGeluTemporary, GeluOf(a))                                         \
    V_SHAPED(FasterGelu, FasterGelu, kMath, kGeluTemporary, FasterGeluOf(a))                       \
    V_SHAPED(FasterGeluV2, FasterGeluV2, kMathNoKirin, kGeluTemporary, FasterGeluV2Of(a))          \
    V_BINARY(GeGLU, GeGLU, kMath, Buffers(4, 0), GeGluOf(a, b))                                    \
    V_SHAPED(SwiGLU, SwiGLU, kMath, Buffers(6, 0), SwiGluOf(a, b, s))                              \
    V_SHAPED(ReGlu, ReGlu, kMath, kReGluTemporary, (a * MaxOf(b, 0.0f)))                           \
    V_SHAPED(Silu, Silu, kMath, kNoTemporary, SwishOf(a, 1.0f))                                    \
    V_SHAPED(Swish, Swish, kMathNoKirin, kNoTemporary, SwishOf(a, s))                              \
    V_UNARY(Sin, Sin, kMath, Buffers(8, 3, 1), SinOf(a))                                           \
    V_UNARY(Cos, Cos, kMath, Buffers(8, 3, 1), CosOf(a))                                           \
    V_UNARY(Tan, Tan, kMath, Buffers(10, 4), TanOf(a))                                             \
    V_UNARY(Sinh, Sinh, kMath, Buffers(4, 1), SinhOf(a))                                           \
    V_UNARY(Cosh, Cosh, kMath, Buffers(6, 2), CoshOf(a))                                           \
    V_UNARY(Asin, Asin, kMath, Buffers(6, 2), AsinOf(a))                                           \
    V_UNARY(Acos, Acos, kMath, Buffers(6, 2), AcosOf(a))                                           \
    V_UNARY(Atan, Atan, kMath, Buffers(12, 5), AtanOf(a))                                          \
    V_UNARY(Asinh, Asinh, kMathNoKirin, Buffers(3, 3), AsinhOf(a))                                 \
    V_UNARY(Acosh, Acosh, kMathNoKirin, Buffers(2, 1), AcoshOf(a))                                 \
    V_UNARY(Atanh, Atanh, kMathNoKirin, Buffers(4, 1), AtanhOf(a))                                 \
    V_SHAPED(ExpTaylor, Exp, kFloatsA2And950, kExpTemporary, ExpTaylorOf(a))                       \
    V_BINARY(Fmod, Fmod, kMathNoKirin, Buffers(8, 1), FmodOf(a, b))                                \
    V_SHAPED(ClampMax, ClampMax, kMathNoKirin, kClampTemporary, MinOf(a, s))                       \
    V_SHAPED(ClampMin, ClampMin, kMathNoKirin, kClampTemporary, MaxOf(a, s))                       \
    V_BINARY(Xor, Xor, kXor, Buffers(1, 1), a ^ b)

// ---- 4. Instructions of other families
//
//   V_OTHER(Name, function, family, pipe, types)
//
// `function` is the name that kernels call; several instructions may share one. What an instruction computes
// stands in its executor, which instruction_table.h names for each family.

// Conversions. `types` are those written; the pairs stand above.
#define ACLNN_CPU_CONVERSIONS(V_OTHER)                           \
    V_OTHER(Cast, Cast, kCast, PIPE_V, kAnyType)                 \
    V_OTHER(AddReluCast, AddReluCast, kMixed, PIPE_V, kReluCast) \
    V_OTHER(SubReluCast, SubReluCast, kMixed, PIPE_V, kReluCast) \
    V_OTHER(MulCast, MulCast, kMixed, PIPE_V, kMulCast)          \
    V_OTHER(AddDeqRelu, AddDeqRelu, kMixed, PIPE_V, kScaled)     \
    V_OTHER(CastDequant, CastDequant, kMixed, PIPE_V, kScaled32) \
    V_OTHER(CastDeq, CastDeq, kMixed, PIPE_V, kScaled32)

// Comparisons and selections.
#define ACLNN_CPU_COMPARISONS(V_OTHER)                                          \
    V_OTHER(Compare, Compare, kCompare, PIPE_V, kCompare)                       \
    V_OTHER(Compares, Compares, kCompare, PIPE_V, kCompares)                    \
    V_OTHER(CompareScalar, CompareScalar, kCompare, PIPE_V, kCompares)          \
    V_OTHER(CompareRegister, Compare, kCompareRegister, PIPE_V, kRegisterForms) \
    V_OTHER(GetCmpMask, GetCmpMask, kCompareMask, PIPE_V, kCompareMask)         \
    V_OTHER(SetCmpMask, SetCmpMask, kCompareMask, PIPE_V, kCompareMask)         \
    V_OTHER(Select, Select, kSelect, PIPE_V, kSelect)                           \
    V_OTHER(SelectRegister, Select, kSelect, PIPE_V, kRegisterForms)

// Copies, one row for each way: a chip may have some of them only.
#define ACLNN_CPU_COPIES(V_OTHER)                                             \
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
    V_OTHER(CopyCount, Copy, kMaskedCopy, PIPE_V, kMaskedCount)

// What copies to come do besides copying, and what is made of copies.
#define ACLNN_CPU_COPY_STATES(V_OTHER)                                     \
    V_OTHER(SetAtomicAdd, SetAtomicAdd, kCopyState, PIPE_S, kAtomicAdd)    \
    V_OTHER(SetAtomicMax, SetAtomicMax, kCopyState, PIPE_S, kAtomicOrder)  \
    V_OTHER(SetAtomicMin, SetAtomicMin, kCopyState, PIPE_S, kAtomicOrder)  \
    V_OTHER(SetAtomicType, SetAtomicType, kCopyState, PIPE_S, kAtomicType) \
    V_OTHER(SetAtomicNone, SetAtomicNone, kCopyState, PIPE_S, kAnyType)    \
    V_OTHER(SetPadValue, SetPadValue, kCopyState, PIPE_S, kPadValue)       \
    V_OTHER(InitGlobalMemory, InitGlobalMemory, kComposite, PIPE_S, kFilledGlobal)

// Reductions.
#define ACLNN_CPU_REDUCTIONS(V_OTHER)                                             \
    V_OTHER(WholeReduceSum, WholeReduceSum, kReduce, PIPE_V, kReduced)            \
    V_OTHER(WholeReduceMax, WholeReduceMax, kReduce, PIPE_V, kReduced)            \
    V_OTHER(WholeReduceMin, WholeReduceMin, kReduce, PIPE_V, kReduced)            \
    V_OTHER(BlockReduceSum, BlockReduceSum, kReduce, PIPE_V, kReduced)            \
    V_OTHER(BlockReduceMax, BlockReduceMax, kReduce, PIPE_V, kReduced)            \
    V_OTHER(BlockReduceMin, BlockReduceMin, kReduce, PIPE_V, kReduced)            \
    V_OTHER(PairReduceSum, PairReduceSum, kReduce, PIPE_V, kPairReduced)          \
    V_OTHER(ReduceSum, ReduceSum, kReduce, PIPE_V, kReduced)                      \
    V_OTHER(ReduceMax, ReduceMax, kReduce, PIPE_V, kReduced)                      \
    V_OTHER(ReduceMin, ReduceMin, kReduce, PIPE_V, kReduced)                      \
    V_OTHER(ReduceSumPattern, ReduceSum, kReducePattern, PIPE_V, kPatternSums)    \
    V_OTHER(ReduceMaxPattern, ReduceMax, kReducePattern, PIPE_V, kFloatsA2And950) \
    V_OTHER(ReduceMinPattern, ReduceMin, kReducePattern, PIPE_V, kFloatsA2And950)

// Fills, indices, gathers, transposes, sorts.
#define ACLNN_CPU_REARRANGEMENTS(V_OTHER)                                          \
    V_OTHER(Duplicate, Duplicate, kFill, PIPE_V, kFill)                            \
    V_OTHER(CreateVecIndex, CreateVecIndex, kIndex, PIPE_V, kIndices)              \
    V_OTHER(ArithProgression, ArithProgression, kIndex, PIPE_V, kProgressions)     \
    V_OTHER(Brcb, Brcb, kSpread, PIPE_V, kSpread)                                  \
    V_OTHER(Gather, Gather, kGather, PIPE_V, kGathered)                            \
    V_OTHER(Scatter, Scatter, kGather, PIPE_V, kScattered)                         \
    V_OTHER(Gatherb, Gatherb, kGatherBlocks, PIPE_V, kGatheredBlocks)              \
    V_OTHER(GatherMask, GatherMask, kGatherMask, PIPE_V, kPacked)                  \
    V_OTHER(TransDataTo5HD, TransDataTo5HD, kTransData, PIPE_V, kTransposedBlocks) \
    V_OTHER(Transpose, Transpose, kTranspose, PIPE_V, kTransposed)                 \
    V_OTHER(TransposeImages, Transpose, kTranspose, PIPE_V, kTransposedImages)     \
    V_OTHER(Sort32, Sort32, kSort, PIPE_V, kSorted)                                \
    V_OTHER(MrgSort, MrgSort, kSort, PIPE_V, kSorted)

#define ACLNN_CPU_OTHER_INSTRUCTIONS(V_OTHER) \
    ACLNN_CPU_CONVERSIONS(V_OTHER)            \
    ACLNN_CPU_COMPARISONS(V_OTHER)            \
    ACLNN_CPU_COPIES(V_OTHER)                 \
    ACLNN_CPU_COPY_STATES(V_OTHER)            \
    ACLNN_CPU_REDUCTIONS(V_OTHER)             \
    ACLNN_CPU_REARRANGEMENTS(V_OTHER)

// ---- 5. Atomic copies
//
//   V_ATOMIC(Name, types)    combined by the loop of the vector instruction Name
#define ACLNN_CPU_ATOMIC_OPERATIONS(V_ATOMIC) \
    V_ATOMIC(Add, kAtomicAdd)                 \
    V_ATOMIC(Max, kAtomicOrder)               \
    V_ATOMIC(Min, kAtomicOrder)

namespace aclnn_cpu::aicore {

// Largest error of a float result of the mathematics table, in units of its last place, where math_element.h
// gives no domain outside which it does not hold.
inline constexpr double kMathUlps = 0.51;

enum class Opcode : uint8_t {
#define ACLNN_CPU_OPCODE(Name, ...) k##Name,
    ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE)
        ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE)
            ACLNN_CPU_VARIANT_INSTRUCTIONS(ACLNN_CPU_OPCODE) ACLNN_CPU_MATH_INSTRUCTIONS(
                ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE, ACLNN_CPU_OPCODE)
                ACLNN_CPU_OTHER_INSTRUCTIONS(ACLNN_CPU_OPCODE)
#undef ACLNN_CPU_OPCODE
                    kCount,
};

// How much temporary buffer an instruction of the mathematics table needs; the others none by the table.
constexpr TemporaryRules TemporaryRulesOf(Opcode opcode) {
    using namespace table;
    switch (opcode) {
#define ACLNN_CPU_TEMPORARY(Name, function, types, temporary, ...) \
    case Opcode::k##Name:                                          \
        return temporary;
        ACLNN_CPU_MATH_INSTRUCTIONS(ACLNN_CPU_TEMPORARY, ACLNN_CPU_TEMPORARY, ACLNN_CPU_TEMPORARY,
                                    ACLNN_CPU_TEMPORARY)
#undef ACLNN_CPU_TEMPORARY
        default:
            return kNoTemporary;
    }
}

}  // namespace aclnn_cpu::aicore

#endif
