#ifndef ACLNN_CPU_UTIL_PLATFORM_UTIL_H
#define ACLNN_CPU_UTIL_PLATFORM_UTIL_H

#include "op_common/op_host/util/platform_util.h"

#endif
