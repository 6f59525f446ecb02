#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SwishGrad : public ElementwiseDef {
 public:
    explicit SwishGrad(const char* name) : ElementwiseDef(name, {"grad", "x", "y"}, "grad_x") {
        OptionalFloat("scale", 1.0f);
    }
};

OP_ADD(SwishGrad);

}  // namespace ops
