#include "../../common/op_host/elementwise_def.h"

namespace ops {

class LeakyReluGrad : public ElementwiseDef {
 public:
    explicit LeakyReluGrad(const char* name) : ElementwiseDef(name, {"gradients", "features"}, "backprops") {
        OptionalFloat("negative_slope", 0.0f);
    }
};

OP_ADD(LeakyReluGrad);

}  // namespace ops
