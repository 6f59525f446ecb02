// Products with subnormal numbers, in runs long enough for the loops that go around the processor's detour: the bits of
// one multiplication, whatever the factor. leaky_relu_grad is nothing but that product where its argument is negative.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <limits>
#include <random>
#include <vector>

#include "tests/support/native_harness.h"

namespace aclnn_cpu::simd {
void LeakyReluGradNative(const NativeCall& call);
}

namespace aclnn_cpu {
namespace {

using base::DType;
using base::SimdTarget;

class ProductsWithSubnormalNumbers : public testing::TestWithParam<float> {};

// Half of them subnormal, the others of any size.
std::vector<float> Gradients(size_t count) {
    std::mt19937 random(7);
    std::vector<float> gradients(count);
    for (float& gradient : gradients) {
        const auto bits = static_cast<uint32_t>(random());
        gradient = std::bit_cast<float>(random() % 2 == 0 ? bits & 0x807FFFFFu : bits & 0xBF7FFFFFu);
    }
    return gradients;
}

TEST_P(ProductsWithSubnormalNumbers, AreThoseOfOneMultiplication) {
    constexpr size_t kCount = 40000;  // several stretches of the kernel's loop
    const float factor = GetParam();
    const std::vector<float> dy = Gradients(kCount), x(kCount, -1.0f);
    for (const SimdTarget target : simd::AvailableTargets()) {
        std::vector<float> z(kCount);
        test::RunNative(simd::LeakyReluGradNative, {factor}, {kCount}, DType::kFloat,
                        {{dy.data(), DType::kFloat, {1}}, {x.data(), DType::kFloat, {1}}},
                        {z.data(), DType::kFloat, {1}}, 1, target);
        for (size_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(std::bit_cast<uint32_t>(z[i]), std::bit_cast<uint32_t>(dy[i] * factor))
                << dy[i] << " * " << factor << " on " << test::NameOf(target);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Factors, ProductsWithSubnormalNumbers,
                         testing::Values(0.0f, -0.5f, 0.01f, 1.0f, 3.0f, 4.0f, -5.0f, 1e30f, FLT_MAX,
                                         0x1p-24f, 0x1.3p-25f, 1e-30f, 0x1.7p-126f, -0x1.8p-130f, 0x1p-149f,
                                         std::numeric_limits<float>::infinity()));

}  // namespace
}  // namespace aclnn_cpu
