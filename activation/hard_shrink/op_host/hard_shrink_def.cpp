#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardShrink : public ElementwiseDef {
 public:
    explicit HardShrink(const char* name) : ElementwiseDef(name, {"self"}, "out") {
        OptionalFloat("lambd", 0.5f);
    }
};

OP_ADD(HardShrink);

}  // namespace ops
