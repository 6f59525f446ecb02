// Every conversion of the table, every rounding mode of any chip, against a reference that searches the
// target's values.
#include <algorithm>
#include <limits>
#include <random>

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;
using aicore::ElementType;

// The integer a real number rounds to. The argument is exact.
long double RoundToInteger(long double x, RoundMode mode) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return std::floor(x);
        case RoundMode::CAST_CEIL:
            return std::ceil(x);
        case RoundMode::CAST_TRUNC:
            return std::trunc(x);
        case RoundMode::CAST_ROUND:
            return std::round(x);
        default:
            return std::nearbyint(x);  // ties to even
    }
}

// Finite values of a float type of `fraction_bits` and `min_exponent`, ulp by ulp: rounds the scaled number
// as an integer.
double RoundToFloat(long double x, RoundMode mode, int fraction_bits, int min_exponent, int max_exponent) {
    if (x == 0 || std::isnan(x) || std::isinf(x)) {
        return static_cast<double>(x);
    }
    const int exponent = std::max(std::ilogb(x), min_exponent);
    const long double ulp = std::ldexp(1.0L, exponent - fraction_bits);
    const long double scaled = x / ulp;
    long double rounded = RoundToInteger(scaled, mode);
    if (mode == RoundMode::CAST_ODD) {
        rounded = std::trunc(scaled);
        if (rounded != scaled && std::fmod(rounded, 2.0L) == 0) {
            rounded += x < 0 ? -1 : 1;
        }
    }
    const long double beyond = std::ldexp(1.0L, max_exponent + 1);
    const long double result = rounded * ulp;
    if (std::fabs(x) >= beyond || std::fabs(result) >= beyond) {
        return x < 0 ? -INFINITY : INFINITY;
    }
    return std::copysign(static_cast<double>(result), static_cast<double>(x));
}

template <typename T, typename S>
bool Matches(T actual, S source, RoundMode mode) {
    const auto x = static_cast<long double>(source);
    if constexpr (std::is_integral_v<T>) {
        if (std::isnan(x)) {
            return actual == 0;
        }
        const long double rounded = RoundToInteger(x, mode);
        const long double low = std::numeric_limits<T>::min();
        const long double high = std::numeric_limits<T>::max();
        return actual == static_cast<T>(std::clamp(rounded, low, high));
    } else {
        if (std::isnan(x)) {
            return std::isnan(float(actual));
        }
        double expected = 0;
        if constexpr (std::is_same_v<T, half>) {
            expected = RoundToFloat(x, mode, 10, -14, 15);
        } else if constexpr (std::is_same_v<T, bfloat16_t>) {
            expected = RoundToFloat(x, mode, 7, -126, 127);
        } else if constexpr (std::is_same_v<S, float>) {
            expected =
                static_cast<double>(RoundToInteger(x, mode));  // float to float rounds to an integral value
        } else {
            expected = RoundToFloat(x, mode, 23, -126, 127);
        }
        return double(float(actual)) == expected;
    }
}

template <typename S>
std::vector<S> Sources() {
    std::vector<S> values;
    const auto add_bits = [&](uint64_t bits) {
        S value;
        std::memcpy(static_cast<void*>(&value), &bits, sizeof(S));
        values.push_back(value);
    };
    if constexpr (sizeof(S) <= 2) {
        for (uint64_t bits = 0; bits < (uint64_t(1) << (8 * sizeof(S))); ++bits) {
            add_bits(bits);
        }
        return values;
    }
    std::mt19937_64 random(7);
    if constexpr (std::is_same_v<S, float>) {
        const float edges[] = {0.5f,         1.5f,           2.5f,
                               127.5f,       255.5f,         32767.5f,
                               65503.9f,     65519.99f,      65520.0f,
                               65535.9f,     65536.0f,       0x1p-24f,
                               0x1.8p-25f,   0x1p-25f,       0x1.000002p-25f,
                               0x1p-149f,    0x1p-126f,      8388607.5f,
                               8388608.5f,   0x1p31f,        0x1.fffffep30f,
                               0x1p63f,      0x1.fffffep62f, 0x1p64f,
                               3.4e38f,      INFINITY,       NAN,
                               0.0f,         0x1.ffcp-15f,   0x1.ffep-15f,
                               0x1.fffp-15f, 3.38953139e38f, 3.39e38f};
        for (const float edge : edges) {
            values.insert(values.end(), {edge, -edge});
        }
        // Around every tie of half and bfloat16: all exponents, the dropped bits at and beside the middle.
        for (uint64_t i = 0; i < 40000; ++i) {
            const uint64_t high = random() & 0xFFFF0000u;
            for (const uint64_t low :
                 {0x0000u, 0x0FFFu, 0x1000u, 0x1001u, 0x7FFFu, 0x8000u, 0x8001u, 0x3000u}) {
                add_bits(high | (random() & 0xE000u & ~low) | low);
            }
            values.push_back(float(int64_t(random() % 20001) - 10000) / 4);
            values.push_back(float(int64_t(random()) >> 20) / 2);
        }
    } else {
        for (int shift = 0; shift < int(8 * sizeof(S)); ++shift) {
            for (int64_t near = -2; near <= 2; ++near) {
                add_bits((uint64_t(1) << shift) + uint64_t(near));
                add_bits(uint64_t(near) - (uint64_t(1) << shift));
            }
        }
        for (uint64_t i = 0; i < 60000; ++i) {
            add_bits(uint64_t(int64_t(random()) >> (random() % 60)));
        }
    }
    return values;
}

// Runs the conversion over all sources in parts and checks each.
template <typename D, typename S>
void CheckPair(RoundMode mode, std::string_view soc) {
    std::vector<S> sources = Sources<S>();
    sources.resize((sources.size() + 63) / 64 * 64, S(1));
    std::vector<D> results(sources.size());
    constexpr uint32_t kPart = 4096;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> from;
            TBuf<> to;
            pipe.InitBuffer(from, kPart * sizeof(S));
            pipe.InitBuffer(to, kPart * sizeof(D));
            for (size_t done = 0; done < sources.size(); done += kPart) {
                const auto n = static_cast<uint32_t>(std::min<size_t>(kPart, sources.size() - done));
                Fill(from.Get<S>(), &sources[done], n * sizeof(S));
                Cast(to.Get<D>(), from.Get<S>(), mode, n);
                const auto part = Read(to.Get<D>(), n);
                std::copy(part.begin(), part.end(), results.begin() + static_cast<int64_t>(done));
            }
        },
        {.soc = soc}));
    for (size_t i = 0; i < sources.size(); ++i) {
        ASSERT_TRUE(Matches(results[i], sources[i], mode))
            << double(sources[i]) << " became " << double(results[i]) << " in mode " << int(mode) << " on "
            << soc;
    }
}

// The values do not depend on the chip: each mode on Ascend910B and Ascend310B, or else on the first that has it.
template <typename D, typename S>
void CheckModes() {
    uint32_t checked = 0;
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1", "Ascend310P1", "Ascend910A",
                                       "Ascend950PR_9599", "KirinX90", "Kirin9030"}) {
        const uint32_t modes = aicore::CastModes(aicore::ElementTypeOf<S>(), aicore::ElementTypeOf<D>(),
                                                 aicore::ColumnOf(SocNamed(soc)));
        for (uint32_t mode = 0; mode < 7; ++mode) {
            const uint32_t open = soc == "Ascend310B1" ? modes : modes & ~checked;
            if (((open >> mode) & 1u) != 0) {
                CheckPair<D, S>(static_cast<RoundMode>(mode), soc);
            }
        }
        checked |= modes;
    }
    EXPECT_NE(checked, 0u) << "a pair that no chip has";
}

template <ElementType type>
struct CppType;
#define CPP_TYPE(enumerator, cpp)             \
    template <>                               \
    struct CppType<ElementType::enumerator> { \
        using Type = cpp;                     \
    };
CPP_TYPE(kInt8, int8_t)
CPP_TYPE(kUint8, uint8_t)
CPP_TYPE(kInt16, int16_t)
CPP_TYPE(kUint16, uint16_t)
CPP_TYPE(kHalf, half)
CPP_TYPE(kBFloat16, bfloat16_t)
CPP_TYPE(kInt32, int32_t)
CPP_TYPE(kUint32, uint32_t)
CPP_TYPE(kFloat, float)
CPP_TYPE(kInt64, int64_t)

TEST(Cast, RoundsEveryPairInEveryModeOfTheTable) {
#define CHECK_PAIR(from, to, ...) \
    CheckModes<CppType<ElementType::to>::Type, CppType<ElementType::from>::Type>();
    ACLNN_CPU_CAST_PAIRS(CHECK_PAIR)
}

TEST(Cast, RefusesPairsAndModesOutsideTheTable) {
    const auto cast = [](auto to, auto from, RoundMode mode, std::string_view soc) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 1024);
                Cast(buffer.Get<decltype(to)>()[128 / sizeof(to)], buffer.Get<decltype(from)>(), mode, 8);
            },
            {.soc = soc});
    };
    ExpectFault(cast(bfloat16_t(), float(), RoundMode::CAST_NONE, "Ascend910B1"), 507035,
                {"Cast(dst VECCALC bfloat16_t at byte 128, src VECCALC float at byte 0, CAST_NONE, count 8)",
                 "Ascend910B1 casts float to bfloat16_t with the modes CAST_RINT, CAST_FLOOR, CAST_CEIL, "
                 "CAST_ROUND, CAST_TRUNC, "
                 "found CAST_NONE"});
    ExpectFault(cast(float(), uint8_t(), RoundMode::CAST_NONE, "Ascend910B1"), 507035,
                {"casts uint8_t to float with the modes none"});
    ExpectFault(cast(int64_t(), float(), RoundMode::CAST_RINT, "Ascend310P1"), 507015,
                {"casts float to int64_t"});
    ExpectRuns(cast(int64_t(), float(), RoundMode::CAST_RINT, "Ascend910B1"));
    ExpectRuns(cast(int64_t(), float(), RoundMode::CAST_RINT, "Ascend310B1"));
    ExpectFault(cast(half(), float(), RoundMode::UNKNOWN, "Ascend910B1"), 507035, {"found unknown"});
}

TEST(Cast, StridesAndMaskFollowTheWiderType) {
    std::vector<half> halves(256);
    for (size_t i = 0; i < halves.size(); ++i) {
        halves[i] = half(float(i));
    }
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TBuf<> from;
        TBuf<> to;
        pipe.InitBuffer(from, 512);
        pipe.InitBuffer(to, 2048);
        Fill(from.Get<half>(), halves.data(), 512);
        const auto floats = to.Get<float>();
        Duplicate(floats, -1.0f, 512);
        Cast<float, half>(floats, from.Get<half>(), RoundMode::CAST_NONE, uint64_t(50), 2, {2, 1, 17, 4});
        for (uint32_t i = 0; i < 512; ++i) {
            float expected = -1.0f;
            for (uint32_t r = 0; r < 2; ++r) {
                for (uint32_t e = 0; e < 50; ++e) {
                    expected = i == r * 136 + e / 8 * 16 + e % 8 ? float(r * 64 + e) : expected;
                }
            }
            ASSERT_EQ(floats.GetValue(i), expected) << i;
        }
    }));
}

TEST(Cast, GivesEqualBitsOnEveryInstructionSet) {
    const auto floats = Sources<float>();
    std::vector<std::vector<half>> results;
    for (const char* target : {"baseline", "avx2", "avx512"}) {
        ASSERT_TRUE(base::SetSetting("target", target).ok());
        ExpectRuns(RunKernel([&] {
            TPipe pipe;
            TBuf<> from;
            TBuf<> to;
            pipe.InitBuffer(from, 120000);
            pipe.InitBuffer(to, 60000);
            Fill(from.Get<float>(), floats.data(), 120000);
            Cast(to.Get<half>(), from.Get<float>(), RoundMode::CAST_NONE, 30000);
            results.push_back(Read(to.Get<half>(), 30000));
        }));
    }
    ASSERT_TRUE(base::SetSetting("target", "best").ok());
    EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), 60000), 0);
    EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), 60000), 0);
}

// The bits that a cast of the values gives.
template <typename Bits, typename To>
std::vector<Bits> BitsOfCast(const std::vector<float>& values, RoundMode mode) {
    std::vector<Bits> bits;
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TBuf<> from;
        TBuf<> to;
        pipe.InitBuffer(from, 64);
        pipe.InitBuffer(to, 64);
        Fill(from.Get<float>(), values.data(), values.size() * sizeof(float));
        Cast(to.Get<To>(), from.Get<float>(), mode, static_cast<uint32_t>(values.size()));
        bits = Read(to.Get<Bits>(), values.size());
    }));
    return bits;
}

// BL-14.
TEST(Cast, BL14RoundsTiesAsTheModeSays) {
    const auto float_of = [](uint32_t bits) {
        float value;
        std::memcpy(&value, &bits, sizeof(value));
        return value;
    };
    EXPECT_EQ((BitsOfCast<uint16_t, half>({1.0f + 0x1p-11f, 1.0f + 3 * 0x1p-11f}, RoundMode::CAST_RINT)),
              (std::vector<uint16_t>{0x3C00, 0x3C02}));
    EXPECT_EQ((BitsOfCast<uint16_t, bfloat16_t>({float_of(0x3F808000), float_of(0x3F818000)},
                                                RoundMode::CAST_RINT)),
              (std::vector<uint16_t>{0x3F80, 0x3F82}));
    const std::vector<float> ties = {0.5f, -0.5f, 1.5f, -1.5f, 2.5f, -2.5f};
    EXPECT_EQ((BitsOfCast<int32_t, int32_t>(ties, RoundMode::CAST_RINT)),
              (std::vector<int32_t>{0, 0, 2, -2, 2, -2}));
    EXPECT_EQ((BitsOfCast<int32_t, int32_t>(ties, RoundMode::CAST_ROUND)),
              (std::vector<int32_t>{1, -1, 2, -2, 3, -3}));
    EXPECT_EQ((BitsOfCast<uint16_t, half>({float_of(0x4780EE29)}, RoundMode::CAST_RINT)),
              (std::vector<uint16_t>{0x7C00}));  // 66012.32 in the inf/nan mode
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
