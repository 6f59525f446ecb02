#include "../../common/op_host/elementwise_def.h"

namespace ops {

class LogSigmoid : public ElementwiseDef {
 public:
    explicit LogSigmoid(const char* name) : ElementwiseDef(name, {"x"}, "y") {}
};

OP_ADD(LogSigmoid);

}  // namespace ops
