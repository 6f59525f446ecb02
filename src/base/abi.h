#pragma once

#include "aclnn_cpu/abi.h"  // ACLNN_CPU_ABI_TAG
