#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Swish : public ElementwiseDef {
 public:
    explicit Swish(const char* name) : ElementwiseDef(name, {"x"}, "y") { OptionalFloat("scale", 1.0f); }
};

OP_ADD(Swish);

}  // namespace ops
