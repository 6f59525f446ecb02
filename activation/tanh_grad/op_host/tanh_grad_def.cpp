#include "../../common/op_host/elementwise_def.h"

namespace ops {

class TanhGrad : public ElementwiseDef {
 public:
    explicit TanhGrad(const char* name) : ElementwiseDef(name, {"y", "dy"}, "z") {}
};

OP_ADD(TanhGrad);

}  // namespace ops
