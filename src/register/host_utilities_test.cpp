#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "graph/utils/type_utils.h"
#include "infershape_broadcast_util.h"
#include "infershape_elewise_util.h"
#include "op_common/log/log.h"
#include "op_host/tiling_templates_registry.h"
#include "op_host/tiling_util.h"
#include "register/host_functions.h"
#include "util/math_util.h"
#include "util/shape_util.h"

namespace {

using gert::Shape;

TEST(TypeUtils, NamesTypesAndFormatsBothWays) {
    EXPECT_EQ(ge::TypeUtils::DataTypeToSerialString(ge::DT_BF16), "DT_BF16");
    EXPECT_EQ(ge::TypeUtils::DataTypeToSerialString(static_cast<ge::DataType>(5)), "UNDEFINED");
    EXPECT_EQ(ge::TypeUtils::SerialStringToDataType("DT_UINT1"), ge::DT_UINT1);
    EXPECT_EQ(ge::TypeUtils::SerialStringToDataType("FLOAT"), ge::DT_UNDEFINED);
    EXPECT_EQ(ge::TypeUtils::FormatToSerialString(ge::FORMAT_FRACTAL_NZ), "FRACTAL_NZ");
    EXPECT_EQ(ge::TypeUtils::FormatToSerialString(
                  static_cast<ge::Format>(ge::GetFormatFromSub(ge::FORMAT_NCHW, 3))),
              "NCHW:3");
    EXPECT_EQ(ge::TypeUtils::SerialStringToFormat("NDC1HWC0"), ge::FORMAT_NDC1HWC0);
    EXPECT_TRUE(ge::TypeUtils::DataTypeToAscendString(ge::DT_INT8) == "DT_INT8");
}

TEST(TypeUtils, LengthsAreWholeBytes) {
    uint32_t length = 99;
    EXPECT_TRUE(ge::TypeUtils::GetDataTypeLength(ge::DT_FLOAT16, length));
    EXPECT_EQ(length, 2u);
    EXPECT_TRUE(ge::TypeUtils::GetDataTypeLength(ge::DT_COMPLEX128, length));
    EXPECT_EQ(length, 16u);
    for (const ge::DataType type :
         {ge::DT_INT4, ge::DT_STRING, ge::DT_UNDEFINED, static_cast<ge::DataType>(5)}) {
        EXPECT_FALSE(ge::TypeUtils::GetDataTypeLength(type, length));
        EXPECT_EQ(length, 16u);
    }
    EXPECT_EQ(ge::GetSizeByDataType(ge::DT_INT4), 1004);
    EXPECT_EQ(ge::GetSizeByDataType(static_cast<ge::DataType>(-1)), -1);
}

TEST(GraphTypes, FormatWordsKeepTheirParts) {
    const int32_t word = ge::GetFormatFromSubAndC0(ge::FORMAT_FRACTAL_Z, 300, 5);
    EXPECT_EQ(ge::GetPrimaryFormat(word), ge::FORMAT_FRACTAL_Z);
    EXPECT_EQ(ge::GetSubFormat(word), 300);
    EXPECT_EQ(ge::GetC0Value(word), 16);
    EXPECT_EQ(ge::GetC0Value(ge::FORMAT_ND), -1);
    EXPECT_EQ(ge::FORMAT_FRACTAL_NZ_C0_8, 54);
    EXPECT_EQ(ge::FORMAT_NULL, 42);
}

TEST(MathUtil, DividesAndAligns) {
    using namespace Ops::Base;
    EXPECT_EQ(CeilDiv(7, 3), 3);
    EXPECT_EQ(CeilDiv(6, 3), 2);
    EXPECT_EQ(CeilDiv(-7, 3), -2);
    EXPECT_EQ(CeilDiv(-7, -3), 3);
    EXPECT_EQ(CeilDiv(0, 3), 0);
    EXPECT_EQ(CeilDiv(7, 0), 7);
    EXPECT_EQ(CeilDiv(UINT64_MAX, uint64_t{2}), uint64_t{1} << 63);
    EXPECT_EQ(FloorDiv(7, 0), 7);
    EXPECT_EQ(FloorAlign(70, 32), 64);
    EXPECT_EQ(FloorAlign(70, 0), 0);
    EXPECT_EQ(CeilAlign(70, 32), 96);
    EXPECT_EQ(CeilAlign(70, 0), 0);
    EXPECT_EQ(CeilAlign(UINT32_MAX, 32u), UINT32_MAX);
    EXPECT_EQ(LastPow2(0), 0u);
    EXPECT_EQ(LastPow2(1000), 512u);
    EXPECT_TRUE(IsFloatEqual(1.0f, 1.0f + 1e-8f));
    EXPECT_FALSE(IsFloatEqual(1.0f, 1.001f));
    EXPECT_FALSE(IsFloatEqual(std::numeric_limits<float>::quiet_NaN(), 1.0f));
}

TEST(ShapeUtil, MarksUnknownShapes) {
    Shape shape = {3, -1};
    EXPECT_TRUE(Ops::Base::IsUnknownShape(shape));
    EXPECT_FALSE(Ops::Base::IsUnknownRank(shape));
    Ops::Base::SetUnknownRank(shape);
    EXPECT_EQ(shape, Shape({-2}));
    EXPECT_TRUE(Ops::Base::IsUnknownRank(shape));
    Ops::Base::SetUnknownShape(3, shape);
    EXPECT_EQ(shape, Shape({-1, -1, -1}));
    EXPECT_TRUE(Ops::Base::CheckAxisBounds(3, -3));
    EXPECT_FALSE(Ops::Base::CheckAxisBounds(3, 3));
    EXPECT_TRUE(Ops::Base::CheckAxisBounds(0, 0));
    EXPECT_EQ(Ops::NN::OpTiling::EnsureNotScalar(Shape()), Shape({1}));
    EXPECT_EQ(Ops::Base::ToString(Shape({2, 5})), "[2, 5]");
}

TEST(BroadcastShape, FollowsTheTrailingDimensions) {
    Shape out = {42};
    const Shape a = {16, 5, 5};
    const Shape b = {5, 1};
    EXPECT_TRUE(Ops::Base::BroadcastShape(&a, &b, &out));
    EXPECT_EQ(out, a);
    const Shape zero = {0};
    const Shape one = {1};
    EXPECT_TRUE(Ops::Base::BroadcastShape(&zero, &one, &out));
    EXPECT_EQ(out, zero);
    const Shape wide = {16, 16};
    EXPECT_FALSE(Ops::Base::BroadcastShape(&zero, &wide, &out));
    EXPECT_EQ(out, zero);
    const Shape unknown = {-1, 5};
    EXPECT_TRUE(Ops::Base::BroadcastShape(&unknown, &a, &out));
    EXPECT_EQ(out, a);
}

// ---- functions and classes registered as operators do

IMPL_OP_INFERSHAPE(UtilityTestElewise).InferShape(Ops::Base::InferShape4Elewise);
IMPL_OP_INFERSHAPE(UtilityTestBroadcast).InferShape(Ops::Base::InferShape4Broadcast);

class FirstTiling : public Ops::NN::Optiling::TilingBaseClass {
 public:
    using TilingBaseClass::TilingBaseClass;

 protected:
    bool IsCapable() override { return context_->GetInputShape(0)->GetOriginShape().GetDimNum() == 1; }
    ge::graphStatus GetPlatformInfo() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetShapeAttrsInfo() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus DoOpTiling() override { return context_->SetBlockDim(Blocks()); }
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    uint64_t GetTilingKey() const override { return 100 + context_->GetBlockDim(); }
    ge::graphStatus GetWorkspaceSize() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus PostTiling() override { return ge::GRAPH_SUCCESS; }
    virtual uint32_t Blocks() const { return 1; }
};
class SecondTiling : public FirstTiling {
 public:
    using FirstTiling::FirstTiling;

 protected:
    bool IsCapable() override { return context_->GetInputShape(0)->GetOriginShape().GetDimNum() == 2; }
    uint32_t Blocks() const override { return 2; }
};
REGISTER_OPS_TILING_TEMPLATE(UtilityTestTemplates, SecondTiling, 20);
REGISTER_TILING_TEMPLATE("UtilityTestTemplates", FirstTiling, 10);

UINT32 TemplateTiling(gert::TilingContext* context) {
    return Ops::NN::Optiling::TilingRegistry::GetInstance().DoTilingImpl(context);
}
IMPL_OP_OPTILING(UtilityTestTemplates).Tiling(TemplateTiling);

aclnn_cpu::registry::HostTensor TensorOf(const Shape& shape) {
    aclnn_cpu::registry::HostTensor tensor;
    tensor.origin_shape = shape;
    tensor.storage_shape = shape;
    tensor.dtype = ge::DT_FLOAT;
    return tensor;
}

TEST(InferShapeHelpers, ServeAsInferShapeFunctions) {
    const aclnn_cpu::registry::HostTensor inputs[] = {TensorOf({2, 1}), TensorOf({3})};
    const aclnn_cpu::registry::HostTensor outputs[2] = {};
    aclnn_cpu::registry::OpRequest request;
    request.inputs = inputs;
    request.outputs = outputs;
    std::vector<Shape> shapes;
    request.op_type = "UtilityTestElewise";
    ASSERT_TRUE(RunInferShape(request, &shapes).ok());
    EXPECT_EQ(shapes, (std::vector<Shape>{{2, 1}, {2, 1}}));
    request.op_type = "UtilityTestBroadcast";
    ASSERT_TRUE(RunInferShape(request, &shapes).ok());
    EXPECT_EQ(shapes[0], Shape({2, 3}));
    const aclnn_cpu::registry::HostTensor unequal[] = {TensorOf({2, 4}), TensorOf({3})};
    request.inputs = unequal;
    EXPECT_EQ(RunInferShape(request, &shapes).message(),
              "UtilityTestBroadcast: infer shape failed: the shapes [2, 4], [3] cannot be broadcast");
}

TEST(TilingTemplates, TheFirstThatServesTheCaseDecides) {
    for (const auto& [shape, blocks] : {std::pair<Shape, uint32_t>{{7}, 1}, {{7, 7}, 2}}) {
        const aclnn_cpu::registry::HostTensor inputs[] = {TensorOf(shape)};
        aclnn_cpu::registry::TilingRequest request;
        request.op.op_type = "UtilityTestTemplates";
        request.op.inputs = inputs;
        request.soc = &aclnn_cpu::platform::AllSocs().front();
        aclnn_cpu::registry::TilingResult result;
        const auto status = RunTiling(request, &result);
        ASSERT_TRUE(status.ok()) << status.message();
        EXPECT_EQ(result.block_dim, blocks);
        EXPECT_EQ(result.tiling_key, 100u + blocks);
    }
    aclnn_cpu::registry::TilingRequest request;
    const aclnn_cpu::registry::HostTensor inputs[] = {TensorOf({7, 7, 7})};
    request.op.op_type = "UtilityTestTemplates";
    request.op.inputs = inputs;
    request.soc = &aclnn_cpu::platform::AllSocs().front();
    aclnn_cpu::registry::TilingResult result;
    EXPECT_EQ(RunTiling(request, &result).message(),
              "UtilityTestTemplates: tiling failed: no tiling class serves this case");
}

}  // namespace
