#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Elu : public ElementwiseDef {
 public:
    explicit Elu(const char* name) : ElementwiseDef(name, {"x"}, "y") {
        OptionalFloat("alpha", 1.0f);
        OptionalFloat("scale", 1.0f);
        OptionalFloat("input_scale", 1.0f);
    }
};

OP_ADD(Elu);

}  // namespace ops
