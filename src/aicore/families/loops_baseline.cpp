#define ACLNN_CPU_LOOPS kLoopsBaseline
#define ACLNN_CPU_MATH_LOOPS kMathLoopsBaseline
#define ACLNN_CPU_LOOPS_NAME "baseline"
#include "aicore/families/loops.inc.h"
