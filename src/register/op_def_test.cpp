#include "register/op_def_registry.h"

#include <gtest/gtest.h>

#include "register/op_def_query.h"

namespace {

using aclnn_cpu::registry::AICoreConfigDefinition;
using aclnn_cpu::registry::AttrKind;
using aclnn_cpu::registry::Describe;
using aclnn_cpu::registry::DtypeColumns;
using aclnn_cpu::registry::FindDefinition;
using aclnn_cpu::registry::OpDefinition;
using Types = std::vector<ge::DataType>;

int g_definitions_made = 0;

}  // namespace

namespace ops {

class RegisterTestGradient : public OpDef {
 public:
    explicit RegisterTestGradient(const char* name) : OpDef(name) {
        ++g_definitions_made;
        for (const char* input : {"dy", "x"}) {
            this->Input(input)
                .ParamType(REQUIRED)
                .DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16})
                .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
                .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
                .AutoContiguous();
        }
        this->Input("mask")
            .ParamType(OPTIONAL)
            .DataType({ge::DT_BOOL, ge::DT_BOOL, ge::DT_BOOL})
            .ValueDepend(OPTIONAL);
        this->Output("z").DataType({ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16}).InitValue(0);
        this->Attr("slope").AttrType(OPTIONAL).Float(0.25f);
        this->Attr("axes").ListInt();
        this->Attr("mode").AttrType(OPTIONAL).String("tanh");
        OpAICoreConfig config;
        config.DynamicCompileStaticFlag(false).PrecisionReduceFlag(false).ExtendCfgInfo("opFile.value",
                                                                                        "gradient_apt");
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950", config);
        config.DynamicCompileStaticFlag(true);  // too late for ascend950
        config.Output("z").DataType({ge::DT_INT32, ge::DT_INT32, ge::DT_INT8});
        this->AICore().AddConfig("ascend310b", config);
    }
};
OP_ADD(RegisterTestGradient);

}  // namespace ops

namespace {

TEST(OpDef, IsMadeWhenFirstAskedForAndOnlyOnce) {
    EXPECT_EQ(g_definitions_made, 0);
    const auto first = FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient");
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient"), first);
    EXPECT_EQ(g_definitions_made, 1);
    EXPECT_EQ(FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradien"), nullptr);
}

TEST(OpDef, DescribesParametersInOrder) {
    const auto op = FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient");
    ASSERT_NE(op, nullptr);
    EXPECT_EQ(op->op_type, "RegisterTestGradient");
    ASSERT_EQ(op->inputs.size(), 3u);
    EXPECT_EQ(op->inputs[0].name, "dy");
    EXPECT_EQ(op->inputs[1].name, "x");
    EXPECT_EQ(op->inputs[1].dtypes, (Types{ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16}));
    EXPECT_EQ(op->inputs[1].formats.size(), 3u);
    EXPECT_EQ(op->inputs[1].unknown_shape_formats[2], ge::FORMAT_ND);
    EXPECT_TRUE(op->inputs[1].auto_contiguous);
    EXPECT_FALSE(op->inputs[2].auto_contiguous);
    EXPECT_EQ(op->inputs[2].param_type, ops::OPTIONAL);
    EXPECT_EQ(op->inputs[2].value_depend, ops::OPTIONAL);
    ASSERT_EQ(op->outputs.size(), 1u);
    EXPECT_EQ(op->outputs[0].param_type, ops::REQUIRED);
    EXPECT_EQ(op->outputs[0].init_values, std::vector{ops::ScalarVar(ops::ScalarType::UINT64, 0)});
    EXPECT_TRUE(op->inputs[0].init_values.empty());
}

TEST(OpDef, DescribesAttributes) {
    const auto op = FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient");
    ASSERT_NE(op, nullptr);
    ASSERT_EQ(op->attrs.size(), 3u);
    EXPECT_EQ(op->attrs[0].kind, AttrKind::kFloat);
    EXPECT_FALSE(op->attrs[0].required);
    EXPECT_EQ(std::get<float>(op->attrs[0].default_value), 0.25f);
    EXPECT_EQ(op->attrs[1].kind, AttrKind::kListInt);
    EXPECT_TRUE(op->attrs[1].required);
    EXPECT_EQ(op->attrs[1].default_value.index(), 0u);
    EXPECT_EQ(std::get<std::string>(op->attrs[2].default_value), "tanh");
}

TEST(OpDef, ConfigsAreCopiedWhenAdded) {
    const auto op = FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient");
    ASSERT_NE(op, nullptr);
    EXPECT_EQ(op->ComputeUnits(), "ascend910b, ascend950, ascend310b");
    const AICoreConfigDefinition* plain = op->FindConfig("ascend910b");
    ASSERT_NE(plain, nullptr);
    EXPECT_TRUE(plain->dynamic_compile_static);
    EXPECT_FALSE(plain->need_check_support);
    EXPECT_TRUE(plain->precision_reduce);
    const AICoreConfigDefinition* other = op->FindConfig("ascend950");
    ASSERT_NE(other, nullptr);
    EXPECT_FALSE(other->dynamic_compile_static);
    EXPECT_FALSE(other->precision_reduce);
    EXPECT_EQ(other->extended.at("opFile.value"), "gradient_apt");
    EXPECT_TRUE(other->outputs.empty());
    EXPECT_TRUE(op->FindConfig("ascend310b")->dynamic_compile_static);
    EXPECT_EQ(op->FindConfig("ascend910"), nullptr);
}

TEST(OpDef, ColumnsBelongTogetherAndChipsMayReplaceThem) {
    const auto op = FindDefinition(ACLNN_CPU_THIS_LIBRARY, "RegisterTestGradient");
    ASSERT_NE(op, nullptr);
    EXPECT_EQ(DtypeColumns(*op, "ascend910b"),
              (std::vector<Types>{{ge::DT_FLOAT, ge::DT_FLOAT, ge::DT_BOOL, ge::DT_FLOAT},
                                  {ge::DT_FLOAT16, ge::DT_FLOAT16, ge::DT_BOOL, ge::DT_FLOAT16},
                                  {ge::DT_BF16, ge::DT_BF16, ge::DT_BOOL, ge::DT_BF16}}));
    EXPECT_EQ(DtypeColumns(*op, "ascend310b")[2],
              (Types{ge::DT_BF16, ge::DT_BF16, ge::DT_BOOL, ge::DT_INT8}));
    EXPECT_TRUE(DtypeColumns(*op, "ascend310p").empty());
}

TEST(OpDef, ListsCombineWithEveryColumn) {
    ops::OpDef op("Lists");
    op.Input("x").DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
    op.Input("index").DataTypeList({ge::DT_INT32, ge::DT_INT64});
    op.Output("y").DataType({ge::DT_INT8, ge::DT_UINT8});
    op.AICore().AddConfig("ascend910b");
    EXPECT_EQ(DtypeColumns(Describe(op), "ascend910b"),
              (std::vector<Types>{{ge::DT_FLOAT, ge::DT_INT32, ge::DT_INT8},
                                  {ge::DT_FLOAT, ge::DT_INT64, ge::DT_INT8},
                                  {ge::DT_FLOAT16, ge::DT_INT32, ge::DT_UINT8},
                                  {ge::DT_FLOAT16, ge::DT_INT64, ge::DT_UINT8}}));
    op.Output("y").DataType({ge::DT_INT8});  // one column against two
    EXPECT_TRUE(DtypeColumns(Describe(op), "ascend910b").empty());
}

TEST(OpDef, NamingAParameterAgainContinuesIt) {
    ops::OpDef op("Again");
    op.Input("x").DataType({ge::DT_FLOAT});
    op.Input("y").DataType({ge::DT_FLOAT});
    op.Input("x").ParamType(ops::DYNAMIC);
    const ops::OpDef copy = op;
    op.Input("x").ParamType(ops::OPTIONAL);
    const OpDefinition plain = Describe(copy);
    ASSERT_EQ(plain.inputs.size(), 2u);
    EXPECT_EQ(plain.inputs[0].param_type, ops::DYNAMIC);
    EXPECT_EQ(plain.inputs[0].dtypes, Types{ge::DT_FLOAT});
}

}  // namespace
