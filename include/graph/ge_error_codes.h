#ifndef ACLNN_CPU_GRAPH_GE_ERROR_CODES_H
#define ACLNN_CPU_GRAPH_GE_ERROR_CODES_H

#include "graph/error_codes.h"

#endif
