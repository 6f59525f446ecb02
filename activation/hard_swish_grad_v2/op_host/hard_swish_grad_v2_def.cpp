#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardSwishGradV2 : public ElementwiseDef {
 public:
    explicit HardSwishGradV2(const char* name) : ElementwiseDef(name, {"gradOutput", "self"}, "out") {}
};

OP_ADD(HardSwishGradV2);

}  // namespace ops
