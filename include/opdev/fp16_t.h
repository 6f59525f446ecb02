#ifndef ACLNN_CPU_OPDEV_FP16_T_H
#define ACLNN_CPU_OPDEV_FP16_T_H

#include "ascendc/float16.h"

namespace op {
using fp16_t = half;
}

#endif
