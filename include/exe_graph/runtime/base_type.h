#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_BASE_TYPE_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_BASE_TYPE_H

typedef unsigned int UINT32;
typedef UINT32 KernelStatus;

#endif
