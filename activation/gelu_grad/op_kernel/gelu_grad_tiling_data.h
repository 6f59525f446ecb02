// How the elements are cut for the cores: shared by the tiling function, which fills it, and the kernel,
// which reads it.
#ifndef ACLNN_CPU_GELU_GRAD_TILING_DATA_H
#define ACLNN_CPU_GELU_GRAD_TILING_DATA_H

#include <cstdint>

// All counts in elements unless they say tiles or blocks. Cores below tailBlockNum are "big": they take one
// 32-byte block more than the "small" ones. Per-core counts are whole blocks, so that together they may
// exceed totalDataNum by less than a block.
struct GeluGradTilingData {
    uint32_t smallCoreDataNum;
    uint32_t bigCoreDataNum;
    uint32_t finalBigTileNum;  // tiles of a big core, the last one included
    uint32_t finalSmallTileNum;
    uint32_t tileDataNum;
    uint32_t smallTailDataNum;  // elements of a small core's last tile
    uint32_t bigTailDataNum;
    uint32_t tailBlockNum;  // number of big cores
    uint32_t versionNum;    // 0: ascend910b, 1: ascend310b
    uint64_t totalDataNum;
};

#endif
