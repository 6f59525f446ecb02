#ifndef UNPACK_TILING_PART_H
#define UNPACK_TILING_PART_H

#include "register/tilingdata_base.h"

namespace optiling {

// Registered in a file of its own, which comes after the one that uses it.
BEGIN_TILING_DATA_DEF(UnpackPart)
TILING_DATA_FIELD_DEF(uint32_t, count);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(UnpackPartOp, UnpackPart)

}  // namespace optiling

#endif
