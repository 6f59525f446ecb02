// Lists of tensors, under the public name of the header.
#ifndef ACLNN_CPU_KERNEL_OPERATOR_LIST_TENSOR_INTF_H
#define ACLNN_CPU_KERNEL_OPERATOR_LIST_TENSOR_INTF_H

#include "kernel_operator.h"

#endif
