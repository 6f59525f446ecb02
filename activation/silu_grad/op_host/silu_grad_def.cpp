#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SiluGrad : public ElementwiseDef {
 public:
    explicit SiluGrad(const char* name) : ElementwiseDef(name, {"dy", "x"}, "dx") {}
};

OP_ADD(SiluGrad);

}  // namespace ops
