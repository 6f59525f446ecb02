#ifndef SHIFT_TILING_H
#define SHIFT_TILING_H

#include "register/tilingdata_base.h"

namespace optiling {

// The kernel has no declaration of its own: its header is made from this one.
BEGIN_TILING_DATA_DEF(SampleTilingData)
TILING_DATA_FIELD_DEF(uint8_t, blocks);
TILING_DATA_FIELD_DEF(uint32_t, count);
TILING_DATA_FIELD_DEF_ARR(float, 2, steps);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Shift, SampleTilingData)

}  // namespace optiling

#endif
