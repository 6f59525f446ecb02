#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardSwish : public ElementwiseDef {
 public:
    explicit HardSwish(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(HardSwish);

}  // namespace ops
