#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SoftShrinkGrad : public ElementwiseDef {
 public:
    explicit SoftShrinkGrad(const char* name) : ElementwiseDef(name, {"input_grad", "input_x"}, "output_y") {
        OptionalFloat("lambd", 0.5f);
    }
};

OP_ADD(SoftShrinkGrad);

}  // namespace ops
