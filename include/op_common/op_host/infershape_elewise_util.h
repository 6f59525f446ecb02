#ifndef ACLNN_CPU_OP_COMMON_OP_HOST_INFERSHAPE_ELEWISE_UTIL_H
#define ACLNN_CPU_OP_COMMON_OP_HOST_INFERSHAPE_ELEWISE_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "graph/error_codes.h"
#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {

// Every output takes the shape of input 0.
OPBASE_API ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context);

}  // namespace Base
}  // namespace Ops

#endif
