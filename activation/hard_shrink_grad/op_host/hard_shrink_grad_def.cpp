#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardShrinkGrad : public ElementwiseDef {
 public:
    explicit HardShrinkGrad(const char* name) : ElementwiseDef(name, {"gradients", "features"}, "backprops") {
        this->Attr("lambd").Float(0.5f);  // required
    }
};

OP_ADD(HardShrinkGrad);

}  // namespace ops
