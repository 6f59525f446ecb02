#ifndef ACLNN_CPU_ATVOSS_UTIL_VEC_H
#define ACLNN_CPU_ATVOSS_UTIL_VEC_H

#include "atvoss/out_of_scope.h"

#endif
