#ifndef ACLNN_CPU_ATVOSS_UTIL_DFX_H
#define ACLNN_CPU_ATVOSS_UTIL_DFX_H

#include "atvoss/out_of_scope.h"

#endif
