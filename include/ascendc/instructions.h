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
    V_BINARY(Mul, kSigned, a* b)                                   \
    V_BINARY(Div, kFloats, a / b)                                  \
    V_BINARY(Max, kSigned, MaxOf(a, b))                            \
    V_BINARY(Min, kSigned, MinOf(a, b))                            \
    V_BINARY(And, kWords, a& b)                                    \
    V_BINARY(Or, kWords, a | b)                                    \
    V_BINARY(MulAddDst, kMulAddDst, d + a * b)                     \
    V_SCALAR(Adds, kSigned, a + s)                                 \
    V_SCALAR(Muls, kSigned, a* s)                                  \
    V_SCALAR(Maxs, kSigned, MaxOf(a, s))                           \
    V_SCALAR(Mins, kSigned, MinOf(a, s))                           \
    V_SCALAR(LeakyRelu, kFloats, a >= 0 ? a : a * s)               \
    V_SCALAR(Axpy, kFloats, d + s * a)

// Cast(dst, src, RoundMode, ...): one row per pair of types, with a profile of the rounding modes.
#define ACLNN_CPU_CAST_PAIRS(V_CAST)         \
    V_CAST(kHalf, kFloat, kExact)            \
    V_CAST(kBFloat16, kFloat, kExact)        \
    V_CAST(kInt16, kFloat, kExact)           \
    V_CAST(kInt8, kHalf, kExact)             \
    V_CAST(kUint8, kHalf, kExact)            \
    V_CAST(kFloat, kHalf, kRoundedOddOrNone) \
    V_CAST(kFloat, kBFloat16, kRounded)      \
    V_CAST(kFloat, kInt32, kRounded)         \
    V_CAST(kFloat, kInt16, kRounded)         \
    V_CAST(kFloat, kInt64, kRounded64)       \
    V_CAST(kFloat, kFloat, kRounded)         \
    V_CAST(kHalf, kInt32, kRounded)          \
    V_CAST(kHalf, kInt16, kRounded)          \
    V_CAST(kHalf, kInt8, kRoundedOrNone)     \
    V_CAST(kHalf, kUint8, kRoundedOrNone)    \
    V_CAST(kBFloat16, kInt32, kRounded)      \
    V_CAST(kInt32, kFloat, kRoundedOrNone)   \
    V_CAST(kInt64, kFloat, kRounded64)       \
    V_CAST(kInt16, kHalf, kRoundedOrNone)    \
    V_CAST(kInt32, kHalf, kUnscaled)         \
    V_CAST(kInt32, kInt16, kExact)           \
    V_CAST(kInt64, kInt32, kExact64)         \
    V_CAST(kInt32, kInt64, kExact64)

// Instructions of other families: V_OTHER(Name, function, family, pipe, types). `function` is the name kernels
// call; several instructions may share one. Cast's types stand above.
#define ACLNN_CPU_OTHER_INSTRUCTIONS(V_OTHER)                        \
    V_OTHER(Cast, Cast, kCast, PIPE_V, kBytes)                       \
    V_OTHER(Duplicate, Duplicate, kFill, PIPE_V, kFill)              \
    V_OTHER(DataCopyIn, DataCopy, kCopy, PIPE_MTE2, kBytes)          \
    V_OTHER(DataCopyOut, DataCopy, kCopy, PIPE_MTE3, kBytes)         \
    V_OTHER(DataCopyLocal, DataCopy, kCopy, PIPE_V, kBytes)          \
    V_OTHER(DataCopyPadIn, DataCopyPad, kCopy, PIPE_MTE2, kBytes32)  \
    V_OTHER(DataCopyPadOut, DataCopyPad, kCopy, PIPE_MTE3, kBytes32) \
    ACLNN_CPU_REDUCTIONS(V_OTHER)                                    \
    ACLNN_CPU_REARRANGEMENTS(V_OTHER)

#define ACLNN_CPU_REDUCTIONS(V_OTHER)                                    \
    V_OTHER(WholeReduceSum, WholeReduceSum, kReduce, PIPE_V, kReduced)   \
    V_OTHER(WholeReduceMax, WholeReduceMax, kReduce, PIPE_V, kReduced)   \
    V_OTHER(WholeReduceMin, WholeReduceMin, kReduce, PIPE_V, kReduced)   \
    V_OTHER(BlockReduceSum, BlockReduceSum, kReduce, PIPE_V, kReduced)   \
    V_OTHER(BlockReduceMax, BlockReduceMax, kReduce, PIPE_V, kReduced)   \
    V_OTHER(BlockReduceMin, BlockReduceMin, kReduce, PIPE_V, kReduced)   \
    V_OTHER(PairReduceSum, PairReduceSum, kReduce, PIPE_V, kPairReduced) \
    V_OTHER(ReduceSum, ReduceSum, kReduce, PIPE_V, kReduced)             \
    V_OTHER(ReduceMax, ReduceMax, kReduce, PIPE_V, kReduced)             \
    V_OTHER(ReduceMin, ReduceMin, kReduce, PIPE_V, kReduced)

#define ACLNN_CPU_REARRANGEMENTS(V_OTHER)                                          \
    V_OTHER(CreateVecIndex, CreateVecIndex, kIndex, PIPE_V, kIndices)              \
    V_OTHER(ArithProgression, ArithProgression, kIndex, PIPE_V, kProgressions)     \
    V_OTHER(Brcb, Brcb, kSpread, PIPE_V, kSpread)                                  \
    V_OTHER(Gather, Gather, kGather, PIPE_V, kGathered)                            \
    V_OTHER(Scatter, Scatter, kGather, PIPE_V, kScattered)                         \
    V_OTHER(Gatherb, Gatherb, kGatherBlocks, PIPE_V, kGatheredBlocks)              \
    V_OTHER(GatherMask, GatherMask, kGatherMask, PIPE_V, kMasked)                  \
    V_OTHER(TransDataTo5HD, TransDataTo5HD, kTransData, PIPE_V, kTransposedBlocks) \
    V_OTHER(Transpose, Transpose, kTranspose, PIPE_V, kTransposed)                 \
    V_OTHER(TransposeImages, Transpose, kTranspose, PIPE_V, kTransposedImages)     \
    V_OTHER(Sort32, Sort32, kSort, PIPE_V, kSorted)                                \
    V_OTHER(MrgSort, MrgSort, kSort, PIPE_V, kSorted)

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
