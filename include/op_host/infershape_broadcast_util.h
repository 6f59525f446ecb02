#ifndef ACLNN_CPU_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
#define ACLNN_CPU_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H

#include "op_common/op_host/infershape_broadcast_util.h"

#endif
