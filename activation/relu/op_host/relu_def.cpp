#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Relu : public ElementwiseDef {
 public:
    explicit Relu(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(Relu);

}  // namespace ops
