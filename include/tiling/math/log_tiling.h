#ifndef ACLNN_CPU_TILING_MATH_LOG_TILING_H
#define ACLNN_CPU_TILING_MATH_LOG_TILING_H

#include "tiling/tiling_api.h"

#endif
