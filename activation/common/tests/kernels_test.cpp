// Every Ascend C kernel of the family on emulated cores against its formula in double: all values of the 16-bit types,
// floats wherever the function moves and far out, odd sizes, and the checker, which finds nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "activation/common/tests/kernel_runs.h"
#include "base/settings.h"

namespace aclnn_cpu::test {
namespace {

class FamilyKernels : public testing::TestWithParam<FamilyOperator> {};

std::string NameOf(const testing::TestParamInfo<FamilyOperator>& info) {
    return info.param.type + std::string("_") + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Operators, FamilyKernels, testing::ValuesIn(Family()), NameOf);

// As a number line: neighbours differ by 1, +0 and -0 not at all.
template <typename T>
int32_t Ordered(T value) {
    uint16_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return (bits & 0x8000) != 0 ? -int32_t(bits & 0x7FFF) : int32_t(bits);
}

template <typename T>
std::vector<T> EveryFiniteValue() {
    std::vector<T> values;
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        const T value = T::FromBits(static_cast<uint16_t>(bits));
        if (std::isfinite(float(value))) {
            values.push_back(value);
        }
    }
    return values;
}

bool NearRoot(const FamilyOperator& op, double x, double distance = 1e-2) {
    return std::abs(x - op.root) < distance;
}

template <typename T>
void CheckEvery16BitValue(const FamilyOperator& op, const FamilyChip& chip) {
    const std::vector<T> x = EveryFiniteValue<T>();
    const std::vector<T> z = RunFamilyKernel(op, chip, std::vector<T>(x.size(), T(1.0f)), x);
    size_t wrong = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        const auto expected = T(static_cast<float>(op(float(x[i]))));
        const int32_t distance = std::abs(Ordered(z[i]) - Ordered(expected));
        wrong += distance != 0;
        ASSERT_FALSE(std::isnan(float(z[i]))) << op.type << " of " << float(x[i]);
        ASSERT_LE(distance, NearRoot(op, float(x[i])) ? 2 : 1)
            << op.type << " of " << float(x[i]) << " is " << float(z[i]) << ", expected " << float(expected);
    }
    EXPECT_LE(wrong * 1000, x.size()) << op.type << ": values that are not correctly rounded";
}

TEST_P(FamilyKernels, AreWithinOneUlpForEvery16BitValue) {
    for (const FamilyChip& chip : kFamilyChips) {
        CheckEvery16BitValue<half>(GetParam(), chip);
        CheckEvery16BitValue<bfloat16_t>(GetParam(), chip);
    }
}

// 2.4e-7 of the size of what is computed, and 2^-16 of it in the tails.
void CheckFloats(const FamilyOperator& op, const std::vector<float>& dy, const std::vector<float>& x,
                 const std::vector<float>& z) {
    for (size_t i = 0; i < x.size(); ++i) {
        const double factor = op(x[i]);
        const double scale = op.gradient >= 0 ? std::abs(double(dy[i])) : 1;
        const double expected = op.gradient >= 0 ? dy[i] * factor : factor;
        const double error = std::abs(z[i] - expected);
        ASSERT_FALSE(std::isnan(z[i])) << op.type << " of " << x[i];
        if (std::abs(expected) > 3.4e38) {
            continue;
        }
        ASSERT_LE(error, 2.4e-7 * scale * std::max({1.0, op.bound, std::abs(factor)}) + 1e-37)
            << op.type << " of x " << x[i] << " dy " << dy[i] << " is " << z[i] << ", expected " << expected;
        ASSERT_TRUE(NearRoot(op, x[i], 0.05) || error <= std::abs(expected) * 0x1p-16 + 1e-30 * scale)
            << op.type << " of x " << x[i] << " dy " << dy[i] << " is " << z[i] << ", expected " << expected;
    }
}

TEST_P(FamilyKernels, KeepTheBoundsInFloat) {
    std::vector<float> x;
    for (float value = -110.0f; value <= 110.0f; value += 1.0f / 256) {
        x.push_back(value + 0.0011f);
    }
    for (float value = -4.0f; value <= 4.0f; value += 1.0f / 4096) {
        x.push_back(value);
    }
    for (float value = 1e-42f; value < 3e38f; value *= 1.37f) {
        x.push_back(value);
        x.push_back(-value);
    }
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0.0f, 2.0f);
    std::vector<float> dy;
    for (size_t i = 0; i < x.size(); ++i) {
        dy.push_back(i % 2 == 0 ? 1.0f : normal(random));
    }
    for (const FamilyChip& chip : kFamilyChips) {
        CheckFloats(GetParam(), dy, x, RunFamilyKernel(GetParam(), chip, dy, x));
    }
}

TEST_P(FamilyKernels, GiveTheLimitsAtInfinity) {
    const FamilyOperator& op = GetParam();
    const std::vector<float> x = {INFINITY, -INFINITY, 3.4e38f, -3.4e38f};
    for (const FamilyChip& chip : kFamilyChips) {
        const std::vector<float> z = RunFamilyKernel(op, chip, {3.0f, 3.0f, 3.0f, 3.0f}, x);
        for (size_t i = 0; i < x.size(); ++i) {
            const auto expected = static_cast<float>(op(x[i]) * (op.gradient >= 0 ? 3.0 : 1.0));
            EXPECT_FALSE(std::isnan(z[i])) << op.type << " of " << x[i];
            if (std::isinf(expected)) {
                EXPECT_EQ(z[i], expected) << op.type << " of " << x[i];
            } else {
                EXPECT_NEAR(z[i], expected, 3e-7 * std::abs(expected)) << op.type << " of " << x[i];
            }
        }
    }
}

// Elements have the same result wherever they lie.
template <typename T>
void CheckOddSizes(const FamilyOperator& op, const FamilyChip& chip) {
    std::mt19937 random(3);
    std::normal_distribution<float> normal(0.0f, 3.0f);
    std::vector<T> x;
    std::vector<T> dy;
    for (size_t i = 0; i < 16000; ++i) {
        x.push_back(T(normal(random)));
        dy.push_back(T(normal(random)));
    }
    const std::vector<T> whole = RunFamilyKernel(op, chip, dy, x, 1);
    for (const size_t n : {size_t(1), size_t(7), size_t(63), size_t(65), size_t(1000), size_t(5000)}) {
        const std::vector<T> some_dy(dy.end() - static_cast<ptrdiff_t>(n), dy.end());
        const std::vector<T> some_x(x.end() - static_cast<ptrdiff_t>(n), x.end());
        const std::vector<T> z = RunFamilyKernel(op, chip, some_dy, some_x, 3);
        EXPECT_EQ(std::memcmp(z.data(), whole.data() + whole.size() - n, n * sizeof(T)), 0)
            << op.type << ", " << n << " elements on " << chip.soc;
    }
}

TEST_P(FamilyKernels, GiveTheSameBitsForEverySizeAndAreCleanUnderTheChecker) {
    ASSERT_TRUE(base::SetSetting("check", "strict").ok());
    testing::internal::CaptureStderr();
    for (const FamilyChip& chip : kFamilyChips) {
        CheckOddSizes<float>(GetParam(), chip);
        CheckOddSizes<half>(GetParam(), chip);
        CheckOddSizes<bfloat16_t>(GetParam(), chip);
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_TRUE(base::SetSetting("check", "").ok());
}

// The largest tiles of every UB, under the checker.
TEST(FamilyKernelsOnChips, RunOnEveryChipOfTheirUnits) {
    ASSERT_TRUE(base::SetSetting("check", "strict").ok());
    size_t chips = 0;
    for (const platform::Soc& soc : platform::AllSocs()) {
        const std::string unit(soc.compute_unit);
        if (unit != "ascend910b" && unit != "ascend310b") {
            continue;
        }
        ++chips;
        const std::string name(soc.name);
        for (const FamilyOperator& op : Family()) {
            const std::vector<float> values(20000, 0.75f);
            const std::vector<float> z = RunFamilyKernel(op, {name.c_str(), unit.c_str()}, values, values);
            EXPECT_EQ(std::count(z.begin(), z.end(), z[0]), 20000) << op.type << " on " << name;
        }
    }
    EXPECT_GE(chips, 5u);
    ASSERT_TRUE(base::SetSetting("check", "").ok());
}

}  // namespace
}  // namespace aclnn_cpu::test
