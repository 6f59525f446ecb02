#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SoftplusV2Grad : public ElementwiseDef {
 public:
    explicit SoftplusV2Grad(const char* name)
        : ElementwiseDef(name, {"input_gradients", "input_features"}, "output_backprops") {
        OptionalFloat("beta", 1.0f);
        OptionalFloat("threshold", 20.0f);
    }
};

OP_ADD(SoftplusV2Grad);

}  // namespace ops
