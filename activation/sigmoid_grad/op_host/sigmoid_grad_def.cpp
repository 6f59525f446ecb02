#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SigmoidGrad : public ElementwiseDef {
 public:
    explicit SigmoidGrad(const char* name) : ElementwiseDef(name, {"y", "dy"}, "z") {}
};

OP_ADD(SigmoidGrad);

}  // namespace ops
