#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardSigmoid : public ElementwiseDef {
 public:
    explicit HardSigmoid(const char* name) : ElementwiseDef(name, {"input_x"}, "output_y") {
        OptionalFloat("alpha", 1.0f / 6.0f);
        OptionalFloat("beta", 0.5f);
    }
};

OP_ADD(HardSigmoid);

}  // namespace ops
