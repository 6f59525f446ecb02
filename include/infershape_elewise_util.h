#ifndef ACLNN_CPU_INFERSHAPE_ELEWISE_UTIL_H
#define ACLNN_CPU_INFERSHAPE_ELEWISE_UTIL_H

#include "op_common/op_host/infershape_elewise_util.h"

#endif
