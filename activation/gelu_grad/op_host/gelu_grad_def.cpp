#include "register/op_def_registry.h"

namespace ops {

class GeluGrad : public OpDef {
 public:
    explicit GeluGrad(const char* name) : OpDef(name) {
        for (const char* input : {"dy", "x", "y"}) {
            Describe(this->Input(input));
        }
        Describe(this->Output("z"));
        this->AICore().AddConfig("ascend910b").AddConfig("ascend310b");
    }

 private:
    // All four tensors share one type: column by column.
    static void Describe(OpParamDef& param) {
        param.ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
            .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
    }
};

OP_ADD(GeluGrad);

}  // namespace ops
