#include "../../common/op_host/elementwise_def.h"

namespace ops {

class FastGeluGrad : public ElementwiseDef {
 public:
    explicit FastGeluGrad(const char* name) : ElementwiseDef(name, {"dy", "x"}, "z") {}
};

OP_ADD(FastGeluGrad);

}  // namespace ops
