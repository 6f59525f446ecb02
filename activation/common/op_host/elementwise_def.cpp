#include "elementwise_def.h"

namespace ops {
namespace {

// All tensors share one type: column by column.
void Describe(OpParamDef& param, Option option) {
    param.ParamType(option)
        .DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16})
        .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
        .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
}

}  // namespace

ElementwiseDef::ElementwiseDef(const char* name, std::initializer_list<const char*> inputs,
                               const char* output)
    : OpDef(name) {
    for (const char* input : inputs) {
        Describe(this->Input(input), REQUIRED);
    }
    Describe(this->Output(output), REQUIRED);
    this->AICore().AddConfig("ascend910b").AddConfig("ascend310b");
}

void ElementwiseDef::OptionalInput(const char* name) { Describe(this->Input(name), OPTIONAL); }

void ElementwiseDef::OptionalFloat(const char* name, float value) {
    this->Attr(name).AttrType(OPTIONAL).Float(value);
}

void ElementwiseDef::OptionalBool(const char* name, bool value) {
    this->Attr(name).AttrType(OPTIONAL).Bool(value);
}

void ElementwiseDef::OptionalString(const char* name, const char* value) {
    this->Attr(name).AttrType(OPTIONAL).String(value);
}

}  // namespace ops
