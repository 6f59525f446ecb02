// The native kernel gives the same bits whatever the length, address, strides, chunking, threads and vector
// width.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

#include "activation/gelu_grad/tests/native_harness.h"

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

// Values all over the interesting range, a few large and special ones among them.
template <typename T>
std::vector<T> SomeValues(size_t count, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> usual(-6.0f, 6.0f);
    std::vector<T> values(count);
    for (T& value : values) {
        const uint32_t kind = random() % 16;
        const float number = usual(random);
        value = T(kind == 0 ? number * 1e3f : kind == 1 ? number * 1e-6f : number);
    }
    const float specials[] = {0.0f, -0.0f, std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()};
    for (size_t i = 0; i < std::size(specials) && 37 * (i + 1) < count; ++i) {
        values[37 * (i + 1)] = T(specials[i]);
    }
    return values;
}

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

// ---- layouts and mixed types, against a plain loop over indices that calls the dense kernel

struct Tensor {
    DType dtype;
    std::vector<int64_t> strides;
    int64_t offset;
    std::vector<std::byte> storage;
};

int64_t OffsetAt(const Tensor& tensor, const std::vector<int64_t>& sizes, int64_t element) {
    int64_t offset = tensor.offset;
    for (size_t dim = sizes.size(); dim-- > 0;) {
        offset += element % sizes[dim] * tensor.strides[dim];
        element /= sizes[dim];
    }
    return offset;
}

float ReadAs(DType compute, const Tensor& tensor, int64_t offset) {
    float value;
    const std::byte* at =
        tensor.storage.data() + offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype));
    uint16_t bits;
    std::memcpy(&bits, at, 2);
    switch (tensor.dtype) {
        case DType::kFloat16:
            value = half::FromBits(bits);
            break;
        case DType::kBFloat16:
            value = bfloat16_t::FromBits(bits);
            break;
        default:
            std::memcpy(&value, at, 4);
    }
    return compute == DType::kFloat16    ? float(half(value))
           : compute == DType::kBFloat16 ? float(bfloat16_t(value))
                                         : value;
}

void Write(Tensor& tensor, int64_t offset, DType compute, float value) {
    value = compute == DType::kFloat16    ? float(half(value))
            : compute == DType::kBFloat16 ? float(bfloat16_t(value))
                                          : value;
    std::byte* at = tensor.storage.data() + offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype));
    const uint16_t narrow = tensor.dtype == DType::kFloat16 ? half(value).bits() : bfloat16_t(value).bits();
    if (tensor.dtype == DType::kFloat) {
        std::memcpy(at, &value, 4);
    } else {
        std::memcpy(at, &narrow, 2);
    }
}

// A tensor of `sizes` in one of several layouts, filled with values; its storage is exactly as large as the
// view needs, and a guard in front and behind.
enum Layout { kDense, kTransposed, kSliced, kExpandedInner, kExpandedOuter, kReversedDims, kLayouts };

Tensor MakeTensor(DType dtype, const std::vector<int64_t>& sizes, Layout layout, uint32_t seed) {
    constexpr int64_t kGuard = 32;
    Tensor tensor{dtype, std::vector<int64_t>(sizes.size()), kGuard, {}};
    std::vector<size_t> order(sizes.size());  // innermost first
    for (size_t i = 0; i < order.size(); ++i) {
        order[i] = layout == kReversedDims ? i : order.size() - 1 - i;
    }
    if (layout == kTransposed && order.size() >= 2) {
        std::swap(order[0], order[1]);
    }
    int64_t stride = layout == kSliced ? 2 : 1;
    int64_t last = kGuard;
    for (size_t i = 0; i < order.size(); ++i) {
        const size_t dim = order[i];
        const bool expanded =
            (layout == kExpandedInner && dim + 1 == sizes.size()) || (layout == kExpandedOuter && dim == 0);
        tensor.strides[dim] = expanded ? 0 : stride;
        last += expanded ? 0 : (sizes[dim] - 1) * stride;
        stride *= expanded ? 1 : sizes[dim] + (layout == kSliced ? 1 : 0);
    }
    const std::vector<float> values = SomeValues<float>(static_cast<size_t>(last + 1 + kGuard), seed);
    tensor.storage.resize(values.size() * base::ElementBytes(dtype));
    for (size_t i = 0; i < values.size(); ++i) {
        Write(tensor, static_cast<int64_t>(i), DType::kFloat, values[i]);
    }
    return tensor;
}

View ViewOf(const Tensor& tensor) {
    return {tensor.storage.data() + tensor.offset * static_cast<int64_t>(base::ElementBytes(tensor.dtype)),
            tensor.dtype, tensor.strides};
}

void CheckCase(const std::vector<int64_t>& sizes, DType compute, const Tensor& dy, const Tensor& x, Tensor z,
               uint32_t threads, SimdTarget target) {
    int64_t count = 1;
    for (const int64_t size : sizes) {
        count *= size;
    }
    std::vector<float> dense_dy(static_cast<size_t>(count)), dense_x(dense_dy.size());
    for (int64_t i = 0; i < count; ++i) {
        dense_dy[static_cast<size_t>(i)] = ReadAs(compute, dy, OffsetAt(dy, sizes, i));
        dense_x[static_cast<size_t>(i)] = ReadAs(compute, x, OffsetAt(x, sizes, i));
    }
    const std::vector<float> dense_z = RunDense(DType::kFloat, dense_dy, dense_x, 1, target);
    Tensor expected = z;
    for (int64_t i = 0; i < count; ++i) {
        Write(expected, OffsetAt(z, sizes, i), compute, dense_z[static_cast<size_t>(i)]);
    }
    RunNative(sizes, compute, ViewOf(dy), ViewOf(x), ViewOf(z), threads, target);
    ASSERT_EQ(z.storage, expected.storage) << "a wrong value, or a byte outside the output changed";
}

const std::vector<std::vector<int64_t>> kShapes = {
    {},        {1},       {7},         {1000},       {3, 5},      {64, 64},         {33, 70},
    {1, 90},   {90, 1},   {4, 300, 3}, {2, 3, 4, 5}, {40, 9, 40}, {2, 1, 3, 1, 40}, {2, 2, 2, 2, 2, 2, 2, 2},
    {3000, 3}, {100, 260}};

TEST(NativeLayouts, AnyStridesGiveTheDenseBits) {
    for (const auto& sizes : kShapes) {
        for (int dy = 0; dy < kLayouts; ++dy) {
            for (int x = 0; x < kLayouts; ++x) {
                for (const Layout z : {kDense, kTransposed, kSliced, kReversedDims}) {
                    SCOPED_TRACE(testing::PrintToString(sizes) + " layouts " + std::to_string(dy) +
                                 std::to_string(x) + std::to_string(z));
                    for (const DType dtype : {DType::kFloat, DType::kFloat16}) {
                        ASSERT_NO_FATAL_FAILURE(
                            CheckCase(sizes, dtype, MakeTensor(dtype, sizes, static_cast<Layout>(dy), 7),
                                      MakeTensor(dtype, sizes, static_cast<Layout>(x), 8),
                                      MakeTensor(dtype, sizes, z, 9), 1, SimdTarget::kBest));
                    }
                }
            }
        }
    }
}

TEST(NativeLayouts, AnyMixOfTypesRoundsAsThePlanDoes) {
    const std::vector<int64_t> sizes = {3, 50, 11};
    const DType types[] = {DType::kFloat, DType::kFloat16, DType::kBFloat16};
    for (const SimdTarget target : simd::AvailableTargets()) {
        for (const DType dy : types) {
            for (const DType x : types) {
                for (const DType z : types) {
                    for (const DType compute : types) {
                        for (const Layout layout : {kDense, kTransposed, kSliced, kExpandedInner}) {
                            SCOPED_TRACE(NameOf(target) + " types " + std::string(base::DTypeName(dy)) + " " +
                                         std::string(base::DTypeName(x)) + " " +
                                         std::string(base::DTypeName(z)) + " compute " +
                                         std::string(base::DTypeName(compute)));
                            ASSERT_NO_FATAL_FAILURE(CheckCase(sizes, compute,
                                                              MakeTensor(dy, sizes, layout, 10),
                                                              MakeTensor(x, sizes, kDense, 11),
                                                              MakeTensor(z, sizes, kSliced, 12), 1, target));
                        }
                    }
                }
            }
        }
    }
}

TEST(NativeLayouts, LargeTransposesOnSeveralThreads) {
    const std::vector<int64_t> sizes = {5, 211, 307};
    for (const uint32_t threads : {1, 2, 3, 8}) {
        for (const Layout layout : {kTransposed, kReversedDims, kExpandedOuter}) {
            CheckCase(sizes, DType::kFloat, MakeTensor(DType::kFloat, sizes, layout, 13),
                      MakeTensor(DType::kFloat16, sizes, kDense, 14),
                      MakeTensor(DType::kFloat, sizes, kDense, 15), threads, SimdTarget::kBest);
        }
    }
}

TEST(NativeLayouts, EmptyTensorsAreNotTouched) {
    float guard = 3.0f;
    RunNative({4, 0, 2}, DType::kFloat, {nullptr, DType::kFloat, {0, 2, 1}},
              {nullptr, DType::kFloat, {0, 2, 1}}, {&guard, DType::kFloat, {0, 2, 1}}, 2);
    EXPECT_EQ(guard, 3.0f);
}

// Integers reach the float computation as numbers (a promotion that aclnn accepts).
TEST(NativeLayouts, IntegerGradient) {
    const std::vector<int64_t> dy = {1, -2, 16777217, 0};
    const std::vector<float> x = {1, 2, 40, 3};
    std::vector<float> z(4);
    RunNative({4}, DType::kFloat, {dy.data(), DType::kInt64, {1}}, {x.data(), DType::kFloat, {1}},
              {z.data(), DType::kFloat, {1}});
    EXPECT_NEAR(z[0], 1.082964084f, 2.4e-7f);
    EXPECT_NEAR(z[1], -2 * 1.086099257f, 4.8e-7f);
    EXPECT_EQ(z[2], 16777216.0f);
    EXPECT_EQ(z[3], 0.0f);
}

// BL-16: a gradient of one stored element, at the end of a page that ends in nothing.
TEST(NativeLayouts, ExpandedGradientReadsNothingButItsOneElement) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    auto* pages = static_cast<std::byte*>(
        mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(pages, MAP_FAILED);
    ASSERT_EQ(mprotect(pages + page, page, PROT_NONE), 0);
    const float one = 1.0f;
    std::memcpy(pages + page - sizeof(one), &one, sizeof(one));
    const std::vector<float> x(128, 0.5f);
    std::vector<float> z(128);
    for (const SimdTarget target : simd::AvailableTargets()) {
        RunNative({64, 2}, DType::kFloat, {pages + page - sizeof(one), DType::kFloat, {0, 0}},
                  {x.data(), DType::kFloat, {2, 1}}, {z.data(), DType::kFloat, {2, 1}}, 2, target);
        for (const float value : z) {
            EXPECT_EQ(std::bit_cast<uint32_t>(value), 0x3F5E0BF4u);
        }
    }
    munmap(pages, 2 * page);
}

}  // namespace
}  // namespace aclnn_cpu::gelu_grad
