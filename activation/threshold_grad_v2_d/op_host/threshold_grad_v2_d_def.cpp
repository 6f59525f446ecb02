#include "../../common/op_host/elementwise_def.h"

namespace ops {

class ThresholdGradV2D : public ElementwiseDef {
 public:
    explicit ThresholdGradV2D(const char* name) : ElementwiseDef(name, {"gradOutput", "self"}, "out") {
        OptionalFloat("threshold", 1.0f);
    }
};

OP_ADD(ThresholdGradV2D);

}  // namespace ops
