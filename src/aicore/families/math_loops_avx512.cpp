#define ACLNN_CPU_MATH_LOOPS kMathLoopsAvx512
#include "aicore/families/math_loops.inc.h"
