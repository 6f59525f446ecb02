// Gather, Scatter and Gatherb.
#include <numeric>

#include "aicore/gather_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

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
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>(
        Opcode::kGather, [](auto element, std::string_view soc) { CheckGather<decltype(element)>(soc); });
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

template <typename T>
void CheckScatter(std::string_view soc) {
    constexpr size_t kPerRepeat = sizeof(T) == 4 ? 64 : 128;
    const std::vector<T> src = Bytes<T>(54);
    std::vector<uint32_t> places(kElements);
    std::iota(places.begin(), places.end(), 0u);
    std::mt19937_64 random(55);
    std::shuffle(places.begin(), places.begin() + 1000, random);
    std::vector<uint32_t> offsets = places;
    for (uint32_t& offset : offsets) {
        offset *= sizeof(T);
    }
    std::vector<T> expected(kElements, FromBits<T>(0x5A5A5A5Au));
    for (size_t i = 0; i < 700; ++i) {
        expected[places[i] + 5] = src[i];
    }
    ExpectEqual(RunGather<T>(soc, src, offsets,
                             [](const auto& t) { Scatter(t.dst, t.src, t.offsets, 5 * sizeof(T), 700u); }),
                expected, "Scatter");
    std::vector<T> masked(kElements, FromBits<T>(0x5A5A5A5Au));
    for (size_t r = 0; r < 2; ++r) {
        for (size_t e = 0; e < 40; ++e) {
            masked[places[r * kPerRepeat + e]] = src[r * 9 * 32 / sizeof(T) + e];
        }
    }
    ExpectEqual(RunGather<T>(soc, src, offsets,
                             [](const auto& t) { Scatter(t.dst, t.src, t.offsets, 0, uint64_t(40), 2, 9); }),
                masked, "Scatter by number");
}

TEST(Scatter, PutsElementsAtByteOffsetsWhereTheChipHasIt) {
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, int32_t, uint32_t, float>(
        Opcode::kScatter, [](auto element, std::string_view soc) { CheckScatter<decltype(element)>(soc); });
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 4096);
                    Scatter(buffer.Get<float>(), buffer.Get<float>(), buffer.Get<uint32_t>(), 0, 1u);
                }),
                507035, {"Ascend910B1 has no Scatter on float"});
}

template <typename T>
void CheckGatherBlocks(std::string_view soc) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    const std::vector<T> src = Bytes<T>(56);
    const std::vector<uint32_t> offsets = Offsets(57, 32, kElements / kPerBlock);
    for (const GatherRepeatParams& params :
         {GatherRepeatParams(1, 8), GatherRepeatParams(0, 10), GatherRepeatParams(2, 17)}) {
        std::vector<T> expected(kElements, FromBits<T>(0x5A5A5A5Au));
        const size_t blk = params.dstBlkStride == 0 ? 1 : params.dstBlkStride;
        for (size_t i = 0; i < 24; ++i) {
            std::memcpy(&expected[(i / 8 * params.dstRepStride + i % 8 * blk) * kPerBlock],
                        &src[offsets[i] / sizeof(T)], 32);
        }
        ExpectEqual(RunGather<T>(soc, src, offsets,
                                 [&](const auto& t) { Gatherb(t.dst, t.src, t.offsets, 3, params); }),
                    expected, "Gatherb");
    }
}

TEST(Gatherb, TakesBlocksAtByteOffsets) {
    ForTypes<int8_t, uint8_t, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float, int64_t>(
        Opcode::kGatherb,
        [](auto element, std::string_view soc) { CheckGatherBlocks<decltype(element)>(soc); });
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

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
