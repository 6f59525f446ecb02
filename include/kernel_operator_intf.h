// The kernel language, under a second public name.
#ifndef ACLNN_CPU_KERNEL_OPERATOR_INTF_H
#define ACLNN_CPU_KERNEL_OPERATOR_INTF_H

#include "kernel_operator.h"

#endif
