// Both engines on the same inputs, against each other and against the derivative in long double: nine
// promotions, shapes of 0 to 8 dims with sizes 0 and 1, five layouts of inputs and three of the output. Bytes
// around the output stay as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "activation/gelu_grad/tests/gelu_backward.h"

namespace aclnn_cpu::test {
namespace {

using Shape = std::vector<int64_t>;
using MakeLayout = std::function<Layout(Shape)>;

struct Shapes {
    Shape grad_output, self, grad_input;
};

const std::vector<Shapes>& AllShapes() {
    static const auto& shapes = *new std::vector<Shapes>{
        {{}, {}, {}},
        {{}, {7}, {7}},
        {{1}, {1}, {1}},
        {{0}, {0}, {0}},
        {{131}, {131}, {131}},
        {{3, 1}, {1, 5}, {3, 5}},
        {{17, 9}, {17, 9}, {17, 9}},
        {{4, 0, 3}, {1, 0, 3}, {4, 0, 3}},
        {{2, 3, 5}, {3, 5}, {2, 3, 5}},
        {{5}, {2, 3, 1, 5}, {2, 3, 1, 5}},
        {{2, 1, 2, 3, 2}, {2, 2, 2, 3, 2}, {2, 2, 2, 3, 2}},
        {{1, 2, 1, 3, 1, 2}, {2, 1, 3, 1, 2, 1}, {2, 2, 3, 3, 2, 2}},
        {{2, 2, 1, 2, 1, 2, 3}, {2, 2, 1, 2, 1, 2, 3}, {2, 2, 1, 2, 1, 2, 3}},
        {{1, 2, 2, 1, 2, 1, 2, 3}, {2, 2, 1, 2, 1, 2, 1, 3}, {2, 2, 2, 2, 2, 2, 2, 3}},
    };
    return shapes;
}

const std::vector<MakeLayout>& InputLayouts() {
    static const auto& layouts = *new std::vector<MakeLayout>{
        Contiguous, Transposed, Sliced, Expanded, [](Shape shape) { return Offset(std::move(shape), 5); }};
    return layouts;
}

const std::vector<MakeLayout>& OutputLayouts() {
    static const auto& layouts = *new std::vector<MakeLayout>{Contiguous, Sliced, Transposed};
    return layouts;
}

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

aclDataType Promote(aclDataType a, aclDataType b) { return a == b ? a : ACL_FLOAT; }

// One unit in the last place of a dtype at a value.
double Ulp(double value, aclDataType dtype) {
    const int digits = dtype == ACL_FLOAT ? 24 : dtype == ACL_FLOAT16 ? 11 : 8;
    const int lowest = dtype == ACL_FLOAT ? -149 : dtype == ACL_FLOAT16 ? -24 : -133;
    return std::ldexp(1.0, std::max(std::ilogb(std::max(std::abs(value), 1e-300)) + 1 - digits, lowest));
}

std::vector<double> RandomValues(int64_t count, double scale, std::mt19937& random) {
    std::normal_distribution<double> normal(0.0, scale);
    std::vector<double> values(static_cast<size_t>(count));
    std::generate(values.begin(), values.end(), [&] { return normal(random); });
    return values;
}

// The linear index into a tensor of shape `from` that element `linear` of the broadcast shape `to` reads.
int64_t BroadcastIndex(int64_t linear, const Shape& from, const Shape& to) {
    int64_t index = 0;
    int64_t stride = 1;
    for (size_t i = 0; i < to.size(); ++i) {
        const int64_t size = to[to.size() - 1 - i];
        const int64_t position = linear % size;
        linear /= size;
        if (i < from.size()) {
            const int64_t own = from[from.size() - 1 - i];
            index += (own == 1 ? 0 : position) * stride;
            stride *= own;
        }
    }
    return index;
}

struct Grid {
    aclDataType grad_output_dtype, self_dtype, grad_input_dtype;
};

class GeluBackwardEngines : public testing::TestWithParam<Grid> {
 protected:
    void Check(const Shapes& shapes, size_t grad_output_layout, size_t self_layout, size_t output_layout) {
        const Grid& grid = GetParam();
        Tensor grad_output(grid.grad_output_dtype, InputLayouts()[grad_output_layout](shapes.grad_output));
        Tensor self(grid.self_dtype, InputLayouts()[self_layout](shapes.self));
        grad_output.Set(RandomValues(grad_output.layout().Elements(), 1.0, random_));
        self.Set(RandomValues(self.layout().Elements(), 2.5, random_));
        // Expanded layouts store fewer elements than they show: what counts is what can be read back.
        const std::vector<double> dy = grad_output.Get();
        const std::vector<double> x = self.Get();
        std::vector<double> results[2];
        std::vector<Expected> expected;
        for (int engine = 0; engine < 2; ++engine) {
            const ScopedSetting setting("engine", engine == 0 ? "native" : "aicore", "auto");
            Tensor grad_input(grid.grad_input_dtype, OutputLayouts()[output_layout](shapes.grad_input));
            ASSERT_EQ(RunGeluBackward(grad_output.get(), self.get(), grad_input.get()), 0) << TakeMessage();
            EXPECT_TRUE(grad_input.SurroundingsIntact()) << Describe(grad_output, self, grad_input, engine);
            results[engine] = grad_input.Get();
            expected = ExpectedOf(grad_output, dy, self, x, grad_input);
            ASSERT_EQ(results[engine].size(), expected.size());
            for (size_t i = 0; i < expected.size(); ++i) {
                ASSERT_NEAR(results[engine][i], expected[i].value, expected[i].bound)
                    << "element " << i << "; " << Describe(grad_output, self, grad_input, engine);
            }
        }
        for (size_t i = 0; i < expected.size(); ++i) {
            ASSERT_NEAR(results[0][i], results[1][i], expected[i].bound)
                << "the engines differ in element " << i << "; " << chip_;
        }
        EXPECT_TRUE(grad_output.SurroundingsIntact() && self.SurroundingsIntact());
        EXPECT_EQ(dy, grad_output.Get());
        EXPECT_EQ(x, self.Get());
    }

 private:
    static std::string Describe(const Tensor& grad_output, const Tensor& self, const Tensor& grad_input,
                                int engine) {
        const auto part = [](const Tensor& tensor) {
            return NameOf(tensor.dtype()) + " " + testing::PrintToString(tensor.layout().shape) + " " +
                   tensor.layout().name;
        };
        return std::string(engine == 0 ? "native" : "aicore") + ": gradOutput " + part(grad_output) +
               ", self " + part(self) + ", gradInput " + part(grad_input);
    }

    // What element `i` of the result should be, and how far one engine may be from it: the float bound of
    // either engine, one rounding to the promoted type, one to the output's.
    struct Expected {
        double value;
        double bound;
    };
    static std::vector<Expected> ExpectedOf(const Tensor& grad_output, const std::vector<double>& dy,
                                            const Tensor& self, const std::vector<double>& x,
                                            const Tensor& grad_input) {
        const aclDataType promoted = Promote(grad_output.dtype(), self.dtype());
        const Shape& shape = grad_input.layout().shape;
        std::vector<Expected> expected(static_cast<size_t>(grad_input.layout().Elements()));
        for (size_t i = 0; i < expected.size(); ++i) {
            const int64_t linear = static_cast<int64_t>(i);
            const int64_t from_dy = BroadcastIndex(linear, grad_output.layout().shape, shape);
            const int64_t from_x = BroadcastIndex(linear, self.layout().shape, shape);
            const double dy_i = RoundTo(dy[static_cast<size_t>(from_dy)], promoted);
            const double exact = dy_i * GeluDerivative(RoundTo(x[static_cast<size_t>(from_x)], promoted));
            expected[i] = {exact,
                           2.4e-7 * std::abs(dy_i) + Ulp(exact, promoted) + Ulp(exact, grad_input.dtype())};
        }
        return expected;
    }

    std::mt19937 random_{20240229};

 protected:
    const char* chip_ = "Ascend910B1";
};

TEST_P(GeluBackwardEngines, AgreeOnEveryShape) {
    for (const Shapes& shapes : AllShapes()) {
        Check(shapes, 0, 0, 0);
    }
}

TEST_P(GeluBackwardEngines, AgreeOnEveryLayout) {
    for (const Shapes& shapes : AllShapes()) {
        for (size_t a = 0; a < InputLayouts().size(); ++a) {
            for (size_t b = 0; b < InputLayouts().size(); ++b) {
                Check(shapes, a, b, (a + b) % OutputLayouts().size());
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(GeluBackwardEngines, AgreeOnEveryOutputLayout) {
    for (const Shapes& shapes : AllShapes()) {
        for (size_t out = 0; out < OutputLayouts().size(); ++out) {
            Check(shapes, 1, 2, out);
        }
    }
}

// The other branch of the kernel. BFLOAT16 is refused there, which op_api_test covers.
class GeluBackwardEnginesOn310B : public GeluBackwardEngines {
 protected:
    GeluBackwardEnginesOn310B() { chip_ = "Ascend310B1"; }

 private:
    ScopedSetting chip{"soc", "Ascend310B1", "Ascend910B1"};
};

TEST_P(GeluBackwardEnginesOn310B, AgreeOnEveryShape) {
    for (const Shapes& shapes : AllShapes()) {
        for (size_t layout = 0; layout < InputLayouts().size(); ++layout) {
            Check(shapes, layout, (layout + 2) % InputLayouts().size(), layout % OutputLayouts().size());
        }
    }
}

// Every triple of the first `count` of FLOAT, FLOAT16, BFLOAT16.
std::vector<Grid> Triples(size_t count) {
    std::vector<Grid> grids;
    for (size_t i = 0; i < count * count * count; ++i) {
        grids.push_back({kFloats[i / (count * count)], kFloats[i / count % count], kFloats[i % count]});
    }
    return grids;
}

std::string NameOfGrid(const testing::TestParamInfo<Grid>& info) {
    return NameOf(info.param.grad_output_dtype) + "_" + NameOf(info.param.self_dtype) + "_into_" +
           NameOf(info.param.grad_input_dtype);
}

INSTANTIATE_TEST_SUITE_P(Dtypes, GeluBackwardEngines, testing::ValuesIn(Triples(3)), NameOfGrid);
INSTANTIATE_TEST_SUITE_P(Dtypes, GeluBackwardEnginesOn310B, testing::ValuesIn(Triples(2)), NameOfGrid);

// 16-bit results that do not fit become infinite in 16 bits but not in FLOAT (gradInput FLOAT, promoted
// FLOAT16 rounds first).
TEST(GeluBackwardRounding, FollowsThePromotedTypeThenTheOutput) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        Tensor dy(ACL_FLOAT16, Contiguous({1}));
        Tensor x(ACL_FLOAT16, Contiguous({1}));
        Tensor x_bf16(ACL_BF16, Contiguous({1}));
        Tensor out16(ACL_FLOAT16, Contiguous({1}));
        Tensor out32(ACL_FLOAT, Contiguous({1}));
        dy.Set({65504});
        x.Set({3.140625});
        x_bf16.Set({3.140625});
        ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), out16.get()), 0);
        EXPECT_EQ(out16.Bits()[0], 0x7C00u) << engine;
        ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), out32.get()), 0);
        EXPECT_EQ(out32.Get()[0], INFINITY) << engine << ": rounds to FLOAT16 first";
        ASSERT_EQ(RunGeluBackward(dy.get(), x_bf16.get(), out32.get()), 0);
        EXPECT_NEAR(out32.Get()[0], 66012.3203, 0.02) << engine << ": promoted to FLOAT";
    }
}

// Integers and bool beside a float are cast to the promoted type.
TEST(GeluBackwardRounding, CastsIntegerGradients) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL}) {
            Tensor dy(dtype, Contiguous({5}));
            Tensor x(ACL_FLOAT, Contiguous({5}));
            Tensor out(ACL_FLOAT, Contiguous({5}));
            dy.Set({0, 1, 1, dtype == ACL_BOOL ? 1.0 : 7.0, 1});
            x.Set({1, 0, 1, -0.5, 6});
            ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), out.get()), 0) << TakeMessage();
            const std::vector<double> factors = dy.Get();
            const std::vector<double> xs = x.Get();
            for (size_t i = 0; i < 5; ++i) {
                EXPECT_NEAR(out.Get()[i], factors[i] * GeluDerivative(xs[i]), 2e-6)
                    << engine << " " << NameOf(dtype) << " " << i;
            }
        }
    }
}

// Published table: dy [4,1] = 1..4, x [1,3] = {-1, 0, 1}; x also as a view with offset 5 and stride 2.
TEST(GeluBackwardViews, BroadcastsBothWaysWithOffsetAndStride) {
    const double row[] = {-0.0829640838457826, 0.5, 1.0829640838457826};
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        Layout strided;
        strided.shape = {1, 3};
        strided.strides = {0, 2};
        strided.offset = 5;
        strided.storage = 12;
        for (const Layout& x_layout : {Contiguous({1, 3}), strided}) {
            Tensor dy(ACL_FLOAT, Contiguous({4, 1}));
            Tensor x(ACL_FLOAT, x_layout);
            Tensor out(ACL_FLOAT, Sliced({4, 3}));
            dy.Set({1, 2, 3, 4});
            x.Set({-1, 0, 1});
            ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), out.get()), 0) << TakeMessage();
            const std::vector<double> got = out.Get();
            for (size_t i = 0; i < 12; ++i) {
                EXPECT_NEAR(got[i], static_cast<double>(i / 3 + 1) * row[i % 3], 1e-6) << engine << " " << i;
            }
            EXPECT_TRUE(out.SurroundingsIntact());
        }
    }
}

// In place over either input: the very same bits as out of place.
TEST(GeluBackwardViews, InPlaceEqualsOutOfPlace) {
    std::mt19937 random(5);
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        for (const int64_t n : {1, 31, 1000003}) {
            Tensor dy(ACL_FLOAT, Contiguous({n}));
            Tensor x(ACL_FLOAT, Contiguous({n}));
            Tensor out(ACL_FLOAT, Contiguous({n}));
            const std::vector<double> dys = RandomValues(n, 1, random);
            const std::vector<double> xs = RandomValues(n, 3, random);
            dy.Set(dys);
            x.Set(xs);
            ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), out.get()), 0);
            const std::vector<uint64_t> expected = out.Bits();
            ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), dy.get()), 0) << TakeMessage();
            EXPECT_EQ(dy.Bits(), expected) << engine << " over gradOutput, " << n;
            dy.Set(dys);
            ASSERT_EQ(RunGeluBackward(dy.get(), x.get(), x.get()), 0) << TakeMessage();
            EXPECT_EQ(x.Bits(), expected) << engine << " over self, " << n;
        }
    }
}

TEST(GeluBackwardViews, PartialOverlapIsRefused) {
    Device::Stream();
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    const int64_t shape[] = {10};
    const int64_t strides[] = {1};
    const int64_t storage[] = {40};
    const auto view = [&](int64_t offset) {
        return aclCreateTensor(shape, 1, ACL_FLOAT, strides, offset, ACL_FORMAT_ND, storage, 1, memory);
    };
    aclTensor* first = view(0);
    aclTensor* shifted = view(1);
    aclTensor* apart = view(20);
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        Phase1 plan = PlanGeluBackward(first, apart, shifted);
        EXPECT_EQ(plan.status, 161002);
        for (const char* word : {"gradInput", "gradOutput", "overlap"}) {
            EXPECT_NE(plan.message.find(word), std::string::npos) << plan.message;
        }
        plan = PlanGeluBackward(apart, first, shifted);
        EXPECT_EQ(plan.status, 161002);
        EXPECT_NE(plan.message.find("self"), std::string::npos) << plan.message;
        plan = PlanGeluBackward(first, first, apart);
        EXPECT_EQ(plan.status, 0) << plan.message;
        EXPECT_EQ(Finish(plan), 0);
    }
    aclDestroyTensor(first);
    aclDestroyTensor(shifted);
    aclDestroyTensor(apart);
    aclrtFree(memory);
}

TEST(GeluBackwardNative, NeedsNoWorkspaceForAnyViews) {
    const ScopedSetting setting("engine", "native", "auto");
    Tensor dy(ACL_FLOAT16, Transposed({64, 33}));
    Tensor x(ACL_FLOAT, Sliced({1, 33}));
    Tensor out(ACL_BF16, Sliced({64, 33}));
    dy.Set(std::vector<double>(64 * 33, 1.5));
    x.Set(std::vector<double>(33, 0.25));
    const Phase1 plan = PlanGeluBackward(dy.get(), x.get(), out.get());
    ASSERT_EQ(plan.status, 0) << plan.message;
    EXPECT_EQ(plan.workspace_size, 0u);
    EXPECT_EQ(Finish(plan), 0);
    const double expected = RoundTo(1.5 * GeluDerivative(0.25), ACL_BF16);
    EXPECT_EQ(out.Get(), std::vector<double>(64 * 33, expected));
}

}  // namespace
}  // namespace aclnn_cpu::test
