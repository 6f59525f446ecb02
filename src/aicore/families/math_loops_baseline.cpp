#define ACLNN_CPU_MATH_LOOPS kMathLoopsBaseline
#include "aicore/families/math_loops.inc.h"
