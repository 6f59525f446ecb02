#ifndef ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_TILING_H
#define ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_TILING_H

#include "atvoss/out_of_scope.h"

#endif
