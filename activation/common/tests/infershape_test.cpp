// Shape inference of the family: the shape of the input, or what two inputs broadcast to, also where sizes are not known
// yet; and the definitions.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "activation/common/tests/kernel_runs.h"
#include "register/op_def_query.h"

namespace aclnn_cpu::test {
namespace {

using Shape = std::vector<int64_t>;

registry::HostTensor Described(const Shape& sizes) {
    registry::HostTensor tensor = FamilyTensor(base::DType::kFloat, {});
    for (const int64_t size : sizes) {
        tensor.origin_shape.AppendDim(size);
    }
    tensor.storage_shape = tensor.origin_shape;
    return tensor;
}

base::Status Infer(const FamilyOperator& op, const Shape& first, const Shape& second, Shape* result) {
    std::vector<registry::HostTensor> inputs(op.inputs, Described(first));
    if (op.inputs > 1) {
        inputs[1] = Described(second);
    }
    const registry::HostTensor outputs[1] = {};
    registry::OpRequest request;
    request.op_type = op.type;
    request.inputs = inputs;
    request.outputs = outputs;
    request.attributes = op.attributes;
    std::vector<gert::Shape> shapes;
    base::Status status = registry::RunInferShape(request, &shapes);
    result->clear();
    for (size_t i = 0; status.ok() && i < shapes[0].GetDimNum(); ++i) {
        result->push_back(shapes[0].GetDim(i));
    }
    return status;
}

const std::set<std::string> kBroadcast = {"SigmoidGrad",      "TanhGrad",       "GeluGradV2",
                                          "FastGeluGrad",     "MishGrad",       "SeluGrad",
                                          "ThresholdGradV2D", "LeakyReluGrad",  "SoftplusV2Grad",
                                          "HardShrinkGrad",   "LogSigmoidGrad", "SoftShrinkGrad"};

TEST(FamilyInferShape, GivesTheShapeOfTheInputs) {
    for (const FamilyOperator& op : Family()) {
        for (const Shape& shape : {Shape{}, Shape{4, 3, 4}, Shape{0, 3}, Shape{-1, 4}, Shape{-2}}) {
            Shape result;
            const base::Status status = Infer(op, shape, shape, &result);
            ASSERT_TRUE(status.ok()) << status.message();
            EXPECT_EQ(result, shape) << op.type;
        }
    }
}

TEST(FamilyInferShape, BroadcastsWhereTheDefinitionSaysSo) {
    for (const FamilyOperator& op : Family()) {
        if (!kBroadcast.contains(op.type)) {
            continue;
        }
        Shape result;
        EXPECT_TRUE(Infer(op, {4, 1}, {1, 3}, &result).ok());
        EXPECT_EQ(result, (Shape{4, 3})) << op.type;
        EXPECT_TRUE(Infer(op, {-1, 4}, {3, 4}, &result).ok());
        EXPECT_EQ(result, (Shape{3, 4})) << op.type;
        EXPECT_TRUE(Infer(op, {-2}, {3, 4}, &result).ok());
        EXPECT_EQ(result, (Shape{-2})) << op.type;
        const base::Status status = Infer(op, {2, 3}, {2, 4}, &result);
        EXPECT_EQ(status.code(), 561001);
        EXPECT_NE(status.message().find(op.type), std::string::npos) << status.message();
    }
}

// What the definition promises is what was compiled.
TEST(FamilyDefinitions, HaveAKernelForEveryChipAndType) {
    for (const FamilyOperator& op : Family()) {
        const auto definition = registry::FindDefinition(nullptr, op.type);
        ASSERT_NE(definition, nullptr) << op.type;
        EXPECT_EQ(definition->inputs.size(), op.inputs) << op.type;
        EXPECT_EQ(definition->ai_core.size(), 2u) << op.type;
        EXPECT_EQ(definition->inputs[0].dtypes.size(), 3u) << op.type;
        const registry::OperatorImplementations* rows = registry::FindImplementations(nullptr, op.type);
        ASSERT_NE(rows, nullptr) << op.type;
        EXPECT_EQ(rows->kernels.size(), 6u) << op.type;
        for (const registry::KernelVariant& variant : rows->kernels) {
            EXPECT_NE(definition->FindConfig(variant.compute_unit), nullptr) << op.type;
        }
    }
}

TEST(FamilyDefinitions, HaveThePublishedAttributes) {
    using Attributes = std::vector<std::pair<std::string, registry::AttrValue>>;
    const std::vector<std::pair<const char*, Attributes>> published = {
        {"Swish", {{"scale", 1.0f}}},
        {"SwishGrad", {{"scale", 1.0f}}},
        {"HardSigmoid", {{"alpha", 1.0f / 6}, {"beta", 0.5f}}},
        {"HardSigmoidGrad", {{"alpha", 1.0f / 6}, {"beta", 0.5f}}},
        {"GeluV2", {{"approximate", std::string("none")}}},
        {"GeluGradV2", {{"approximate", std::string("none")}}},
        {"SoftplusV2", {{"beta", 1.0f}, {"threshold", 20.0f}}},
        {"SoftplusV2Grad", {{"beta", 1.0f}, {"threshold", 20.0f}}},
        {"Elu", {{"alpha", 1.0f}, {"scale", 1.0f}, {"input_scale", 1.0f}}},
        {"EluGradV2", {{"alpha", 1.0f}, {"scale", 1.0f}, {"input_scale", 1.0f}, {"is_result", false}}},
        {"LeakyRelu", {{"negative_slope", 0.0f}}},
        {"LeakyReluGrad", {{"negative_slope", 0.0f}}},
        {"ThresholdGradV2D", {{"threshold", 1.0f}}},
        {"HardtanhGrad", {{"min_val", -1.0f}, {"max_val", 1.0f}}},
        {"Softshrink", {{"lambd", 0.5f}}},
        {"SoftShrinkGrad", {{"lambd", 0.5f}}},
        {"HardShrink", {{"lambd", 0.5f}}},
        {"HardShrinkGrad", {{"lambd", 0.5f}}},
        {"Sigmoid", {}},
        {"MishGrad", {}}};
    for (const auto& [type, attributes] : published) {
        const auto definition = registry::FindDefinition(nullptr, type);
        ASSERT_NE(definition, nullptr) << type;
        ASSERT_EQ(definition->attrs.size(), attributes.size()) << type;
        for (size_t i = 0; i < attributes.size(); ++i) {
            EXPECT_EQ(definition->attrs[i].name, attributes[i].first) << type;
            EXPECT_EQ(definition->attrs[i].default_value, attributes[i].second) << type;
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::test
