// The matrix library of kernels stands on the cube unit.
#ifndef ACLNN_CPU_LIB_MATMUL_INTF_H
#define ACLNN_CPU_LIB_MATMUL_INTF_H

#error "lib/matmul_intf.h: matrix multiplication on the cube unit is not part of aclnn-cpu"

#endif
