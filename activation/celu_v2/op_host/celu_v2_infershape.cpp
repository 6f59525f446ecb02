#include "infershape_elewise_util.h"
#include "register/op_impl_registry.h"

IMPL_OP_INFERSHAPE(CeluV2).InferShape(Ops::Base::InferShape4Elewise);
