#define ACLNN_CPU_LOOPS kLoopsAvx2
#define ACLNN_CPU_MATH_LOOPS kMathLoopsAvx2
#define ACLNN_CPU_LOOPS_NAME "avx2"
#include "aicore/families/loops.inc.h"
