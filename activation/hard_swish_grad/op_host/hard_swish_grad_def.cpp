#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardSwishGrad : public ElementwiseDef {
 public:
    explicit HardSwishGrad(const char* name) : ElementwiseDef(name, {"grad_output", "self"}, "grad_input") {}
};

OP_ADD(HardSwishGrad);

}  // namespace ops
