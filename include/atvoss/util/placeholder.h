#ifndef ACLNN_CPU_ATVOSS_UTIL_PLACEHOLDER_H
#define ACLNN_CPU_ATVOSS_UTIL_PLACEHOLDER_H

#include "atvoss/out_of_scope.h"

#endif
