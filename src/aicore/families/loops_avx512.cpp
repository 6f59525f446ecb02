#define ACLNN_CPU_LOOPS kLoopsAvx512
#define ACLNN_CPU_MATH_LOOPS kMathLoopsAvx512
#define ACLNN_CPU_LOOPS_NAME "avx512"
#include "aicore/families/loops.inc.h"
