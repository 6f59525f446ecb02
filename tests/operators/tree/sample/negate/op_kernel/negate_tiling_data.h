#ifndef NEGATE_TILING_DATA_H
#define NEGATE_TILING_DATA_H

#include <cstdint>

struct SampleTilingData {
    uint32_t count;
};

#endif
