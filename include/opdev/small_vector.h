#ifndef ACLNN_CPU_OPDEV_SMALL_VECTOR_H
#define ACLNN_CPU_OPDEV_SMALL_VECTOR_H

#include "opdev/fast_vector.h"

namespace op::internal {

template <typename T, size_t N>
using SmallVector = FVector<T, N>;

}  // namespace op::internal

#endif
