// GatherMask.
#include <numeric>

#include "aicore/gather_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

template <typename T>
struct Kept {
    std::vector<T> values;
    uint64_t count;
};

template <typename T>
Kept<T> ReferenceMask(const std::vector<T>& src, const GatherMaskParams& p, size_t per_repeat,
                      const std::function<bool(size_t repeat, size_t element)>& chosen) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    Kept<T> kept{std::vector<T>(kElements, FromBits<T>(0x5A5A5A5Au)), 0};
    for (size_t r = 0; r < p.repeatTimes; ++r) {
        for (size_t e = 0; e < per_repeat; ++e) {
            if (chosen(r, e)) {
                const size_t at =
                    (r * p.src0RepeatStride + e / kPerBlock * p.src0BlockStride) * kPerBlock + e % kPerBlock;
                kept.values[kept.count++] = src[at];
            }
        }
    }
    return kept;
}

bool InPattern(uint8_t pattern, size_t element) {
    switch (pattern) {
        case 1:
            return element % 2 == 0;
        case 2:
            return element % 2 == 1;
        case 7:
            return true;
        default:
            return element % 4 == pattern - 3u;
    }
}

template <typename T, typename U>
void CheckGatherMask(std::string_view soc) {
    const std::vector<T> src = Bytes<T>(58);
    std::vector<uint32_t> bits(kElements);
    std::mt19937_64 random(59);
    for (uint32_t& word : bits) {
        word = static_cast<uint32_t>(random());
    }
    const auto bit_at = [&](size_t byte_offset, size_t e) {
        return ((reinterpret_cast<const uint8_t*>(bits.data())[byte_offset + e / 8] >> (e % 8)) & 1u) != 0;
    };
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    for (const GatherMaskParams& p :
         {GatherMaskParams(1, 3, 8, 0), GatherMaskParams(2, 4, 19, 1), GatherMaskParams(1, 1, 0, 0)}) {
        for (const uint32_t mask : {0u, 1u, 37u, 70u, 300u}) {  // 0: reduceMode false
            const size_t per_repeat = mask == 0 ? kPerRepeat : mask;
            for (uint8_t pattern = 1; pattern <= 7; ++pattern) {
                const auto expected = ReferenceMask<T>(
                    src, p, per_repeat, [&](size_t, size_t e) { return InPattern(pattern, e); });
                uint64_t count = 99;
                ExpectEqual(RunGather<T>(soc, src, bits,
                                         [&](const auto& t) {
                                             SetMaskCount();
                                             GatherMask(t.dst, t.src, pattern, mask != 0, mask, p, count);
                                             EXPECT_EQ(GetGatherMaskRemainCount(), int64_t(count));
                                         }),
                            expected.values, "pattern " + std::to_string(pattern));
                EXPECT_EQ(count, expected.count);
            }
            const auto expected = ReferenceMask<T>(src, p, per_repeat, [&](size_t r, size_t e) {
                return bit_at(r * p.src1RepeatStride * 32, e);
            });
            uint64_t count = 99;
            ExpectEqual(RunGather<T>(soc, src, bits,
                                     [&](const auto& t) {
                                         GatherMask(t.dst, t.src, t.offsets.template ReinterpretCast<U>(),
                                                    mask != 0, mask, p, count);
                                     }),
                        expected.values, "bits");
            EXPECT_EQ(count, expected.count);
        }
    }
}

TEST(GatherMask, PacksWhatPatternsAndBitsChoose) {
    ForTypes<int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>(
        Opcode::kGatherMask, [](auto element, std::string_view soc) {
            using T = decltype(element);
            CheckGatherMask<T, std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>>(soc);
        });
}

TEST(GatherMask, WorksInPlaceAndLeavesAFullMaskInNormalMode) {
    std::vector<float> src(kElements);
    std::iota(src.begin(), src.end(), 0.0f);
    uint64_t count = 0;
    const auto result = RunGather<float>("Ascend910B1", src, {}, [&](const auto& t) {
        GatherMask(t.src, t.src, 2, false, 0, {1, 4, 8, 0}, count);
        Adds<float, false>(t.dst, t.src, 0.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    });
    EXPECT_EQ(count, 128u);
    for (size_t i = 0; i < 64; ++i) {
        EXPECT_EQ(result[i], float(2 * i + 1));
    }
    const float untouched = FromBits<float>(0x5A5A5A5Au);
    EXPECT_EQ(result[64], untouched);
}

TEST(GatherMask, CountsElementsInAllOn310P) {
    std::vector<half> src(kElements);
    std::iota(src.begin(), src.end(), 0.0f);
    uint64_t count = 0;
    RunGather<half>("Ascend310P3", src, {}, [&](const auto& t) {
        GatherMask(t.dst, t.src, 1, true, 301, {1, 1, 8, 0}, count);
    });
    EXPECT_EQ(count, 151u);
}

TEST(GatherMask, RefusesWrongPatterns) {
    const auto run = [](std::string_view soc,
                        const std::function<void(const LocalTensor<float>&, uint64_t&)>& call) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 4096);
                uint64_t count = 0;
                call(buffer.Get<float>(), count);
            },
            {.soc = soc});
    };
    using Tensor = const LocalTensor<float>&;
    const GatherMaskParams params(1, 1, 8, 0);
    ExpectFault(
        run("Ascend910B1", [&](Tensor t, uint64_t& n) { GatherMask(t, t, uint8_t(8), false, 0, params, n); }),
        507035,
        {"GatherMask(dst VECCALC float at byte 0, src0 VECCALC float at byte 0, pattern 8, reduceMode false, "
         "mask "
         "0, repeat 1)",
         "src1Pattern is 8, expected 1 to 7 on Ascend910B1"});
    ExpectFault(
        run("Ascend910B1", [&](Tensor t, uint64_t& n) { GatherMask(t, t, uint8_t(0), false, 0, params, n); }),
        507035, {"src1Pattern is 0, expected 1 to 7"});
    ExpectFault(
        run("Ascend310P3", [&](Tensor t, uint64_t& n) { GatherMask(t, t, uint8_t(7), false, 0, params, n); }),
        507015, {"expected 1 to 6 on Ascend310P3"});
    ExpectFault(run("Ascend910B1",
                    [&](Tensor t, uint64_t& n) {
                        GatherMask(t, t, t.ReinterpretCast<uint16_t>(), false, 0, params, n);
                    }),
                507035, {"src1Pattern is of uint16_t, expected uint32_t for elements of 4 bytes"});
    ExpectFault(run("Ascend910B1",
                    [&](Tensor t, uint64_t& n) { GatherMask(t, t, uint8_t(1), true, 70000, params, n); }),
                507035, {"ends at byte 280000, expected at most 196608"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
