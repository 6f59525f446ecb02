// CreateVecIndex, ArithProgression (Arange) and Brcb.
#include "aicore/value_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

// The documented way of working: `start` values from the first one, then steps of blocks and of repeats.
template <typename T>
std::vector<T> ReferenceProgression(double first, double difference, size_t start, size_t n) {
    const auto rounded = [](double value) {
        if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(static_cast<int64_t>(value));
        } else {
            return T(float(value));
        }
    };
    constexpr size_t kPerBlock = 32 / sizeof(T);
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    std::vector<T> values;
    for (size_t i = 0; i < n; ++i) {
        if (i < start) {
            values.push_back(rounded(first + difference * double(i)));
        } else {
            const size_t back = i < kPerRepeat ? kPerBlock : kPerRepeat;
            const T step = rounded(difference * double(back));
            values.push_back(rounded(double(values[i - back]) + double(step)));
        }
    }
    return values;
}

template <typename T>
std::vector<T> RunFill(std::string_view soc, const std::function<void(const LocalTensor<T>&)>& call) {
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    return RunOn<T>(soc, old, old, old, [&](const Tensors<T>& t) { call(t.d); });
}

template <typename T>
void ExpectEqual(const std::vector<T>& actual, const std::vector<T>& expected) {
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0)
            << i << ": " << double(actual[i]) << ", expected " << double(expected[i]);
    }
}

template <typename T>
void CheckIndices(std::string_view soc, T first) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    const bool a2 = soc == "Ascend910B1";
    const auto by_count =
        ReferenceProgression<T>(double(first), 1, a2 ? 32 / sizeof(T) : kPerRepeat, kElements);
    const auto by_bits = ReferenceProgression<T>(double(first), 1, kPerRepeat, kElements);
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    for (const uint32_t count : {0u, 1u, 7u, 8u, 17u, 64u, 65u, 128u, 200u, 1000u, 4096u}) {
        std::vector<T> expected = old;
        std::copy_n(by_count.begin(), count, expected.begin());
        ExpectEqual(RunFill<T>(soc, [&](const auto& t) { CreateVecIndex(t, first, count); }), expected);
    }
    uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
    std::vector<T> masked = old;
    std::vector<T> numbered = old;
    for (size_t r = 0; r < 3; ++r) {
        for (size_t e = 0; e < kPerRepeat; ++e) {
            const size_t at = (r * 17 + e * sizeof(T) / 32 * 2) * 32 / sizeof(T) + e % (32 / sizeof(T));
            if (((bits[e / 64] >> (e % 64)) & 1u) != 0) {
                masked[at] = by_bits[r * kPerRepeat + e];
            }
            if (e < 37) {
                numbered[at] = by_count[r * kPerRepeat + e];
            }
        }
    }
    ExpectEqual(RunFill<T>(soc, [&](const auto& t) { CreateVecIndex(t, first, bits, 3, 2, 17); }), masked);
    ExpectEqual(RunFill<T>(soc, [&](const auto& t) { CreateVecIndex(t, first, uint64_t(37), 3, 2, 17); }),
                numbered);
    ExpectEqual(RunFill<T>(soc, [&](const auto& t) { CreateVecIndex(t, first, uint64_t(37), 0, 2, 17); }),
                old);
}

TEST(CreateVecIndex, CountsUpAsTheChipDoes) {
    for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
        CheckIndices<half>(soc, half(0.0f));
        CheckIndices<half>(soc, half(2000.0f));  // steps of one get lost from 2048 on
        CheckIndices<half>(soc, half(-5.25f));
        CheckIndices<float>(soc, 0.0f);
        CheckIndices<float>(soc, 16777000.0f);
        CheckIndices<int16_t>(soc, int16_t(32700));  // wraps
        CheckIndices<int32_t>(soc, -3);
    }
}

TEST(CreateVecIndex, GivesEqualBitsOnEveryInstructionSet) {
    const auto check = [](auto first) {
        using T = decltype(first);
        for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
            ExpectEqualOnEveryTarget([&] {
                return RunFill<T>(soc, [&](const auto& t) {
                    CreateVecIndex(t, first, 1001u);
                    CreateVecIndex(t[2048], first, uint64_t(37), 3, 2, 17);
                });
            });
        }
    };
    check(half(0.3f));
    check(16777000.7f);
    check(int16_t(32700));
    check(int32_t(-3));
}

TEST(ArithProgression, AddsStepsOfBlocksAndRepeats) {
    const auto check = [](auto first, auto difference) {
        using T = decltype(first);
        const auto reference =
            ReferenceProgression<T>(double(first), double(difference), 32 / sizeof(T), kElements);
        for (const int32_t count : {0, 1, 8, 16, 17, 100, 128, 300, 4096}) {
            std::vector<T> expected(kElements, FromBits<T>(0x5A5A5A5Au));
            std::copy_n(reference.begin(), count, expected.begin());
            ExpectEqual(
                RunFill<T>("Ascend910B1", [&](const auto& t) { Arange(t, first, difference, count); }),
                expected);
        }
    };
    check(half(1.0f), half(0.25f));
    check(half(0.0f), half(3.0f));
    check(int16_t(-7), int16_t(100));
    check(int32_t(5), int32_t(1000003));
    check(1.0f, 0.5f);
    ExpectEqualOnEveryTarget(
        [] { return RunFill<float>("Ascend910B1", [](const auto& t) { Arange(t, 0.1f, 0.7f, 1001); }); });
    ExpectFault(RunKernel(
                    [] {
                        TPipe pipe;
                        TBuf<> buffer;
                        pipe.InitBuffer(buffer, 1024);
                        ArithProgression(buffer.Get<float>(), 0.0f, 1.0f, 8);
                    },
                    {.soc = "Ascend310B1"}),
                507015, {"Ascend310B1 has no ArithProgression on float"});
}

template <typename T>
void CheckBrcb() {
    const std::vector<T> src = Values<T>(kElements, 41);
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    constexpr size_t kPerBlock = 32 / sizeof(T);
    for (const BrcbRepeatParams& params :
         {BrcbRepeatParams(1, 8), BrcbRepeatParams(0, 9), BrcbRepeatParams(2, 17)}) {
        std::vector<T> expected = old;
        const size_t blk = params.dstBlkStride == 0 ? 1 : params.dstBlkStride;
        for (size_t r = 0; r < 3; ++r) {
            for (size_t b = 0; b < 8; ++b) {
                std::fill_n(
                    expected.begin() + std::ptrdiff_t((r * params.dstRepStride + b * blk) * kPerBlock),
                    kPerBlock, src[r * 8 + b]);
            }
        }
        const auto actual = RunOn<T>("Ascend910B1", old, src, src,
                                     [&](const Tensors<T>& t) { Brcb(t.d, t.a, uint8_t(3), params); });
        ExpectEqual(actual, expected);
    }
    ExpectEqual(RunOn<T>("Ascend910B1", old, src, src,
                         [&](const Tensors<T>& t) {
                             Brcb(t.d, t.a, 0, {1, 8});
                         }),
                old);
}

TEST(Brcb, FillsABlockWithEachElement) {
    CheckBrcb<half>();
    CheckBrcb<bfloat16_t>();
    CheckBrcb<float>();
    CheckBrcb<int16_t>();
    CheckBrcb<uint16_t>();
    CheckBrcb<int32_t>();
    CheckBrcb<uint32_t>();
}

TEST(Brcb, IsRefusedOutOfPlaceAndOn310B) {
    const auto run = [](std::string_view soc, uint32_t first, uint8_t repeats) {
        return RunKernel(
            [=] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 8192);
                const auto t = buffer.Get<float>();
                Brcb(t, t[first], repeats, {1, 2000});
            },
            {.soc = soc});
    };
    ExpectFault(run("Ascend310B1", 1024, 1), 507015,
                {"Ascend310B1 has no Brcb on float, or on any other type"});
    ExpectFault(run("Ascend910B1", 4, 1), 507035,
                {"src starts at byte address 16, expected a multiple of 32"});
    ExpectFault(run("Ascend910B1", 1024, 5), 507035, {"dst ends at byte 256256, expected at most 196608"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
