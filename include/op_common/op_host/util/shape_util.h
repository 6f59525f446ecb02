// Unknown shapes: sizes of -1, or the single dimension -2 for an unknown rank.
#ifndef ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H
#define ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_SHAPE_UTIL_H

#include <cstdint>

#include "exe_graph/runtime/shape.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

// Whether `axis` lies in [-dim_num, dim_num); a scalar has axis 0 only.
template <typename T1, typename T2>
bool CheckAxisBounds(const T1 dim_num, const T2 axis) {
    const int64_t count = static_cast<int64_t>(dim_num);
    const int64_t position = static_cast<int64_t>(axis);
    return count == 0 ? position == 0 : position >= -count && position < count;
}

OPBASE_API void SetUnknownRank(gert::Shape& shape);
OPBASE_API bool IsUnknownRank(const gert::Shape& shape);
OPBASE_API void SetUnknownShape(int64_t rank, gert::Shape& shape);  // `rank` sizes of -1
OPBASE_API bool IsUnknownShape(const gert::Shape& shape);           // any size is -1

}  // namespace Base
}  // namespace Ops

#endif
