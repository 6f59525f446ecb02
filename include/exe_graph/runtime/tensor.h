#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_TENSOR_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_TENSOR_H

#include "exe_graph/runtime/runtime_tensor.h"

#endif
