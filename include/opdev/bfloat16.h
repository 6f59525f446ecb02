#ifndef ACLNN_CPU_OPDEV_BFLOAT16_H
#define ACLNN_CPU_OPDEV_BFLOAT16_H

#include "ascendc/float16.h"

namespace op {
using bfloat16 = bfloat16_t;
}

#endif
