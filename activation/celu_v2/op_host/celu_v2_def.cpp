#include "../../common/op_host/elementwise_def.h"

namespace ops {

class CeluV2 : public ElementwiseDef {
 public:
    explicit CeluV2(const char* name) : ElementwiseDef(name, {"x"}, "y") { OptionalFloat("alpha", 1.0f); }
};

OP_ADD(CeluV2);

}  // namespace ops
