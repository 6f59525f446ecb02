#ifndef ACLNN_CPU_PLATFORM_PLATFORM_ASCENDC_H
#define ACLNN_CPU_PLATFORM_PLATFORM_ASCENDC_H

#include "tiling/platform/platform_ascendc.h"

#endif
