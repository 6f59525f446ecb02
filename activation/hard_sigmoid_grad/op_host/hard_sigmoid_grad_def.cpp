#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardSigmoidGrad : public ElementwiseDef {
 public:
    explicit HardSigmoidGrad(const char* name) : ElementwiseDef(name, {"grads", "input_x"}, "y") {
        OptionalFloat("alpha", 1.0f / 6.0f);
        OptionalFloat("beta", 0.5f);
    }
};

OP_ADD(HardSigmoidGrad);

}  // namespace ops
