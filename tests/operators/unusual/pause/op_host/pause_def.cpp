#include "register/op_def_registry.h"

namespace ops {

// Takes an attribute and no tensor.
class Pause : public OpDef {
 public:
    explicit Pause(const char* name) : OpDef(name) {
        this->Attr("steps").AttrType(REQUIRED).Int();
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Pause);

}  // namespace ops
