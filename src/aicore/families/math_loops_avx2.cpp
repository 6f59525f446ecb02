#define ACLNN_CPU_MATH_LOOPS kMathLoopsAvx2
#include "aicore/families/math_loops.inc.h"
