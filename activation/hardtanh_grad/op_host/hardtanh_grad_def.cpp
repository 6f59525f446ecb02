#include "../../common/op_host/elementwise_def.h"

namespace ops {

class HardtanhGrad : public ElementwiseDef {
 public:
    explicit HardtanhGrad(const char* name) : ElementwiseDef(name, {"result", "grad"}, "y") {
        this->Attr("min_val").Float(-1.0f);  // required
        this->Attr("max_val").Float(1.0f);   // required
    }
};

OP_ADD(HardtanhGrad);

}  // namespace ops
