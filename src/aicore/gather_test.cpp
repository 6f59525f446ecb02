// Gather, Scatter, Gatherb and GatherMask.
#include <numeric>

#include "aicore/instruction_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

template <typename T>
struct GatherTensors {
    LocalTensor<T> dst, src;
    LocalTensor<uint32_t> offsets;
};

// Runs the call and returns the destination's buffer, whose bytes were 0x5A before.
template <typename T>
std::vector<T> RunGather(std::string_view soc, const std::vector<T>& src,
                         const std::vector<uint32_t>& offsets,
                         const std::function<void(const GatherTensors<T>&)>& call) {
    std::vector<T> result;
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], uint32_t(kElements * sizeof(T)));
            pipe.InitBuffer(buffers[1], uint32_t(kElements * sizeof(T)));
            pipe.InitBuffer(buffers[2], kElements * 4);
            const GatherTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<uint32_t>()};
            Fill(t.dst, old.data(), old.size() * sizeof(T));
            Fill(t.src, src.data(), src.size() * sizeof(T));
            Fill(t.offsets, offsets.data(), offsets.size() * 4);
            call(t);
            result = Read(t.dst, kElements);
        },
        {.soc = soc}));
    return result;
}

template <typename T>
void ExpectEqual(const std::vector<T>& actual, const std::vector<T>& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0) << what << " element " << i;
    }
}

template <typename T>
std::vector<T> Bytes(uint64_t seed) {
    std::vector<T> values(kElements);
    std::mt19937_64 random(seed);
    for (T& value : values) {
        value = FromBits<T>(static_cast<uint32_t>(random()));
    }
    return values;
}

std::vector<uint32_t> Offsets(uint64_t seed, size_t size, uint32_t elements) {
    std::mt19937_64 random(seed);
    std::vector<uint32_t> offsets(kElements);
    for (uint32_t& offset : offsets) {
        offset = static_cast<uint32_t>(random() % elements * size);
    }
    return offsets;
}

template <typename T>
void CheckGather(std::string_view soc) {
    const std::vector<T> src = Bytes<T>(51);
    const std::vector<uint32_t> offsets = Offsets(52, sizeof(T), kElements - 16);
    const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
    const auto taken = [&](size_t i, size_t base) { return src[offsets[i] / sizeof(T) + base]; };
    for (const uint32_t count : {0u, 1u, 31u, 64u, 129u, 1000u, kElements}) {
        std::vector<T> expected = old;
        for (size_t i = 0; i < count; ++i) {
            expected[i] = taken(i, 3);
        }
        ExpectEqual(
            RunGather<T>(soc, src, offsets,
                         [&](const auto& t) { Gather(t.dst, t.src, t.offsets, 3 * sizeof(T), count); }),
            expected, "Gather " + std::to_string(count));
    }
    constexpr size_t kPerRepeat = sizeof(T) == 4 ? 64 : 128;
    uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
    std::vector<T> by_bits = old;
    std::vector<T> by_number = old;
    for (size_t r = 0; r < 3; ++r) {
        for (size_t e = 0; e < kPerRepeat; ++e) {
            const size_t at = r * 11 * 32 / sizeof(T) + e;
            if (((bits[e / 64] >> (e % 64)) & 1u) != 0) {
                by_bits[at] = taken(r * kPerRepeat + e, 0);
            }
            if (e < 50) {
                by_number[at] = taken(r * kPerRepeat + e, 0);
            }
        }
    }
    ExpectEqual(RunGather<T>(soc, src, offsets,
                             [&](const auto& t) { Gather(t.dst, t.src, t.offsets, 0, bits, 3, 11); }),
                by_bits, "Gather by bits");
    ExpectEqual(RunGather<T>(soc, src, offsets,
                             [&](const auto& t) { Gather(t.dst, t.src, t.offsets, 0, uint64_t(50), 3, 11); }),
                by_number, "Gather by number");
}

TEST(Gather, TakesElementsAtByteOffsets) {
    CheckGather<half>("Ascend910B1");
    CheckGather<float>("Ascend910B1");
    CheckGather<int32_t>("Ascend910B1");
    CheckGather<uint16_t>("Ascend910B1");
    CheckGather<uint8_t>("Ascend310B1");
    CheckGather<float>("Ascend310B1");
}

TEST(Gather, RefusesBadOffsetsAndChangesNothing) {
    const std::vector<float> src = Bytes<float>(53);
    const auto gather = [&](std::string_view soc, uint32_t offset, uint32_t base) {
        std::vector<float> result;
        const base::Status status = RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffers[2];
                pipe.InitBuffer(buffers[0], 4096);
                pipe.InitBuffer(buffers[1], 4096);
                const auto t = buffers[0].Get<float>();
                const auto offsets = buffers[1].Get<uint32_t>();
                Duplicate(offsets, 0u, 64);
                Duplicate(t, 7.0f, 1024);
                offsets.SetValue(63, offset);
                Gather(t, t[512], offsets, base, 64u);
            },
            {.soc = soc});
        return status;
    };
    ExpectRuns(gather("Ascend910B1", 196608 - 2048 - 4, 0));
    ExpectFault(gather("Ascend910B1", 196608 - 2048, 0), 507035,
                {"Gather(dst VECCALC float at byte 0, src VECCALC float at byte 2048, srcOffset VECCALC "
                 "uint32_t at byte "
                 "4096, count 64)",
                 "offset 63 is 194560 bytes: the element ends at byte 196612 of UB, expected at most 196608",
                 "gather_test.cpp:"});
    ExpectFault(
        gather("Ascend910B1", 6, 0), 507035,
        {"offset 63 is 6 bytes from base 0, expected a multiple of 4", "offsets count bytes, not elements"});
    ExpectFault(gather("Ascend910B1", 4, 2), 507035, {"from base 2, expected a multiple of 4"});
    ExpectFault(gather("Ascend910B1", 0xFFFFFFFCu, 0), 507035, {"expected at most 196608"});
    // Offsets of 16-bit elements reach 2^17 bytes on 310B.
    const auto halves = [](uint32_t offset) {
        return RunKernel(
            [=] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 4096);
                const auto offsets = buffer.Get<uint32_t>()[512];
                offsets.SetValue(0, offset);
                Gather(buffer.Get<half>(), buffer.Get<half>(), offsets, 0, 1u);
            },
            {.soc = "Ascend310B1"});
    };
    ExpectRuns(halves(131070));
    ExpectFault(halves(131072), 507015, {"offset 0 is 131072 bytes, expected at most 131070 on Ascend310B1"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 4096);
                    Gather(buffer.Get<uint8_t>(), buffer.Get<uint8_t>(), buffer.Get<uint32_t>(), 0, 1u);
                }),
                507035,
                {"Ascend910B1 has no Gather on uint8_t, it takes int16_t, uint16_t, half, bfloat16_t"});
}

TEST(Scatter, PutsElementsAtByteOffsetsWhereTheChipHasIt) {
    const std::vector<half> src = Bytes<half>(54);
    std::vector<uint32_t> places(kElements);
    std::iota(places.begin(), places.end(), 0u);
    std::mt19937_64 random(55);
    std::shuffle(places.begin(), places.begin() + 1000, random);
    std::vector<uint32_t> offsets = places;
    for (uint32_t& offset : offsets) {
        offset *= 2;
    }
    std::vector<half> expected(kElements, FromBits<half>(0x5A5A));
    for (size_t i = 0; i < 700; ++i) {
        expected[places[i] + 5] = src[i];
    }
    ExpectEqual(RunGather<half>("Ascend310B1", src, offsets,
                                [](const auto& t) { Scatter(t.dst, t.src, t.offsets, 10, 700u); }),
                expected, "Scatter");
    std::vector<half> masked(kElements, FromBits<half>(0x5A5A));
    for (size_t r = 0; r < 2; ++r) {
        for (size_t e = 0; e < 40; ++e) {
            masked[places[r * 128 + e]] = src[r * 9 * 16 + e];
        }
    }
    ExpectEqual(
        RunGather<half>("Ascend310B1", src, offsets,
                        [](const auto& t) { Scatter(t.dst, t.src, t.offsets, 0, uint64_t(40), 2, 9); }),
        masked, "Scatter by number");
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 4096);
                    Scatter(buffer.Get<float>(), buffer.Get<float>(), buffer.Get<uint32_t>(), 0, 1u);
                }),
                507035, {"Ascend910B1 has no Scatter on float"});
}

TEST(Gatherb, TakesBlocksAtByteOffsets) {
    const std::vector<uint16_t> src = Bytes<uint16_t>(56);
    const std::vector<uint32_t> offsets = Offsets(57, 32, kElements / 16);
    for (const GatherRepeatParams& params :
         {GatherRepeatParams(1, 8), GatherRepeatParams(0, 10), GatherRepeatParams(2, 17)}) {
        std::vector<uint16_t> expected(kElements, 0x5A5A);
        const size_t blk = params.dstBlkStride == 0 ? 1 : params.dstBlkStride;
        for (size_t i = 0; i < 24; ++i) {
            std::memcpy(&expected[(i / 8 * params.dstRepStride + i % 8 * blk) * 16], &src[offsets[i] / 2],
                        32);
        }
        ExpectEqual(RunGather<uint16_t>("Ascend910B1", src, offsets,
                                        [&](const auto& t) { Gatherb(t.dst, t.src, t.offsets, 3, params); }),
                    expected, "Gatherb");
    }
    const auto bad = [](uint32_t offset) {
        return RunKernel([=] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 4096);
            const auto t = buffer.Get<uint32_t>();
            Duplicate(t[512], 0u, 64);
            t.SetValue(517, offset);
            Gatherb(t, t, t[512], 1, {1, 8});
        });
    };
    ExpectFault(bad(16), 507035, {"offset 5 is 16 bytes from base 0, expected a multiple of 32"});
    ExpectFault(bad(196608), 507035, {"ends at byte 196640 of UB"});
    ExpectRuns(bad(196576));
}

// ---- GatherMask

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
void CheckGatherMask() {
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
                ExpectEqual(RunGather<T>("Ascend910B1", src, bits,
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
            ExpectEqual(RunGather<T>("Ascend910B1", src, bits,
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
    CheckGatherMask<half, uint16_t>();
    CheckGatherMask<float, uint32_t>();
    CheckGatherMask<int16_t, uint16_t>();
    CheckGatherMask<uint32_t, uint32_t>();
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
