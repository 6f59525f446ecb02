// How the elements of an elementwise operator are cut for the cores, and its attributes: shared by the tiling function,
// which fills it, and the kernels, which read it.
#ifndef ACLNN_CPU_ELEMENTWISE_TILING_DATA_H
#define ACLNN_CPU_ELEMENTWISE_TILING_DATA_H

#include <cstdint>

// Core i takes coreNum elements from i * coreNum on; the first `bigCores` take one block of 32 bytes more and push the
// others back. The last core stops at totalNum.
struct ElementwiseTilingData {
    uint64_t totalNum;     // elements
    uint64_t coreNum;      // elements of a core, whole blocks
    uint32_t bigCores;     // fewer than the cores
    uint32_t tileNum;      // elements of a tile, a multiple of 64
    uint32_t temporaries;  // for which the tile was cut
    float attributes[4];   // in the order of the definition; truth is 1 or 0, text 0
};

#endif
