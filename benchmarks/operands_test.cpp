// What the benchmark trusts: the check of results, and the layouts it runs.
#include "benchmarks/native/operands.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "benchmarks/native/layouts.h"

namespace aclnn_cpu::benchmarks {
namespace {

using base::DType;

const Activation& Named(const std::string& name) {
    for (const Activation& activation : Activations()) {
        if (activation.name == name) {
            return activation;
        }
    }
    ADD_FAILURE() << "no activation " << name;
    return Activations().front();
}

void Compute(const Activation& activation, const Operands& operands) {
    activation.native(operands.Call(activation, 1));
}

// Computed with 30 digits by differences of the activations.
TEST(Derivative, IsTheSlopeOfTheActivation) {
    const Activation& tanh = Named("gelu_tanh");
    EXPECT_NEAR(static_cast<double>(tanh.derivative(1)), 1.08296408385, 1e-10);
    EXPECT_NEAR(static_cast<double>(tanh.derivative(-2)), -0.08609925662, 1e-10);
    const Activation& erf = Named("gelu_erf");
    EXPECT_NEAR(static_cast<double>(erf.derivative(1)), 1.08331547059, 1e-10);
    EXPECT_NEAR(static_cast<double>(erf.derivative(-2)), -0.08523180107, 1e-10);
    const Activation& silu = Named("silu");
    EXPECT_NEAR(static_cast<double>(silu.derivative(1)), 0.92767051187, 1e-10);
    EXPECT_NEAR(static_cast<double>(silu.derivative(-2)), -0.09078424875, 1e-10);
    const Activation& mish = Named("mish");
    EXPECT_NEAR(static_cast<double>(mish.derivative(1)), 1.04903622010, 1e-10);
    EXPECT_NEAR(static_cast<double>(mish.derivative(-2)), -0.10835509242, 1e-10);
    const Activation& hard_sigmoid = Named("hardsigmoid");
    EXPECT_NEAR(static_cast<double>(hard_sigmoid.derivative(1)), 1 / 6.0, 1e-15);
    EXPECT_EQ(hard_sigmoid.derivative(3), 0);
}

TEST(Derivative, IsConstantFarOut) {
    for (const char* name : {"gelu_tanh", "gelu_erf", "silu", "mish"}) {
        const Activation& activation = Named(name);
        EXPECT_EQ(activation.derivative(std::numeric_limits<long double>::infinity()), 1);
        EXPECT_NEAR(static_cast<double>(activation.derivative(-1e30L)), 0, 1e-300);
    }
}

TEST(Check, AcceptsTheNativeKernelInEveryLayoutAndType) {
    for (const Activation& activation : Activations()) {
        for (const DType dtype : {DType::kFloat, DType::kFloat16, DType::kBFloat16}) {
            for (const Layout& layout : Layouts(48, dtype)) {
                const Operands operands(layout, NormalValues());
                Compute(activation, operands);
                EXPECT_EQ(operands.Check(activation, kNativeTolerance), "");
            }
        }
    }
}

TEST(Check, RefusesAResultThatWasNotComputed) {
    for (const Layout& layout : Layouts(48, DType::kFloat)) {
        const Operands operands(layout, NormalValues());
        EXPECT_NE(operands.Check(Activations().front(), kPeerTolerance), "") << layout.name;
    }
}

TEST(Check, RefusesTheOtherFormOfGelu) {
    const Operands operands(Contiguous(DType::kFloat, 4096), NormalValues());
    Compute(Named("gelu_tanh"), operands);
    EXPECT_NE(operands.Check(Named("gelu_erf"), kPeerTolerance), "");
}

TEST(Check, NamesTheElementThatIsOff) {
    const Operands operands(Contiguous(DType::kFloat, 4096), NormalValues());
    const Activation& activation = Named("gelu_tanh");
    Compute(activation, operands);
    float& element = operands.grad_input().as<float>()[1234];
    const float right = element;
    element = right + 2e-6f;
    EXPECT_NE(operands.Check(activation, kNativeTolerance).find("element 1234 of 4096"), std::string::npos);
    EXPECT_EQ(operands.Check(activation, kPeerTolerance), "");
    element = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(operands.Check(activation, kPeerTolerance).find("element 1234 of 4096 is nan"),
              std::string::npos);
    element = right;
    EXPECT_EQ(operands.Check(activation, kNativeTolerance), "");
}

TEST(Layout, CountsBytesOfBroadcastOperandsAsOftenAsTheyAreUsed) {
    for (const Layout& layout : Layouts(16, DType::kFloat)) {
        const int64_t each = layout.self.dtype == DType::kFloat ? 12 : 10;
        EXPECT_EQ(layout.Elements(), 256) << layout.name;
        EXPECT_EQ(layout.Bytes(), 256 * each) << layout.name;
    }
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks
