#pragma once

#include <cstdint>

struct VendorTilingData {
    int32_t number;
};
