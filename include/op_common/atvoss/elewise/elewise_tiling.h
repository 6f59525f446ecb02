#ifndef ACLNN_CPU_OP_COMMON_ATVOSS_ELEWISE_ELEWISE_TILING_H
#define ACLNN_CPU_OP_COMMON_ATVOSS_ELEWISE_ELEWISE_TILING_H

#error "atvoss: the library of scheduled element-wise kernels is not part of aclnn-cpu"

#endif
