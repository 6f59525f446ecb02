// Constants shared by the op_api code of neural-network operators.
#ifndef ACLNN_CPU_OP_API_OP_API_DEF_NN_H
#define ACLNN_CPU_OP_API_OP_API_DEF_NN_H

#include "op_api/aclnn_util.h"

#include <cstddef>
#include <cstdint>

namespace op {
constexpr size_t BN_MIN_SUPPORT_DIMS_NUMS = 2;
constexpr size_t MAX_SUPPORT_DIMS_NUMS = 8;
constexpr int8_t FP16FP32_KEEP_DTYPE = -1;
constexpr int8_t KEEP_DTYPE = 0;
constexpr int8_t ALLOW_FP32_DOWN_PRECISION = 1;
constexpr int8_t USE_FP16 = 2;
constexpr int8_t USE_HF32 = 3;
constexpr int8_t USE_FP32_ADD = 4;
constexpr size_t MAX_MASK_LEN64 = 64;
}  // namespace op

#endif
