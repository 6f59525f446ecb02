#ifndef ACLNN_CPU_ATVOSS_UTIL_DAG_H
#define ACLNN_CPU_ATVOSS_UTIL_DAG_H

#include "atvoss/out_of_scope.h"

#endif
