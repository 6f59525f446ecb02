#include "../../common/op_host/elementwise_def.h"

namespace ops {

class FastGelu : public ElementwiseDef {
 public:
    explicit FastGelu(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(FastGelu);

}  // namespace ops
