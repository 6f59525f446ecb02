// What the tiling functions of the test operators tell their kernels.
#pragma once

#include <cstdint>

struct ScaledSumTilingData {
    uint32_t count;
    float alpha;
    float offset;  // the sum of the weights; 1000 more in mode "far"
};

struct DescendTilingData {
    uint32_t count;
    float rate;
};

struct PickTilingData {
    uint32_t count;
};
