#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Mish : public ElementwiseDef {
 public:
    explicit Mish(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Mish);

}  // namespace ops
