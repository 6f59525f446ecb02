// How much temporary buffer the reductions of a matrix in a kernel need, as a tiling function asks it.
// isSrcInnerPad must be true, the pattern AR or RA, and both dimensions at least 1; otherwise the results are
// left alone.
#ifndef ACLNN_CPU_TILING_REDUCE_TILING_H
#define ACLNN_CPU_TILING_REDUCE_TILING_H

#include <cstdint>

#include "ascendc/pattern_temporary.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace AscendC {

enum class ReducePattern : uint32_t {
    AR = 0,
    RA = 1,
    R,
    ARA,
    ARAR,
    ARARA,
    ARARAR,
    ARARARA,
    ARARARAR,
    ARARARARA,
    RAR,
    RARA,
    RARAR,
    RARARA,
    RARARAR,
    RARARARA,
};

namespace aclnn_internal {

inline void PatternTmpSize(bool sum, const ge::Shape& shape, ge::DataType type, ReducePattern pattern,
                           bool inner_pad, bool reuse_source, uint32_t& most, uint32_t& least) {
    const bool known_type = type == ge::DT_FLOAT || (type == ge::DT_FLOAT16 && !sum);
    if (shape.GetDimNum() != 2 || shape.GetDim(0) < 1 || shape.GetDim(1) < 1 || !inner_pad || !known_type ||
        (pattern != ReducePattern::AR && pattern != ReducePattern::RA)) {
        return;
    }
    const aclnn_cpu::aicore::MatrixReduction reduction{
        sum, pattern == ReducePattern::RA, static_cast<uint64_t>(shape.GetDim(0)),
        static_cast<uint64_t>(shape.GetDim(1)), type == ge::DT_FLOAT ? 4u : 2u};
    most = least = static_cast<uint32_t>(reduction.TemporaryBytes(reuse_source));
}

}  // namespace aclnn_internal

inline void GetReduceSumMaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType,
                                      ReducePattern pattern, bool isSrcInnerPad, bool isReuseSource,
                                      uint32_t& maxValue, uint32_t& minValue) {
    aclnn_internal::PatternTmpSize(true, srcShape, dataType, pattern, isSrcInnerPad, isReuseSource, maxValue,
                                   minValue);
}
inline void GetReduceMaxMaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType,
                                      ReducePattern pattern, bool isSrcInnerPad, bool isReuseSource,
                                      uint32_t& maxValue, uint32_t& minValue) {
    aclnn_internal::PatternTmpSize(false, srcShape, dataType, pattern, isSrcInnerPad, isReuseSource, maxValue,
                                   minValue);
}
inline void GetReduceMinMaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType,
                                      ReducePattern pattern, bool isSrcInnerPad, bool isReuseSource,
                                      uint32_t& maxValue, uint32_t& minValue) {
    aclnn_internal::PatternTmpSize(false, srcShape, dataType, pattern, isSrcInnerPad, isReuseSource, maxValue,
                                   minValue);
}

}  // namespace AscendC

#endif
