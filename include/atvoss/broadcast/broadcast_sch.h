#ifndef ACLNN_CPU_ATVOSS_BROADCAST_BROADCAST_SCH_H
#define ACLNN_CPU_ATVOSS_BROADCAST_BROADCAST_SCH_H

#include "atvoss/out_of_scope.h"

#endif
