#ifndef SCALE_TILING_DATA_H
#define SCALE_TILING_DATA_H

#include <cstdint>

struct ScaleTilingData {
    uint32_t count;  // elements, of one tile
    int32_t factor;
};

#endif
