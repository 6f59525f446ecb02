// Reductions of the rows (AR) or columns (RA) of a matrix: the high-level ReduceSum, ReduceMax and ReduceMin.
//
// srcShape is the number of rows and of columns, and a row starts every whole number of blocks. dst[i] is the
// reduction of row i, or of column i; dst and src must not overlap. srcInnerPad must be true. Ascend910B and
// Ascend910_93 only.
//
// Order of the sums. AR: up to 64 columns a binary tree; more: with p the largest power of two below their
// number, column p + i is added to column i, then a binary tree of p. RA: with p the largest power of two
// that is not above the number of rows, row p + i is added to row i, then the upper half of the rows to the
// lower until one is left.
//
// isReuseSource: src may be overwritten. Otherwise a temporary buffer is needed, sharedTmpBuffer or what
// TPipe has left of UB, of the size that GetReduceSumMaxMinTmpSize (ReduceMax, ReduceMin) answers.
#ifndef ACLNN_CPU_ASCENDC_REDUCE_PATTERN_H
#define ACLNN_CPU_ASCENDC_REDUCE_PATTERN_H

#include <cstdint>
#include <type_traits>

#include "ascendc/issue.h"

namespace AscendC {

namespace Pattern {
namespace Reduce {

struct AR {};
struct RA {};

}  // namespace Reduce
}  // namespace Pattern

namespace aclnn_internal {

template <typename T, typename pattern>
void ReduceByPattern(Opcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src, const Operand& tmp,
                     const uint32_t shape[], bool inner_pad, bool reuse_source, CallSite site) {
    static_assert(
        std::is_same_v<pattern, Pattern::Reduce::AR> || std::is_same_v<pattern, Pattern::Reduce::RA>,
        "matrices are reduced along Pattern::Reduce::AR or RA");
    aclnn_cpu::aicore::PatternShape details;
    details.rows = shape[0];
    details.columns = shape[1];
    details.along_columns = std::is_same_v<pattern, Pattern::Reduce::RA>;
    details.inner_pad = inner_pad;
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.operand[0] = dst.AsOperand();
    instruction.operand[1] = src.AsOperand();
    instruction.reuse_source = reuse_source;
    instruction.details = &details;
    instruction.site = site;
    aclnn_cpu::aicore::IssuePattern(instruction, tmp);
}

}  // namespace aclnn_internal

#define ACLNN_CPU_REDUCE_PATTERN(Name, code)                                                            \
    template <class T, class pattern, bool isReuseSource = false>                                       \
    inline void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                  \
                     const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t srcShape[],            \
                     bool srcInnerPad, CallSite site = CallSite::Here()) {                              \
        aclnn_internal::ReduceByPattern<T, pattern>(aclnn_internal::Opcode::code, dstTensor, srcTensor, \
                                                    sharedTmpBuffer.AsOperand(), srcShape, srcInnerPad, \
                                                    isReuseSource, site);                               \
    }                                                                                                   \
    template <class T, class pattern, bool isReuseSource = false>                                       \
    inline void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                  \
                     const uint32_t srcShape[], bool srcInnerPad, CallSite site = CallSite::Here()) {   \
        aclnn_internal::ReduceByPattern<T, pattern>(aclnn_internal::Opcode::code, dstTensor, srcTensor, \
                                                    aclnn_internal::Operand(), srcShape, srcInnerPad,   \
                                                    isReuseSource, site);                               \
    }
ACLNN_CPU_REDUCE_PATTERN(ReduceSum, kReduceSumPattern)
ACLNN_CPU_REDUCE_PATTERN(ReduceMax, kReduceMaxPattern)
ACLNN_CPU_REDUCE_PATTERN(ReduceMin, kReduceMinPattern)
#undef ACLNN_CPU_REDUCE_PATTERN

}  // namespace AscendC

#endif
