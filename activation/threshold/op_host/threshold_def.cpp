#include "../../common/op_host/elementwise_def.h"

namespace ops {

class Threshold : public ElementwiseDef {
 public:
    explicit Threshold(const char* name) : ElementwiseDef(name, {"x"}, "y") {
        OptionalFloat("threshold", 0.0f);
        OptionalFloat("value", 0.0f);
    }
};

OP_ADD(Threshold);

}  // namespace ops
