#ifndef ACLNN_CPU_OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H
#define ACLNN_CPU_OP_COMMON_OP_HOST_INFERSHAPE_BROADCAST_UTIL_H

#include <cstddef>
#include <vector>

#include "exe_graph/runtime/infer_shape_context.h"
#include "graph/error_codes.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

// Output 0 takes the shape that the first two (or `input_count`) inputs broadcast to.
OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context);
OPBASE_API ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, size_t input_count);

// False, and `out` unchanged, when the shapes do not broadcast. An unknown size (-1) beside a size above 1
// gives that size.
OPBASE_API bool BroadcastShape(const gert::Shape* first, const gert::Shape* second, gert::Shape* out);
OPBASE_API bool BroadcastShape(const std::vector<const gert::Shape*>& shapes, gert::Shape* out);

}  // namespace Base
}  // namespace Ops

#endif
