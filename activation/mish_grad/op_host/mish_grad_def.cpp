#include "../../common/op_host/elementwise_def.h"

namespace ops {

class MishGrad : public ElementwiseDef {
 public:
    explicit MishGrad(const char* name) : ElementwiseDef(name, {"grad", "x"}, "x_grad") {
        OptionalInput("tanhx");
    }
};

OP_ADD(MishGrad);

}  // namespace ops
