// Included by tiling data headers, on the host and in kernels. The tiling structures of operators are their
// own; that of the high-level matrix API is out of scope, and using it says so.
#ifndef ACLNN_CPU_KERNEL_TILING_KERNEL_TILING_H
#define ACLNN_CPU_KERNEL_TILING_KERNEL_TILING_H

#include <cstdint>

#define ACLNN_CPU_NO_MATMUL \
    __attribute__((unavailable("out of scope of aclnn-cpu: matrix multiplication (cube unit)")))

struct ACLNN_CPU_NO_MATMUL TCubeTiling {};

namespace AscendC::tiling {
struct ACLNN_CPU_NO_MATMUL TCubeTiling {};
}  // namespace AscendC::tiling

#endif
