// Included by tiling data headers, on the host and in kernels. The tiling structures of operators are their
// own; those of the high-level matrix API would stand here.
#ifndef ACLNN_CPU_KERNEL_TILING_KERNEL_TILING_H
#define ACLNN_CPU_KERNEL_TILING_KERNEL_TILING_H

#include <cstdint>

#endif
