// The one header of an Ascend C kernel.
#ifndef ACLNN_CPU_KERNEL_OPERATOR_H
#define ACLNN_CPU_KERNEL_OPERATOR_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ascendc/activation.h"
#include "ascendc/compare.h"
#include "ascendc/copy_params.h"
#include "ascendc/copy_state.h"
#include "ascendc/core_type.h"
#include "ascendc/data_copy.h"
#include "ascendc/debug.h"
#include "ascendc/enums.h"
#include "ascendc/expression.h"
#include "ascendc/float16.h"
#include "ascendc/gather.h"
#include "ascendc/index.h"
#include "ascendc/list_tensor.h"
#include "ascendc/macros.h"
#include "ascendc/mask.h"
#include "ascendc/math.h"
#include "ascendc/params.h"
#include "ascendc/pipe.h"
#include "ascendc/reduce.h"
#include "ascendc/reduce_pattern.h"
#include "ascendc/scalar.h"
#include "ascendc/select.h"
#include "ascendc/sort.h"
#include "ascendc/std.h"
#include "ascendc/sync.h"
#include "ascendc/tensor.h"
#include "ascendc/tiling.h"
#include "ascendc/transpose.h"
#include "ascendc/vector.h"
#include "ascendc/workspace.h"

namespace AscendC {

template <typename A, typename B>
struct IsSameType : std::is_same<A, B> {};

}  // namespace AscendC

#endif
