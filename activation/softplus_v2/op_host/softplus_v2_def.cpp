#include "../../common/op_host/elementwise_def.h"

namespace ops {

class SoftplusV2 : public ElementwiseDef {
 public:
    explicit SoftplusV2(const char* name) : ElementwiseDef(name, {"x"}, "y") {
        OptionalFloat("beta", 1.0f);
        OptionalFloat("threshold", 20.0f);
    }
};

OP_ADD(SoftplusV2);

}  // namespace ops
