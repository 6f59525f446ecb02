// The arithmetic of cutting n elements for the cores of a chip, apart from where its inputs come from.
#ifndef ACLNN_CPU_GELU_GRAD_TILING_H
#define ACLNN_CPU_GELU_GRAD_TILING_H

#include <cstdint>

#include "../op_kernel/gelu_grad_tiling_data.h"

namespace optiling {

struct GeluGradTilingInput {
    uint64_t ubBytes;     // what a core's unified buffer offers
    uint64_t blockBytes;  // of the smallest transfer: 32
    uint64_t coreNum;     // cores the launch may use
    uint64_t dataNum;     // elements
    uint64_t typeBytes;   // 4 or 2
    uint64_t versionNum;  // 0: ascend910b, 1: ascend310b
};

// Fills `tiling` and `blockDim`, the number of cores to start, and returns null; or returns why it cannot,
// and changes nothing.
const char* CutGeluGrad(const GeluGradTilingInput& input, GeluGradTilingData& tiling, uint32_t& blockDim);

}  // namespace optiling

#endif
