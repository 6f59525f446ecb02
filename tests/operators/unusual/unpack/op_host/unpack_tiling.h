#ifndef UNPACK_TILING_H
#define UNPACK_TILING_H

#include "unpack_tiling_part.h"

namespace optiling {

BEGIN_TILING_DATA_DEF(UnpackTilingData)
TILING_DATA_FIELD_DEF_STRUCT(UnpackPart, part);
TILING_DATA_FIELD_DEF(float, added);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Unpack, UnpackTilingData)

}  // namespace optiling

#endif
