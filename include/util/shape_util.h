#ifndef ACLNN_CPU_UTIL_SHAPE_UTIL_H
#define ACLNN_CPU_UTIL_SHAPE_UTIL_H

#include "op_common/op_host/util/shape_util.h"

#endif
