#include "../../common/op_host/elementwise_def.h"

namespace ops {

class GeluGradV2 : public ElementwiseDef {
 public:
    explicit GeluGradV2(const char* name) : ElementwiseDef(name, {"dy", "x"}, "z") {
        OptionalString("approximate", "none");
    }
};

OP_ADD(GeluGradV2);

}  // namespace ops
