#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Softshrink : public ElementwiseDef {
 public:
    explicit Softshrink(const char* name) : ElementwiseDef(name, {"x"}, "y") { OptionalFloat("lambd", 0.5f); }
};

OP_ADD(Softshrink);

}  // namespace ops
