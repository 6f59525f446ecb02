// Shifts by every amount, and the bitwise instructions' count of 16-bit words.
#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

template <typename T>
void CheckShifts(std::string_view soc) {
    constexpr int kWidth = 8 * sizeof(T);
    const std::vector<T> values = Values<T>(kElements, 41);
    for (int by = 0; by <= kWidth + 1; ++by) {
        const auto check = [&](const char* what, auto call, auto expected) {
            const std::vector<T> actual = RunOn<T>(soc, values, values, values, call);
            for (size_t i = 0; i < kElements; ++i) {
                const T right = i < 256 ? static_cast<T>(expected(Wide(values[i]))) : values[i];
                ASSERT_EQ(actual[i], right) << what << " of " << values[i] << " by " << by << " on " << soc;
            }
        };
        const T s = static_cast<T>(by);
        constexpr bool kSigned = std::is_signed_v<T>;
        check(
            "ShiftLeft", [&](const Tensors<T>& t) { ShiftLeft(t.d, t.a, s, 256); },
            [&](Wide a) { return ShiftedLeft(a, by, kWidth, kSigned); });
        check(
            "ShiftRight", [&](const Tensors<T>& t) { ShiftRight(t.d, t.a, s, 256); },
            [&](Wide a) { return ShiftedRight(a, by, kWidth); });
        if (soc == "Ascend910B1") {
            const auto rounded = [&](Wide a) {
                const Wide last = kSigned && by > 0 ? ShiftedRight(a, by - 1, kWidth) & 1 : 0;
                return ShiftedRight(a, by, kWidth) + last;
            };
            constexpr uint64_t kPerRepeat = 256 / sizeof(T);
            constexpr auto kRepeats = static_cast<uint8_t>(256 / kPerRepeat);
            check(
                "ShiftRight rounding",
                [&](const Tensors<T>& t) {
                    ShiftRight(t.d, t.a, s, kPerRepeat, kRepeats, {1, 1, 8, 8}, true);
                },
                rounded);
            uint64_t bits[2] = {~uint64_t(0), ~uint64_t(0)};
            check(
                "ShiftRight rounding",
                [&](const Tensors<T>& t) {
                    ShiftRight(t.d, t.a, s, bits, kRepeats, {1, 1, 8, 8}, true);
                },
                rounded);
            check(
                "ShiftRight",
                [&](const Tensors<T>& t) {
                    ShiftRight(t.d, t.a, s, bits, kRepeats, {1, 1, 8, 8}, false);
                },
                [&](Wide a) { return ShiftedRight(a, by, kWidth); });
        }
    }
}

TEST(Shift, MovesBitsByEveryAmount) {
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        CheckShifts<int16_t>(soc);
        CheckShifts<uint16_t>(soc);
        CheckShifts<int32_t>(soc);
        CheckShifts<uint32_t>(soc);
    }
}

// The numbers of the public reference: 1010101010101010 as int16_t, and 17 shifted by 5 with rounding.
TEST(Shift, AgreesWithTheExamplesOfTheReference) {
    std::vector<int16_t> values(kElements, int16_t(0xAAAA));
    values[1] = 17;
    const auto at = [&](size_t i, const std::function<void(const Tensors<int16_t>&)>& call) {
        return static_cast<uint16_t>(RunOn<int16_t>("Ascend910B1", values, values, values, call)[i]);
    };
    EXPECT_EQ(at(0, [](const auto& t) { ShiftLeft(t.d, t.a, int16_t(1), 16); }), 0b1101010101010100);
    EXPECT_EQ(at(0, [](const auto& t) { ShiftLeft(t.d, t.a, int16_t(3), 16); }), 0b1101010101010000);
    EXPECT_EQ(at(0, [](const auto& t) { ShiftRight(t.d, t.a, int16_t(1), 16); }), 0b1101010101010101);
    EXPECT_EQ(at(0, [](const auto& t) { ShiftRight(t.d, t.a, int16_t(3), 16); }), 0b1111010101010101);
    EXPECT_EQ(at(1,
                 [](const auto& t) {
                     ShiftRight(t.d, t.a, int16_t(5), uint64_t(16), 1, UnaryRepeatParams(), true);
                 }),
              1);
}

TEST(Shift, RoundingIsRefusedWhereTheChipLacksIt) {
    ExpectFault(
        RunKernel(
            [] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 1024);
                const auto t = buffer.Get<int16_t>();
                ShiftRight(t, t, int16_t(2), uint64_t(16), 1, UnaryRepeatParams(), true);
            },
            {.soc = "Ascend310B1"}),
        507015,
        {"Ascend310B1 has no ShiftRight (ShiftRightRound) on int16_t", "scalar 2, mask 16, repeat 1"});
}

// count counts 16-bit words whatever the elements are.
template <typename T>
void CheckWords() {
    const std::vector<T> d = Values<T>(kElements, 51);
    const std::vector<T> a = Values<T>(kElements, 52);
    const std::vector<T> b = Values<T>(kElements, 53);
    const auto check = [&](const std::function<void(const Tensors<T>&)>& call,
                           const std::function<uint8_t(uint8_t, uint8_t)>& byte) {
        const std::vector<T> actual = RunOn<T>("Ascend910B1", d, a, b, call);
        std::vector<T> expected = d;
        for (size_t i = 0; i < 2 * 37; ++i) {
            reinterpret_cast<uint8_t*>(expected.data())[i] = byte(
                reinterpret_cast<const uint8_t*>(a.data())[i], reinterpret_cast<const uint8_t*>(b.data())[i]);
        }
        EXPECT_EQ(std::memcmp(actual.data(), expected.data(), kElements * sizeof(T)), 0) << sizeof(T);
    };
    check([](const Tensors<T>& t) { And(t.d, t.a, t.b, 37); },
          [](uint8_t x, uint8_t y) { return uint8_t(x & y); });
    check([](const Tensors<T>& t) { Or(t.d, t.a, t.b, 37); },
          [](uint8_t x, uint8_t y) { return uint8_t(x | y); });
    check([](const Tensors<T>& t) { Not(t.d, t.a, 37); }, [](uint8_t x, uint8_t) { return uint8_t(~x); });
}

TEST(Bitwise, CountsWordsOf16BitsOnAscend910B) {
    CheckWords<uint8_t>();
    CheckWords<int8_t>();
    CheckWords<int16_t>();
    CheckWords<uint16_t>();
    CheckWords<int32_t>();
    CheckWords<uint32_t>();
}

TEST(Bitwise, OtherFormsAndChipsTakeWordsOnly) {
    const auto run = [](std::string_view soc, const std::function<void(const LocalTensor<int32_t>&)>& call) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 1024);
                call(buffer.Get<int32_t>());
            },
            {.soc = soc});
    };
    ExpectFault(
        run("Ascend910B1", [](const auto& t) { And(t, t, t, uint64_t(64), 1, BinaryRepeatParams()); }),
        507035, {"Ascend910B1 has no And on int32_t, it takes int16_t, uint16_t"});
    ExpectFault(run("Ascend310B1", [](const auto& t) { Or(t, t, t, 8); }), 507015,
                {"Ascend310B1 has no Or on int32_t"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
