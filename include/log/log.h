#ifndef ACLNN_CPU_LOG_LOG_H
#define ACLNN_CPU_LOG_LOG_H

#include "op_common/log/log.h"

#endif
