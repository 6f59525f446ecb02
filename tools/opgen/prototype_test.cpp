#include "prototype.h"

#include <gtest/gtest.h>

#include "register/op_def.h"

namespace aclnn_cpu::opgen {
namespace {

const std::vector<ge::DataType> kFloat = {ge::DT_FLOAT};

// "name(type parameter, ...)" of every first phase.
std::vector<std::string> Signatures(ops::OpDef& op, const std::string& prefix = "aclnn") {
    op.AICore().AddConfig("ascend910b");
    std::vector<Function> functions;
    const base::Status status = MakePrototype(registry::Describe(op), prefix, &functions);
    if (!status.ok()) {
        return {status.message()};
    }
    std::vector<std::string> texts;
    for (const Function& function : functions) {
        std::string text = function.name + "(";
        for (const Parameter& parameter : function.parameters) {
            text += (text.ends_with("(") ? "" : ", ") + parameter.type + " " + parameter.name;
        }
        texts.push_back(text + ")");
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST(Prototype, InputsThenAttributesThenOutputsByTheirNames) {
    ops::OpDef op("CeluV2");
    op.Output("y").DataType(kFloat);
    op.Attr("alpha_1").AttrType(ops::OPTIONAL).Float(1.0);
    op.Input("in_x").DataType(kFloat);
    EXPECT_EQ(
        Signatures(op),
        Texts{"aclnnCeluV2GetWorkspaceSize(const aclTensor* inX, double alpha1, const aclTensor* out)"});
}

TEST(Prototype, SeveralOutputsKeepTheirNames) {
    ops::OpDef op("Two");
    op.Input("x").ParamType(ops::OPTIONAL).DataType(kFloat);
    op.Output("y").DataType(kFloat);
    op.Output("mask").ParamType(ops::OPTIONAL).DataType(kFloat);
    EXPECT_EQ(Signatures(op),
              Texts{"aclnnTwoGetWorkspaceSize(const aclTensor* xOptional, const aclTensor* yOut, "
                    "const aclTensor* maskOutOptional)"});
}

TEST(Prototype, EveryKindOfAttribute) {
    ops::OpDef op("Attrs");
    op.Input("x").DataType(kFloat);
    op.Output("y").DataType(kFloat);
    op.Attr("flag").Bool();
    op.Attr("rate").Float();
    op.Attr("count").AttrType(ops::OPTIONAL).Int(3);
    op.Attr("mode").String();
    op.Attr("note").AttrType(ops::OPTIONAL).String("none");
    op.Attr("dims").ListInt();
    op.Attr("axes").AttrType(ops::OPTIONAL).ListInt({1, 2});
    op.Attr("scales").AttrType(ops::OPTIONAL).ListFloat({0.5});
    op.Attr("keeps").AttrType(ops::OPTIONAL).ListBool({true});
    EXPECT_EQ(
        Signatures(op),
        Texts{
            "aclnnAttrsGetWorkspaceSize(const aclTensor* x, bool flag, double rate, int64_t count, char* "
            "mode, "
            "char* noteOptional, const aclIntArray* dims, const aclIntArray* axesOptional, "
            "const aclFloatArray* scalesOptional, const aclBoolArray* keepsOptional, const aclTensor* out)"});
}

TEST(Prototype, WhatIsInputAndOutputIsOneParameter) {
    ops::OpDef op("ApplyAdagradD");
    op.Input("var").DataType(kFloat);
    op.Input("accum").ParamType(ops::DYNAMIC).DataType(kFloat);
    op.Input("grad").DataType(kFloat);
    op.Output("var").DataType(kFloat);
    op.Output("accum").ParamType(ops::DYNAMIC).DataType(kFloat);
    op.Attr("use_locking").AttrType(ops::OPTIONAL).Bool(false);
    op.AICore().AddConfig("ascend910b");
    EXPECT_EQ(Signatures(op),
              Texts{"aclnnApplyAdagradDGetWorkspaceSize(aclTensor* varRef, aclTensorList* accumRef, "
                    "const aclTensor* grad, bool useLocking)"});
    std::vector<Function> functions;
    ASSERT_TRUE(MakePrototype(registry::Describe(op), "aclnn", &functions).ok());
    EXPECT_EQ(functions[0].outputs, (Texts{"varRef", "accumRef"}))
        << "the same objects are handed on as outputs";
}

TEST(Prototype, AnOptionalInputIsNotInPlace) {
    ops::OpDef op("Maybe");
    op.Input("x").ParamType(ops::OPTIONAL).DataType(kFloat);
    op.Output("x").DataType(kFloat);
    EXPECT_EQ(Signatures(op),
              Texts{"aclnnMaybeGetWorkspaceSize(const aclTensor* xRefOptional, const aclTensor* out)"});
}

TEST(Prototype, ListsAndScalars) {
    ops::OpDef op("Lists");
    op.Input("xs").ParamType(ops::DYNAMIC).DataType(kFloat);
    op.Input("bias").DataType(kFloat).Scalar();
    op.Input("scales").DataType(kFloat).ScalarList();
    op.Output("ys").ParamType(ops::DYNAMIC).DataType(kFloat);
    EXPECT_EQ(Signatures(op),
              Texts{"aclnnListsGetWorkspaceSize(const aclTensorList* xs, const aclScalar* bias, "
                    "const aclScalarList* scales, const aclTensorList* out)"});
}

TEST(Prototype, InputsThatHostFunctionsReadAreArraysAndInASecondFunctionTensors) {
    ops::OpDef op("AveragePoolingGrad");
    op.Input("orig_input_shape").ValueDepend(ops::REQUIRED).DataType({ge::DT_INT32, ge::DT_INT64});
    op.Input("weights")
        .ParamType(ops::OPTIONAL)
        .ValueDepend(ops::OPTIONAL)
        .DataType({ge::DT_FLOAT, ge::DT_FLOAT});
    op.Input("mask").ValueDepend(ops::REQUIRED).DataType({ge::DT_BOOL, ge::DT_BOOL});
    op.Output("y").DataType({ge::DT_FLOAT, ge::DT_FLOAT});
    EXPECT_EQ(Signatures(op),
              (Texts{"aclnnAveragePoolingGradGetWorkspaceSize(const aclIntArray* origInputShape, "
                     "const aclFloatArray* weightsOptional, const aclBoolArray* mask, const aclTensor* out)",
                     "aclnnAveragePoolingGradTensorGetWorkspaceSize(const aclTensor* origInputShape, "
                     "const aclTensor* weightsOptional, const aclTensor* mask, const aclTensor* out)"}));
}

TEST(Prototype, AVersionAddsItsParametersInAFunctionOfItsOwn) {
    ops::OpDef op("Grown");
    op.Input("x").DataType(kFloat);
    op.Input("bias").ParamType(ops::OPTIONAL).DataType(kFloat).Version(1);
    op.Output("y").DataType(kFloat);
    op.Attr("rate").AttrType(ops::OPTIONAL).Float(0.5).Version(2);
    op.Attr("axes").AttrType(ops::OPTIONAL).ListInt({1}).Version(2);
    EXPECT_EQ(
        Signatures(op),
        (Texts{"aclnnGrownGetWorkspaceSize(const aclTensor* x, const aclTensor* out)",
               "aclnnGrownV1GetWorkspaceSize(const aclTensor* x, const aclTensor* biasOptional, "
               "const aclTensor* out)",
               "aclnnGrownV2GetWorkspaceSize(const aclTensor* x, const aclTensor* biasOptional, double rate, "
               "const aclIntArray* axesOptional, const aclTensor* out)"}));
    std::vector<Function> functions;
    ASSERT_TRUE(MakePrototype(registry::Describe(op), "aclnn", &functions).ok());
    EXPECT_EQ(functions[0].inputs, (Texts{"x", "nullptr"}));
    EXPECT_EQ(functions[0].attrs, (Texts{"double{0.5}", "static_cast<const aclIntArray*>(nullptr)"}));
    EXPECT_EQ(functions[1].header, "aclnn_grown_v1.h");
}

TEST(Prototype, AnOutputShapedByTheKernelMakesTensorsWritable) {
    ops::OpDef op("Unique");
    op.Input("x").DataType(kFloat);
    op.Output("y").DataType(kFloat).OutputShapeDependOnCompute();
    EXPECT_EQ(Signatures(op), Texts{"aclnnUniqueGetWorkspaceSize(aclTensor* x, aclTensor* out)"});
}

TEST(Prototype, InnerFunctionsHaveTheirOwnPrefix) {
    ops::OpDef op("Hidden");
    op.Input("x").DataType(kFloat);
    op.Output("y").DataType(kFloat);
    EXPECT_EQ(Signatures(op, "aclnnInner"),
              Texts{"aclnnInnerHiddenGetWorkspaceSize(const aclTensor* x, const aclTensor* out)"});
}

TEST(Prototype, WordsOfCppGetAnUnderscore) {
    ops::OpDef op("Words");
    op.Input("template").DataType(kFloat);
    op.Input("new").DataType(kFloat);
    op.Output("new").DataType(kFloat);
    op.Attr("default").Int();
    op.Attr("class").AttrType(ops::OPTIONAL).String("a");
    op.Attr("dynamic_cast").Bool();  // dynamicCast
    EXPECT_EQ(
        Signatures(op),
        Texts{"aclnnWordsGetWorkspaceSize(const aclTensor* template_, aclTensor* newRef, int64_t default_, "
              "char* classOptional, bool dynamicCast)"});
}

TEST(Prototype, SaysWhatNoFunctionCanHave) {
    ops::OpDef op("Bad");
    op.Input("x").ValueDepend(ops::REQUIRED).DataType({ge::DT_FLOAT, ge::DT_INT64});
    op.Output("y").DataType({ge::DT_FLOAT, ge::DT_FLOAT});
    EXPECT_EQ(Signatures(op),
              Texts{"Bad: no C API can be generated: 'x' depends on values, so its types must be all "
                    "FLOAT, all BOOL or all integers"});
    op.Input("x").ValueDepend(ops::IGNORE);
    op.Attr("dims").ListListInt();
    EXPECT_EQ(
        Signatures(op),
        Texts{"Bad: no C API can be generated: 'dims' is a list of lists, which no parameter can hold"});
    op.Attr("dims").Int().Version(1);
    EXPECT_EQ(Signatures(op),
              Texts{"Bad: no C API can be generated: 'dims' has a Version, so it must be OPTIONAL"});
    op.Attr("dims").Version(0);
    op.Attr("x").Int();
    EXPECT_EQ(Signatures(op),
              Texts{"Bad: no C API can be generated: 'x' would be the name of two parameters"});
    ops::OpDef signs("Signs");
    signs.Input("x").DataType(kFloat);
    signs.Output("y").DataType(kFloat);
    signs.Attr("x-y").Int();
    EXPECT_EQ(Signatures(signs),
              Texts{"Signs: no C API can be generated: 'x-y' is no name of a parameter in C"});
}

}  // namespace
}  // namespace aclnn_cpu::opgen
