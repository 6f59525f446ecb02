#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Sigmoid : public ElementwiseDef {
 public:
    explicit Sigmoid(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Sigmoid);

}  // namespace ops
