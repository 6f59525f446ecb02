#ifndef ACLNN_CPU_GRAPH_COMPILER_DEF_H
#define ACLNN_CPU_GRAPH_COMPILER_DEF_H

#define VAR_UNUSED __attribute__((unused))

#endif
