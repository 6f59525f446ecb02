#include "register/op_def_registry.h"

namespace ops {

class Shift : public OpDef {
 public:
    explicit Shift(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("down").AttrType(REQUIRED).Bool();
        this->AICore().AddConfig("ascend910b");
        this->AICore().AddConfig("ascend950");
    }
};
OP_ADD(Shift);

}  // namespace ops
