// Phase 1 of aclnnGeluBackward: what it accepts, what it refuses, in which order, with which code and words.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "activation/gelu_grad/tests/gelu_backward.h"

namespace aclnn_cpu::test {
namespace {

using Shape = std::vector<int64_t>;

struct Accepted {
    const char* name;
    Layout grad_output;
    Layout self;
    Layout grad_input;
    aclDataType grad_output_dtype = ACL_FLOAT;
    aclDataType self_dtype = ACL_FLOAT;
    aclDataType grad_input_dtype = ACL_FLOAT;
};

void PrintTo(const Accepted& c, std::ostream* out) { *out << c.name; }

class GeluBackwardAccepts : public testing::TestWithParam<Accepted> {};

// Published behaviours: every combination runs and computes the derivative.
TEST_P(GeluBackwardAccepts, AndComputes) {
    const Accepted& c = GetParam();
    Tensor grad_output(c.grad_output_dtype, c.grad_output);
    Tensor self(c.self_dtype, c.self);
    Tensor grad_input(c.grad_input_dtype, c.grad_input);
    grad_output.Set(std::vector<double>(static_cast<size_t>(c.grad_output.Elements()), 2.0));
    self.Set(std::vector<double>(static_cast<size_t>(c.self.Elements()), 1.0));
    ASSERT_EQ(RunGeluBackward(grad_output.get(), self.get(), grad_input.get()), 0) << TakeMessage();
    for (const double value : grad_input.Get()) {
        ASSERT_NEAR(value, 2 * 1.0829640838457826, 0.01);
    }
    EXPECT_TRUE(grad_input.SurroundingsIntact());
    EXPECT_EQ(TakeMessage(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Published, GeluBackwardAccepts,
    testing::Values(
        Accepted{"SameShape", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5})},
        Accepted{"GradOutputBroadcast", Contiguous({1, 5}), Contiguous({2, 5}), Contiguous({2, 5})},
        Accepted{"LowerRankGradOutput", Contiguous({16}), Contiguous({16, 16}), Contiguous({16, 16})},
        Accepted{"LowerRankSelf", Contiguous({16, 5, 5}), Contiguous({5, 5}), Contiguous({16, 5, 5})},
        Accepted{"BothBroadcast", Contiguous({4, 1}), Contiguous({1, 3}), Contiguous({4, 3})},
        Accepted{"ScalarAndVector", Contiguous({}), Contiguous({4}), Contiguous({4})},
        Accepted{"TwoScalars", Contiguous({}), Contiguous({}), Contiguous({})},
        Accepted{"EightDims", Contiguous({1, 1, 1, 1, 1, 1, 1, 1}), Contiguous({1, 2, 1, 2, 1, 2, 1, 2}),
                 Contiguous({1, 2, 1, 2, 1, 2, 1, 2})},
        Accepted{"Float16", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_FLOAT16,
                 ACL_FLOAT16, ACL_FLOAT16},
        Accepted{"Float16AndFloat", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_FLOAT16,
                 ACL_FLOAT, ACL_FLOAT},
        Accepted{"FloatAndFloat16", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_FLOAT,
                 ACL_FLOAT16, ACL_FLOAT},
        Accepted{"BFloat16IntoFloat", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_BF16,
                 ACL_BF16, ACL_FLOAT},
        Accepted{"FloatIntoFloat16", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_FLOAT,
                 ACL_FLOAT, ACL_FLOAT16},
        Accepted{"Int32GradOutput", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_INT32,
                 ACL_FLOAT, ACL_FLOAT},
        Accepted{"Int64Self", Contiguous({2, 5}), Contiguous({2, 5}), Contiguous({2, 5}), ACL_FLOAT16,
                 ACL_INT64, ACL_FLOAT16},
        Accepted{"TransposedViews", Transposed({2, 5}), Transposed({2, 5}), Transposed({2, 5})}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(GeluBackward, AcceptsPlainStridedDataOfAnyFormat) {
    Device::Stream();
    const Shape shape = {1, 4, 2, 2};
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    for (const aclFormat format :
         {ACL_FORMAT_NCHW, ACL_FORMAT_NC1HWC0, ACL_FORMAT_FRACTAL_NZ, ACL_FORMAT_ND}) {
        const Layout dense = Contiguous(shape);
        aclTensor* tensor = aclCreateTensor(shape.data(), 4, ACL_FLOAT, dense.strides.data(), 0, format,
                                            shape.data(), 4, memory);
        aclTensor* nd = aclCreateTensor(shape.data(), 4, ACL_FLOAT, dense.strides.data(), 0, ACL_FORMAT_ND,
                                        shape.data(), 4, memory);
        for (const aclTensor* other : {tensor, nd}) {
            const Phase1 plan = PlanGeluBackward(other, tensor, nd);
            EXPECT_EQ(plan.status, 0) << format << ": " << plan.message;
            std::vector<float> values(16, 1.0f);
            ASSERT_EQ(aclrtMemcpy(memory, 64, values.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE), 0);
            EXPECT_EQ(Finish(plan), 0);
            ASSERT_EQ(aclrtMemcpy(values.data(), 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST), 0);
            for (const float value : values) {  // in place: dy and x are 1
                EXPECT_NEAR(value, 1.0829640838457826, 1e-6) << format;
            }
        }
        aclDestroyTensor(tensor);
        aclDestroyTensor(nd);
    }
    aclrtFree(memory);
}

struct Refused {
    const char* name;
    Layout grad_output;
    Layout self;
    Layout grad_input;
    aclDataType grad_output_dtype;
    aclDataType self_dtype;
    aclDataType grad_input_dtype;
    aclnnStatus status;
    std::vector<const char*> mentions;  // each must stand in the message
};

void PrintTo(const Refused& c, std::ostream* out) { *out << c.name; }

class GeluBackwardRefuses : public testing::TestWithParam<Refused> {};

TEST_P(GeluBackwardRefuses, WithCodeAndMessage) {
    const Refused& c = GetParam();
    Tensor grad_output(c.grad_output_dtype, c.grad_output);
    Tensor self(c.self_dtype, c.self);
    Tensor grad_input(c.grad_input_dtype, c.grad_input);
    const Phase1 plan = PlanGeluBackward(grad_output.get(), self.get(), grad_input.get());
    EXPECT_EQ(plan.status, c.status) << plan.message;
    EXPECT_EQ(plan.workspace_size, Phase1::kUntouchedSize);
    EXPECT_EQ(plan.executor, nullptr);
    EXPECT_NE(plan.message.find("aclnnGeluBackward"), std::string::npos) << plan.message;
    for (const char* word : c.mentions) {
        EXPECT_NE(plan.message.find(word), std::string::npos)
            << "'" << word << "' is not in: " << plan.message;
    }
    EXPECT_TRUE(grad_input.SurroundingsIntact());
}

Shape Ones(size_t rank) { return Shape(rank, 1); }

INSTANTIATE_TEST_SUITE_P(
    Published, GeluBackwardRefuses,
    testing::Values(Refused{"EmptySelfWithFullGradOutput",
                            Contiguous({16, 16}),
                            Contiguous({0}),
                            Contiguous({16, 16}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "self", "[16, 16]", "[0]"}},
                    Refused{"EmptyGradOutputWithFullSelf",
                            Contiguous({0}),
                            Contiguous({16, 16}),
                            Contiguous({16, 16}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "self", "[16, 16]", "[0]"}},
                    Refused{"DoubleGradOutput",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_DOUBLE,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "DOUBLE", "FLOAT, FLOAT16 or BFLOAT16"}},
                    Refused{"DoubleBoth",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_DOUBLE,
                            ACL_DOUBLE,
                            ACL_DOUBLE,
                            161002,
                            {"DOUBLE"}},
                    Refused{"Complex64",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_COMPLEX64,
                            ACL_COMPLEX64,
                            ACL_COMPLEX64,
                            161002,
                            {"COMPLEX64"}},
                    Refused{"Complex128",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_COMPLEX128,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"COMPLEX128"}},
                    Refused{"IntegersOnly",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_INT32,
                            ACL_INT32,
                            ACL_FLOAT,
                            161002,
                            {"INT32", "FLOAT, FLOAT16 or BFLOAT16"}},
                    Refused{"NoCommonType",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_UINT16,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "UINT16", "self", "FLOAT"}},
                    Refused{"DoubleGradInput",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_DOUBLE,
                            161002,
                            {"gradInput", "DOUBLE"}},
                    Refused{"Int32GradInput",
                            Contiguous({2}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_INT32,
                            161002,
                            {"gradInput", "INT32"}},
                    Refused{"OutputIsNotTheBroadcastShape",
                            Contiguous({1, 16, 1, 1}),
                            Contiguous({1, 1, 4, 4}),
                            Contiguous({1, 16, 1, 1}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradInput", "[1, 16, 4, 4]", "[1, 16, 1, 1]"}},
                    Refused{"NotBroadcastable",
                            Contiguous({2, 3}),
                            Contiguous({2, 4}),
                            Contiguous({2, 4}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "[2, 3]", "self", "[2, 4]"}},
                    Refused{"RankNineSelf",
                            Contiguous({1}),
                            Contiguous(Ones(9)),
                            Contiguous(Ones(9)),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"self", "9", "8"}},
                    Refused{"RankNineGradOutput",
                            Contiguous(Ones(9)),
                            Contiguous({1}),
                            Contiguous(Ones(9)),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "9", "8"}},
                    Refused{"RankNineGradInput",
                            Contiguous({1}),
                            Contiguous({1}),
                            Contiguous(Ones(9)),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradInput", "9", "8"}},
                    Refused{"SelfOverlappingOutput",
                            Contiguous({10}),
                            Contiguous({10}),
                            Expanded({10}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradInput", "overlap"}},
                    // Wrong in two ways: the dtype is checked before the shape, the rank before broadcasting.
                    Refused{"DtypeBeforeShape",
                            Contiguous(Ones(9)),
                            Contiguous({2}),
                            Contiguous({3}),
                            ACL_DOUBLE,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"DOUBLE"}},
                    Refused{"RankBeforeBroadcast",
                            Contiguous({2, 1, 1, 1, 1, 1, 1, 1, 3}),
                            Contiguous({2}),
                            Contiguous({2}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradOutput", "9", "8"}},
                    Refused{"ShapeBeforeOverlap",
                            Contiguous({10}),
                            Contiguous({10}),
                            Expanded({11}),
                            ACL_FLOAT,
                            ACL_FLOAT,
                            ACL_FLOAT,
                            161002,
                            {"gradInput", "[10]", "[11]"}}),
    [](const auto& info) { return std::string(info.param.name); });

// Types of 8 and fewer bits promote with a float in the public table, but nothing converts them.
TEST(GeluBackward, RefusesSmallFloatsByName) {
    Tensor good(ACL_FLOAT, Contiguous({2}));
    Tensor out(ACL_FLOAT, Contiguous({2}));
    const int64_t shape[] = {2};
    for (const aclDataType dtype : {ACL_HIFLOAT8, ACL_FLOAT8_E5M2, ACL_FLOAT8_E4M3FN}) {
        aclTensor* small = aclCreateTensor(shape, 1, dtype, nullptr, 0, ACL_FORMAT_ND, shape, 1, good.data());
        if (small == nullptr) {
            EXPECT_NE(TakeMessage(), "") << "refused without a word";
            continue;
        }
        for (const char* engine : {"native", "aicore"}) {
            const ScopedSetting setting("engine", engine, "auto");
            Phase1 plan = PlanGeluBackward(small, good.get(), out.get());
            EXPECT_EQ(plan.status, 161002) << plan.message;
            EXPECT_NE(plan.message.find("gradOutput"), std::string::npos) << plan.message;
            plan = PlanGeluBackward(good.get(), small, out.get());
            EXPECT_EQ(plan.status, 161002) << plan.message;
            EXPECT_NE(plan.message.find("self"), std::string::npos) << plan.message;
        }
        aclDestroyTensor(small);
    }
}

TEST(GeluBackward, RefusesNullPointersFirst) {
    Tensor good(ACL_FLOAT, Contiguous({2}));
    Tensor rank9(ACL_FLOAT, Contiguous(Ones(9)));
    struct Case {
        const aclTensor* grad_output;
        const aclTensor* self;
        const aclTensor* grad_input;
        const char* name;
    };
    for (const Case& c :
         {Case{nullptr, good.get(), good.get(), "gradOutput"}, Case{good.get(), nullptr, good.get(), "self"},
          Case{good.get(), good.get(), nullptr, "gradInput"},
          Case{rank9.get(), nullptr, good.get(), "self"}}) {
        const Phase1 plan = PlanGeluBackward(c.grad_output, c.self, c.grad_input);
        EXPECT_EQ(plan.status, 161001) << c.name;
        EXPECT_NE(plan.message.find(c.name), std::string::npos) << plan.message;
        EXPECT_NE(plan.message.find("aclnnGeluBackward"), std::string::npos) << plan.message;
        EXPECT_EQ(plan.workspace_size, Phase1::kUntouchedSize);
        EXPECT_EQ(plan.executor, nullptr);
    }
}

TEST(GeluBackward, RefusesNullResults) {
    Tensor good(ACL_FLOAT, Contiguous({2}));
    Tensor out(ACL_FLOAT, Contiguous({2}));
    uint64_t size = 7;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnGeluBackwardGetWorkspaceSize(good.get(), good.get(), out.get(), nullptr, &executor),
              161001);
    EXPECT_NE(TakeMessage().find("workspaceSize"), std::string::npos);
    EXPECT_EQ(executor, nullptr);
    EXPECT_EQ(aclnnGeluBackwardGetWorkspaceSize(good.get(), good.get(), out.get(), &size, nullptr), 161001);
    EXPECT_NE(TakeMessage().find("executor"), std::string::npos);
    EXPECT_EQ(size, 7u);
}

TEST(GeluBackward, EmptyTensorsNeedNothing) {
    struct Case {
        Shape grad_output, self, grad_input;
    };
    for (const Case& c :
         {Case{{0}, {0}, {0}}, Case{{0, 3}, {1, 3}, {0, 3}}, Case{{3, 0, 2}, {3, 0, 2}, {3, 0, 2}}}) {
        const auto create = [](const Shape& shape) {
            const Layout dense = Contiguous(shape);
            return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, dense.strides.data(), 0,
                                   ACL_FORMAT_ND, shape.data(), shape.size(), nullptr);
        };
        aclTensor* grad_output = create(c.grad_output);
        aclTensor* self = create(c.self);
        aclTensor* grad_input = create(c.grad_input);
        const Phase1 plan = PlanGeluBackward(grad_output, self, grad_input);
        EXPECT_EQ(plan.status, 0) << plan.message;
        EXPECT_EQ(plan.workspace_size, 0u);
        ASSERT_NE(plan.executor, nullptr);
        EXPECT_EQ(Finish(plan), 0) << TakeMessage();
        aclDestroyTensor(grad_output);
        aclDestroyTensor(self);
        aclDestroyTensor(grad_input);
    }
}

TEST(GeluBackward, BFloat16DependsOnTheChip) {
    Tensor bf16(ACL_BF16, Contiguous({2}));
    Tensor bf16_out(ACL_BF16, Contiguous({2}));
    Tensor fp32(ACL_FLOAT, Contiguous({2}));
    Tensor fp32_out(ACL_FLOAT, Contiguous({2}));
    for (const char* soc : {"Ascend910B1", "Ascend910B4"}) {
        const ScopedSetting chip("soc", soc, "Ascend910B1");
        const Phase1 plan = PlanGeluBackward(bf16.get(), bf16.get(), bf16_out.get());
        EXPECT_EQ(plan.status, 0) << soc << plan.message;
        EXPECT_EQ(Finish(plan), 0);
    }
    for (const char* soc : {"Ascend910A", "Ascend310P3", "Ascend310B1"}) {
        const ScopedSetting chip("soc", soc, "Ascend910B1");
        Phase1 plan = PlanGeluBackward(bf16.get(), bf16.get(), fp32_out.get());
        EXPECT_EQ(plan.status, 161002) << soc;
        EXPECT_NE(plan.message.find("BFLOAT16"), std::string::npos) << plan.message;
        EXPECT_NE(plan.message.find(soc), std::string::npos) << plan.message;
        plan = PlanGeluBackward(fp32.get(), fp32.get(), bf16_out.get());
        EXPECT_EQ(plan.status, 161002) << soc;
        EXPECT_NE(plan.message.find("gradInput"), std::string::npos) << plan.message;
        plan = PlanGeluBackward(fp32.get(), fp32.get(), fp32_out.get());
        EXPECT_EQ(plan.status, 0) << soc << plan.message;
        EXPECT_EQ(Finish(plan), 0);
    }
}

TEST(GeluBackward, AChipWithoutTheKernelIsRefusedByAicoreOnly) {
    Tensor in(ACL_FLOAT, Contiguous({2}));
    Tensor out(ACL_FLOAT, Contiguous({2}));
    in.Set({0, 1});
    const ScopedSetting chip("soc", "Ascend310P3", "Ascend910B1");
    {
        const ScopedSetting engine("engine", "aicore", "auto");
        const Phase1 plan = PlanGeluBackward(in.get(), in.get(), out.get());
        EXPECT_EQ(plan.status, 561103);
        for (const char* word : {"GeluGrad", "Ascend310P3", "ascend910b", "ascend310b"}) {
            EXPECT_NE(plan.message.find(word), std::string::npos) << plan.message;
        }
    }
    EXPECT_EQ(RunGeluBackward(in.get(), in.get(), out.get()), 0);
    EXPECT_NEAR(out.Get()[1], 1.0829640838457826, 1e-6);
}

TEST(GeluBackward, RefusesAViewThatLeavesItsStorage) {
    Device::Stream();
    Tensor good(ACL_FLOAT, Contiguous({4}));
    Tensor out(ACL_FLOAT, Contiguous({4}));
    const int64_t shape[] = {4};
    const int64_t strides[] = {2};
    const int64_t storage[] = {6};  // the last element is number 6
    aclTensor* outside =
        aclCreateTensor(shape, 1, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, storage, 1, good.data());
    ASSERT_NE(outside, nullptr);
    Phase1 plan = PlanGeluBackward(good.get(), outside, out.get());
    EXPECT_EQ(plan.status, 161002);
    EXPECT_NE(plan.message.find("storage"), std::string::npos) << plan.message;
    EXPECT_NE(plan.message.find("self"), std::string::npos) << plan.message;
    plan = PlanGeluBackward(good.get(), good.get(), outside);
    EXPECT_EQ(plan.status, 161002);
    EXPECT_NE(plan.message.find("gradInput"), std::string::npos) << plan.message;
    aclDestroyTensor(outside);
}

TEST(GeluBackward, MessagesAreTakenOnceAndSuccessLeavesNone) {
    Tensor in(ACL_FLOAT, Contiguous({2}));
    Tensor out(ACL_FLOAT, Contiguous({3}));
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    TakeMessage();
    EXPECT_EQ(aclnnGeluBackwardGetWorkspaceSize(in.get(), in.get(), out.get(), &size, &executor), 161002);
    EXPECT_EQ(aclnnGeluBackwardGetWorkspaceSize(in.get(), nullptr, out.get(), &size, &executor), 161001);
    const std::string both = TakeMessage();
    EXPECT_EQ(both.find("EZ1001"), 0u) << both;
    EXPECT_LT(both.find("161001"), both.find("161002")) << "newest first: " << both;
    EXPECT_EQ(TakeMessage(), "");
}

}  // namespace
}  // namespace aclnn_cpu::test
