#include "exe_graph/runtime/infer_shape_context.h"
#include "register/op_impl_registry.h"

static ge::graphStatus InferShape(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_INFERSHAPE(Scale).InferShape(InferShape);
