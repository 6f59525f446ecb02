// The matrix library of kernels stands on the cube unit.
#ifndef ACLNN_CPU_LIB_MATMUL_INTF_H
#define ACLNN_CPU_LIB_MATMUL_INTF_H

#error "out of scope of aclnn-cpu: matrix multiplication (cube unit)"

#endif
