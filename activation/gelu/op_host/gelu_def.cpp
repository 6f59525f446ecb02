#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Gelu : public ElementwiseDef {
 public:
    explicit Gelu(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Gelu);

}  // namespace ops
