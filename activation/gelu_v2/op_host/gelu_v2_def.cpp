#include "../../common/op_host/elementwise_def.h"

namespace ops {

class GeluV2 : public ElementwiseDef {
 public:
    explicit GeluV2(const char* name) : ElementwiseDef(name, {"x"}, "y") {
        OptionalString("approximate", "none");
    }
};

OP_ADD(GeluV2);

}  // namespace ops
