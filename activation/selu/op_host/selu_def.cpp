#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Selu : public ElementwiseDef {
 public:
    explicit Selu(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Selu);

}  // namespace ops
