// Value conversions, through the copy that everything uses, against an independent model in long double
// (whose 64-bit mantissa holds every value of every real type).
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "simd/convert.h"
#include "simd/strided_copy.h"
#include "simd/targets.h"

namespace aclnn_cpu::simd {
namespace {

using base::DType;

template <typename T>
constexpr DType DTypeOf() {
    DType dtype = DType::kUndefined;
    std::apply(
        [&](auto... type) {
            ((std::is_same_v<typename decltype(type)::Type, T> ? void(dtype = type.dtype) : void()), ...);
        },
        RealTypes());
    return dtype;
}

template <typename To, typename From>
std::vector<To> ConvertAll(const std::vector<From>& from, base::SimdTarget target) {
    std::vector<To> to(from.size());
    const int64_t size = static_cast<int64_t>(from.size());
    CopyConvert({to.data(), DTypeOf<To>(), {1}}, {const_cast<From*>(from.data()), DTypeOf<From>(), {1}}, 1,
                &size, 1, target);
    return to;
}

// ---- the model

template <typename T>
long double ToModel(T value) {
    if constexpr (std::is_same_v<T, Bool8>) {
        return value.byte != 0;
    } else if constexpr (kIsFloat16<T>) {
        return float(value);
    } else {
        return static_cast<long double>(value);
    }
}

// Rounds to a binary format of `digits` significant bits, smallest normal exponent `min_exponent`, largest
// value `max`.
long double RoundToFormat(long double value, int digits, int min_exponent, long double max) {
    if (value == 0 || std::isinf(value) || std::isnan(value)) {
        return value;
    }
    const int exponent = std::max(std::ilogb(value), min_exponent);
    const long double unit = std::ldexp(1.0L, exponent - digits + 1);
    const long double rounded = std::nearbyint(value / unit) * unit;
    return std::fabs(rounded) > max ? std::copysign(std::numeric_limits<long double>::infinity(), value)
                                    : rounded;
}

// The value that From -> To must give, as a long double.
template <typename To, typename From>
long double Model(From from) {
    const long double value = ToModel(from);
    if constexpr (std::is_same_v<To, Bool8>) {
        return value != 0;
    } else if constexpr (std::is_same_v<To, half>) {
        return RoundToFormat(value, 11, -14, 65504.0L);
    } else if constexpr (std::is_same_v<To, bfloat16_t>) {
        return RoundToFormat(value, 8, -126, 0x1.FEp127L);
    } else if constexpr (std::is_same_v<To, float>) {
        return RoundToFormat(value, 24, -126, FLT_MAX);
    } else if constexpr (std::is_same_v<To, double>) {
        return RoundToFormat(value, 53, -1022, DBL_MAX);
    } else if constexpr (std::is_integral_v<From>) {  // keeps the low bits
        const long double modulus = std::ldexp(1.0L, 8 * sizeof(To));
        const long double low = std::fmod(value, modulus);
        const long double least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
        return (low > most ? low - modulus : low < least ? low + modulus : low) + 0.0L;
    } else if (std::isnan(value)) {
        return 0;
    } else {
        const long double least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
        return std::fmin(std::fmax(std::trunc(value), least), most) + 0.0L;  // no negative zero
    }
}

template <typename T>
std::vector<T> Samples() {
    std::mt19937_64 random(sizeof(T) * 7 + static_cast<int>(DTypeOf<T>()));
    std::vector<T> samples;
    for (int i = 0; i < 3000; ++i) {
        const uint64_t bits = random() >> (i % 3 == 0 ? random() % 64 : 0);
        T value;
        std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
        samples.push_back(value);
    }
    if constexpr (!std::is_integral_v<T> &&
                  !std::is_same_v<T, Bool8>) {  // the range in which integers live, ties included
        for (const double value : {0.0,
                                   -0.0,
                                   0.5,
                                   1.5,
                                   2.5,
                                   -0.5,
                                   -1.0,
                                   -1.5,
                                   127.0,
                                   127.9,
                                   128.0,
                                   -128.9,
                                   -129.0,
                                   255.5,
                                   256.0,
                                   32767.5,
                                   65535.9,
                                   65536.0,
                                   -32769.0,
                                   2147483520.0,
                                   2147483648.0,
                                   -2147483904.0,
                                   4294967296.0,
                                   9.2233720368547758e18,
                                   1.8446744073709552e19,
                                   -9.3e18,
                                   1e30,
                                   -1e30}) {
            samples.push_back(T(value));
        }
        std::uniform_real_distribution<double> usual(-70000, 70000);
        for (int i = 0; i < 1000; ++i) {
            samples.push_back(T(usual(random)));
        }
    }
    return samples;
}

template <typename To, typename From>
void CheckPair(base::SimdTarget target) {
    const std::vector<From> from = Samples<From>();
    const std::vector<To> to = ConvertAll<To>(from, target);
    for (size_t i = 0; i < from.size(); ++i) {
        if constexpr (std::is_same_v<To, From>) {
            ASSERT_EQ(std::memcmp(&to[i], &from[i], sizeof(To)), 0);
        } else {
            const long double expected = Model<To>(from[i]);
            const long double actual = ToModel(to[i]);
            ASSERT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected)))
                << base::DTypeName(DTypeOf<From>()) << " " << ToModel(from[i]) << " to "
                << base::DTypeName(DTypeOf<To>()) << ": " << actual << ", expected " << expected;
            ASSERT_EQ(std::signbit(actual), std::signbit(expected)) << ToModel(from[i]);
            if constexpr (std::is_same_v<To, Bool8>) {
                ASSERT_LE(to[i].byte, 1);
            }
        }
    }
}

class OnEachTarget : public testing::TestWithParam<base::SimdTarget> {
 protected:
    void SetUp() override {
        if (const base::Status status = ValidateTarget(GetParam()); !status.ok()) {
            GTEST_SKIP() << status.message();
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Convert, OnEachTarget,
                         testing::ValuesIn(CompiledTargets().begin(), CompiledTargets().end()),
                         [](const auto& test) { return std::string(TargetName(test.param)); });

TEST_P(OnEachTarget, EveryPairOfTypesAgreesWithTheModel) {
    std::apply(
        [&](auto... from) {
            const auto to_all = [&]<typename From>(From) {
                std::apply(
                    [&](auto... to) {
                        (CheckPair<typename decltype(to)::Type, typename From::Type>(GetParam()), ...);
                    },
                    RealTypes());
            };
            (to_all(from), ...);
        },
        RealTypes());
}

// ---- the 16-bit floats, bit by bit, against ascendc/float16.h

template <typename T>
std::vector<T> AllValues() {
    std::vector<T> all(65536);
    for (uint32_t bits = 0; bits < 65536; ++bits) {
        all[bits] = T::FromBits(static_cast<uint16_t>(bits));
    }
    return all;
}

template <typename T>
void CheckWidening(base::SimdTarget target) {
    const std::vector<T> all = AllValues<T>();
    const std::vector<float> wide = ConvertAll<float>(all, target);
    for (size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(std::bit_cast<uint32_t>(wide[i]), std::bit_cast<uint32_t>(float(all[i]))) << std::hex << i;
    }
}

// Every value of T, every midpoint between neighbours, and the floats beside them; NaN with all kinds of
// payloads.
template <typename T>
void CheckNarrowing(base::SimdTarget target) {
    std::vector<float> from;
    for (uint32_t bits = 0; bits < 0x7FFF; ++bits) {
        const float low = T::FromBits(static_cast<uint16_t>(bits));
        const float high = T::FromBits(static_cast<uint16_t>(bits + 1));
        const float middle = std::isfinite(high) ? low + (high - low) / 2 : low * (1 + 0x1p-12f);
        for (const float value :
             {low, middle, std::nextafter(middle, 0.0f), std::nextafter(middle, INFINITY)}) {
            from.push_back(value);
            from.push_back(-value);
        }
    }
    for (uint32_t payload = 1; payload < 0x800000; payload += 1021) {
        from.push_back(std::bit_cast<float>(0x7F800000u | payload));
        from.push_back(std::bit_cast<float>(0xFF800000u | payload));
    }
    for (const float value :
         {65519.0f, 65519.996f, 65520.0f, 1e10f, FLT_MAX, 0x1.FEFFFEp127f, 0x1.FFp127f, INFINITY}) {
        from.push_back(value);
        from.push_back(-value);
    }
    const std::vector<T> narrow = ConvertAll<T>(from, target);
    for (size_t i = 0; i < from.size(); ++i) {
        ASSERT_EQ(narrow[i].bits(), T(from[i]).bits())
            << std::hexfloat << from[i] << " " << std::hex << std::bit_cast<uint32_t>(from[i]);
    }
}

TEST_P(OnEachTarget, HalfToFloatIsExactForAllBits) { CheckWidening<half>(GetParam()); }
TEST_P(OnEachTarget, BFloat16ToFloatIsExactForAllBits) { CheckWidening<bfloat16_t>(GetParam()); }
TEST_P(OnEachTarget, FloatToHalfRoundsToNearestEven) { CheckNarrowing<half>(GetParam()); }
TEST_P(OnEachTarget, FloatToBFloat16RoundsToNearestEven) { CheckNarrowing<bfloat16_t>(GetParam()); }

TEST_P(OnEachTarget, BetweenHalfAndBFloat16) {
    const std::vector<half> halves = AllValues<half>();
    const std::vector<bfloat16_t> bfloats = AllValues<bfloat16_t>();
    const std::vector<bfloat16_t> from_halves = ConvertAll<bfloat16_t>(halves, GetParam());
    const std::vector<half> from_bfloats = ConvertAll<half>(bfloats, GetParam());
    for (size_t i = 0; i < 65536; ++i) {
        ASSERT_EQ(from_halves[i].bits(), bfloat16_t(float(halves[i])).bits()) << std::hex << i;
        ASSERT_EQ(from_bfloats[i].bits(), half(float(bfloats[i])).bits()) << std::hex << i;
    }
}

// ---- values that two roundings would get wrong

TEST(ConvertOnce, WideValuesAreNotRoundedViaFloat) {
    EXPECT_EQ(float(Convert<half>(1.0 + 0x1p-11 + 0x1p-40)), 1.0f + 0x1p-10f);
    EXPECT_EQ(float(Convert<half>(1.0 + 0x1p-11)), 1.0f);
    EXPECT_EQ(float(Convert<bfloat16_t>(int64_t{1} << 40 | int64_t{1} << 32 | 1)), 0x1p40f + 0x1p33f);
    EXPECT_EQ(float(Convert<bfloat16_t>(int64_t{1} << 40 | int64_t{1} << 32)), 0x1p40f);
    EXPECT_EQ(float(Convert<bfloat16_t>(-(int64_t{1} << 62 | int64_t{1} << 54 | 1))), -(0x1p62f + 0x1p55f));
    EXPECT_EQ(float(Convert<bfloat16_t>(uint64_t{1} << 63 | uint64_t{1} << 55 | 1)), 0x1p63f + 0x1p56f);
    EXPECT_EQ(float(Convert<bfloat16_t>(1e300)), INFINITY);
    EXPECT_EQ(float(Convert<half>(1e-300)), 0.0f);
    EXPECT_EQ(Convert<half>(std::nan("")).bits() & 0x7E00, 0x7E00);
}

}  // namespace
}  // namespace aclnn_cpu::simd
