#include "../../common/op_host/elementwise_def.h"

namespace ops {

class LogSigmoidGrad : public ElementwiseDef {
 public:
    explicit LogSigmoidGrad(const char* name) : ElementwiseDef(name, {"grads", "features"}, "backprops") {}
};

OP_ADD(LogSigmoidGrad);

}  // namespace ops
