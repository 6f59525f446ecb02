#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SeluGrad : public ElementwiseDef {
 public:
    explicit SeluGrad(const char* name) : ElementwiseDef(name, {"gradients", "outputs"}, "y") {}
};

OP_ADD(SeluGrad);

}  // namespace ops
