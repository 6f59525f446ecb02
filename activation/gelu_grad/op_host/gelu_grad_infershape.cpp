#include "infershape_broadcast_util.h"
#include "register/op_impl_registry.h"

// z has the shape that dy and x broadcast to.
IMPL_OP_INFERSHAPE(GeluGrad).InferShape(Ops::Base::InferShape4Broadcast);
