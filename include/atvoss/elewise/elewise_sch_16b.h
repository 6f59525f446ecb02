#ifndef ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_SCH_16B_H
#define ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_SCH_16B_H

#include "atvoss/out_of_scope.h"

#endif
