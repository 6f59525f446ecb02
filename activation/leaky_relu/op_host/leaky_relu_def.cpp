#include "../../common/op_host/elementwise_def.h"

namespace ops {

class LeakyRelu : public ElementwiseDef {
 public:
    explicit LeakyRelu(const char* name) : ElementwiseDef(name, {"x"}, "y") {
        OptionalFloat("negative_slope", 0.0f);
    }
};

OP_ADD(LeakyRelu);

}  // namespace ops
