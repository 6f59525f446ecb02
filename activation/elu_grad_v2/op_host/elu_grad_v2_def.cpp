#include "../../common/op_host/elementwise_def.h"

namespace ops {

class EluGradV2 : public ElementwiseDef {
 public:
    explicit EluGradV2(const char* name) : ElementwiseDef(name, {"grads", "activations"}, "y") {
        OptionalFloat("alpha", 1.0f);
        OptionalFloat("scale", 1.0f);
        OptionalFloat("input_scale", 1.0f);
        OptionalBool("is_result", false);
    }
};

OP_ADD(EluGradV2);

}  // namespace ops
