#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Tanh : public ElementwiseDef {
 public:
    explicit Tanh(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Tanh);

}  // namespace ops
