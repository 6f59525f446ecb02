// The native kernel gives the same bits whatever the length, address, threads, vector width and subnormal numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "activation/gelu_grad/tests/native_harness.h"
#include "activation/gelu_grad/tests/native_values.h"

namespace aclnn_cpu::gelu_grad {
namespace {

constexpr char kNoFmaTarget[] = "this CPU has none of the instruction sets whose results are compared";
constexpr SimdTarget kFmaTargets[] = {SimdTarget::kAvx2, SimdTarget::kAvx512};

std::vector<SimdTarget> FmaTargetsHere() {
    std::vector<SimdTarget> targets;
    for (const SimdTarget target : kFmaTargets) {
        if (simd::ValidateTarget(target).ok()) {
            targets.push_back(target);
        } else {
            std::printf("not covered: this CPU lacks %s\n", NameOf(target).c_str());
        }
    }
    return targets;
}

template <typename T>
constexpr DType kTypeOf = std::is_same_v<T, float>  ? DType::kFloat
                          : std::is_same_v<T, half> ? DType::kFloat16
                                                    : DType::kBFloat16;

// The first calls of a size take them in turn (simd/traffic.h).
constexpr int kWaysOfTraffic = 3;

template <typename T>
bool SameBits(const T* a, const T* b, size_t count) {
    return std::memcmp(a, b, count * sizeof(T)) == 0;
}

// One call per element: no vector body, no neighbour.
template <typename T>
std::vector<T> OneByOne(const std::vector<T>& dy, const std::vector<T>& x) {
    std::vector<T> z(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
        RunNative({1}, kTypeOf<T>, {&dy[i], kTypeOf<T>, {1}}, {&x[i], kTypeOf<T>, {1}},
                  {&z[i], kTypeOf<T>, {1}});
    }
    return z;
}

template <typename T>
class EachType : public testing::Test {};
using FloatTypes = testing::Types<float, half, bfloat16_t>;
TYPED_TEST_SUITE(EachType, FloatTypes);

TYPED_TEST(EachType, SameBitsForEveryLengthAddressThreadCountAndVectorWidth) {
    using T = TypeParam;
    const std::vector<SimdTarget> targets = FmaTargetsHere();
    if (targets.empty()) {
        GTEST_SKIP() << kNoFmaTarget;
    }
    constexpr size_t kMaxLength = 131, kMaxShift = 17, kGuard = 64;
    const std::vector<T> dy = SomeValues<T>(kMaxLength + kMaxShift, 1);
    const std::vector<T> x = SomeValues<T>(kMaxLength + kMaxShift, 2);
    const std::vector<T> expected = OneByOne(dy, x);
    for (const SimdTarget target : targets) {
        for (size_t length = 1; length <= kMaxLength; ++length) {
            for (const size_t shift : {0, 1, 2, 3, 7, 16, 17}) {
                for (const uint32_t threads : {1, 2, 3, 8}) {
                    std::vector<T> z(kGuard + length + kGuard, T(-123.0f));
                    const std::vector<T> untouched = z;
                    RunNative({static_cast<int64_t>(length)}, kTypeOf<T>, {&dy[shift], kTypeOf<T>, {1}},
                              {&x[shift], kTypeOf<T>, {1}}, {&z[kGuard], kTypeOf<T>, {1}}, threads, target);
                    ASSERT_TRUE(SameBits(&z[kGuard], &expected[shift], length))
                        << NameOf(target) << ", length " << length << ", shift " << shift << ", threads "
                        << threads;
                    ASSERT_TRUE(SameBits(z.data(), untouched.data(), kGuard) &&
                                SameBits(&z[kGuard + length], untouched.data(), kGuard))
                        << "a byte beside the output changed at length " << length;
                }
            }
        }
    }
}

TYPED_TEST(EachType, SameBitsForLongTensorsOnAnyThreadCount) {
    using T = TypeParam;
    const std::vector<SimdTarget> targets = FmaTargetsHere();
    if (targets.empty()) {
        GTEST_SKIP() << kNoFmaTarget;
    }
    constexpr size_t kLength = 300007;
    const std::vector<T> dy = SomeValues<T>(kLength, 3);
    const std::vector<T> x = SomeValues<T>(kLength, 4);
    const std::vector<T> expected = OneByOne(dy, x);
    for (const SimdTarget target : targets) {
        for (const uint32_t threads : {1, 2, 3, 8}) {
            for (int call = 0; call < kWaysOfTraffic; ++call) {
                const std::vector<T> z = RunDense(kTypeOf<T>, dy, x, threads, target);
                ASSERT_TRUE(SameBits(z.data(), expected.data(), kLength))
                    << NameOf(target) << ", threads " << threads << ", call " << call;
            }
        }
    }
}

// Stretches of numbers that are subnormal, or make the result so, among others: the processor's own product, and ours
// that avoids its detour.
TYPED_TEST(EachType, SameBitsWhereNumbersAreSubnormal) {
    using T = TypeParam;
    const std::vector<SimdTarget> targets = FmaTargetsHere();
    if (targets.empty()) {
        GTEST_SKIP() << kNoFmaTarget;
    }
    constexpr size_t kLength = 100003;
    std::mt19937 random(11);
    std::uniform_real_distribution<float> exponent(-149.0f, -90.0f), usual(-11.0f, 6.0f);
    std::vector<T> dy(kLength), x(kLength);
    for (size_t i = 0; i < kLength; ++i) {
        const bool tiny = i / 9001 % 2 == 0 || random() % 1024 == 0;
        const float magnitude = tiny ? std::exp2(exponent(random)) : 1.0f;
        dy[i] = T(random() % 2 == 0 ? magnitude : -magnitude);
        x[i] = T(usual(random));
    }
    const float specials[] = {0.0f, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()};
    for (size_t i = 0; i < std::size(specials); ++i) {
        dy[5003 + i] = T(specials[i]);
        x[6003 + i] = T(specials[i]);
        x[7003 + i] = T(-specials[i]);
    }
    const std::vector<T> expected = OneByOne(dy, x);
    for (const SimdTarget target : targets) {
        const std::vector<T> z = RunDense(kTypeOf<T>, dy, x, 1, target);
        for (size_t i = 0; i < kLength; ++i) {
            ASSERT_TRUE(SameBits(&z[i], &expected[i], 1))
                << NameOf(target) << ", element " << i << ", dy " << float(dy[i]) << ", x " << float(x[i])
                << ": " << float(z[i]) << ", alone " << float(expected[i]);
        }
    }
}

TEST(NativeFlags, WhatTheProgramHadRaisedStaysRaised) {
    std::feclearexcept(FE_ALL_EXCEPT);
    std::feraiseexcept(FE_UNDERFLOW);
    const std::vector<float> ones(10000, 1.0f);
    RunDense(DType::kFloat, ones, ones);
    EXPECT_NE(std::fetestexcept(FE_UNDERFLOW), 0);
    std::feclearexcept(FE_ALL_EXCEPT);
    RunDense(DType::kFloat, ones, ones);
    EXPECT_EQ(std::fetestexcept(FE_UNDERFLOW), 0);
}

// Stores past the caches need an alignment that these addresses never reach.
TYPED_TEST(EachType, LargeOutputsMayLieBetweenElements) {
    using T = TypeParam;
    constexpr size_t kPeriod = 4096;
    constexpr size_t kCount = (size_t{16} << 20) / sizeof(T) + kPeriod;
    const std::vector<T> pattern = SomeValues<T>(kPeriod, 16);
    std::vector<T> x(kCount / kPeriod * kPeriod);
    for (size_t i = 0; i < x.size(); i += kPeriod) {
        std::copy(pattern.begin(), pattern.end(), x.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::vector<std::byte> bytes(x.size() * sizeof(T) + 1);
    std::byte* const z = bytes.data() + 1;
    for (const SimdTarget target : simd::AvailableTargets()) {
        const std::vector<T> expected = RunDense(kTypeOf<T>, pattern, pattern, 1, target);
        for (int call = 0; call < kWaysOfTraffic; ++call) {
            std::fill(bytes.begin(), bytes.end(), std::byte{0});
            RunNative({static_cast<int64_t>(x.size())}, kTypeOf<T>, {x.data(), kTypeOf<T>, {1}},
                      {x.data(), kTypeOf<T>, {1}}, {z, kTypeOf<T>, {1}}, 2, target);
            for (size_t i = 0; i < x.size(); i += kPeriod) {
                ASSERT_EQ(std::memcmp(z + i * sizeof(T), expected.data(), kPeriod * sizeof(T)), 0)
                    << NameOf(target) << ", from element " << i << ", call " << call;
            }
        }
    }
}

TYPED_TEST(EachType, OutputMayBeEitherInput) {
    using T = TypeParam;
    for (const int64_t length : {1, 31, 1000003}) {
        const std::vector<T> dy = SomeValues<T>(static_cast<size_t>(length), 5);
        const std::vector<T> x = SomeValues<T>(static_cast<size_t>(length), 6);
        const std::vector<T> expected = RunDense(kTypeOf<T>, dy, x);
        for (const uint32_t threads : {1, 2}) {
            std::vector<T> in_dy = dy, in_x = x;
            RunNative({length}, kTypeOf<T>, {in_dy.data(), kTypeOf<T>, {1}}, {x.data(), kTypeOf<T>, {1}},
                      {in_dy.data(), kTypeOf<T>, {1}}, threads);
            RunNative({length}, kTypeOf<T>, {dy.data(), kTypeOf<T>, {1}}, {in_x.data(), kTypeOf<T>, {1}},
                      {in_x.data(), kTypeOf<T>, {1}}, threads);
            EXPECT_TRUE(SameBits(in_dy.data(), expected.data(), expected.size())) << length;
            EXPECT_TRUE(SameBits(in_x.data(), expected.data(), expected.size())) << length;
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad
