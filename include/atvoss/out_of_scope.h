// The library of scheduled kernels of Ascend950; its headers include this one.
#ifndef ACLNN_CPU_ATVOSS_OUT_OF_SCOPE_H
#define ACLNN_CPU_ATVOSS_OUT_OF_SCOPE_H

#error "atvoss: the library of scheduled element-wise kernels is not part of aclnn-cpu"

#endif
