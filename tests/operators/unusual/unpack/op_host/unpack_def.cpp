#include "register/op_def_registry.h"

namespace ops {

// y = x + default in halves. Two columns have types that no kernel has; attributes are words of C++.
class Unpack : public OpDef {
 public:
    explicit Unpack(const char* name) : OpDef(name) {
        this->Input("x")
            .ParamType(REQUIRED)
            .DataType({ge::DT_COMPLEX64, ge::DT_INT4, ge::DT_STRING})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y")
            .ParamType(REQUIRED)
            .DataType({ge::DT_COMPLEX64, ge::DT_FLOAT16, ge::DT_FLOAT16})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("default").AttrType(OPTIONAL).Int(0);
        this->Attr("class").AttrType(REQUIRED).String();
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Unpack);

}  // namespace ops
