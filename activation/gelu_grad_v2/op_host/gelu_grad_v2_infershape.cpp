#include "infershape_broadcast_util.h"
#include "register/op_impl_registry.h"

IMPL_OP_INFERSHAPE(GeluGradV2).InferShape(Ops::Base::InferShape4Broadcast);
