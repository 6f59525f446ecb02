// Sizes of the core that kernels ask for by name.
#ifndef ACLNN_CPU_OP_KERNEL_PLATFORM_UTIL_H
#define ACLNN_CPU_OP_KERNEL_PLATFORM_UTIL_H

#include <cstdint>

#include "kernel_operator.h"

namespace Ops {
namespace Base {

// Bytes of the smallest piece of UB that a copy moves.
__aicore__ inline constexpr uint32_t GetUbBlockSize() { return 32; }
// Bytes that a vector instruction takes at a time.
__aicore__ inline constexpr uint32_t GetVRegSize() { return 256; }

}  // namespace Base
}  // namespace Ops

#endif
