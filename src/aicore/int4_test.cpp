// int4b_t: two elements to a byte. Expected values: by hand from the rounding modes and the documented
// layout, the first element in the low half of a byte.
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

struct Buffers {
    LocalTensor<int4b_t> nibbles;
    LocalTensor<uint8_t> bytes;
    LocalTensor<half> halves;
};

base::Status WithBuffers(const std::function<void(Buffers&)>& body, std::string_view soc = "Ascend910B1") {
    return RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> first;
            TBuf<> second;
            pipe.InitBuffer(first, 512);
            pipe.InitBuffer(second, 1024);
            Buffers buffers = {first.Get<int4b_t>(), first.Get<uint8_t>(), second.Get<half>()};
            for (uint32_t i = 0; i < 512; ++i) {
                buffers.bytes.SetValue(i, 0xA5);
                buffers.halves.SetValue(i, -77.0f);
            }
            body(buffers);
        },
        {.soc = soc});
}

TEST(Int4, SharesBytes) {
    ExpectRuns(WithBuffers([](Buffers& buffers) {
        EXPECT_EQ(buffers.nibbles.GetSize(), 1024u);
        EXPECT_EQ(int8_t(buffers.nibbles.GetValue(0)), 5);
        EXPECT_EQ(int8_t(buffers.nibbles.GetValue(1)), -6);
        buffers.nibbles.SetValue(1, -8);
        buffers.nibbles.SetValue(2, 7);
        EXPECT_EQ(buffers.bytes.GetValue(0), 0x85);
        EXPECT_EQ(buffers.bytes.GetValue(1), 0xA7);
        EXPECT_EQ(buffers.nibbles[64].address(), buffers.nibbles.address() + 32);
        EXPECT_EQ(buffers.nibbles[64].GetSize(), 960u);
        EXPECT_EQ(buffers.bytes.ReinterpretCast<int4b_t>().GetSize(), 1024u);
        EXPECT_EQ(int8_t(int4b_t(-3)), -3);
    }));
}

TEST(Int4, CastsToHalf) {
    ExpectRuns(WithBuffers([](Buffers& buffers) {
        for (int32_t i = 0; i < 16; ++i) {
            buffers.nibbles.SetValue(static_cast<uint32_t>(i), i - 8);
        }
        Cast(buffers.halves, buffers.nibbles, RoundMode::CAST_NONE, 131);
        for (uint32_t i = 0; i < 131; ++i) {
            const float expected = i < 16 ? float(i) - 8 : i % 2 == 0 ? 5.0f : -6.0f;
            EXPECT_EQ(float(buffers.halves.GetValue(i)), expected) << i;
        }
        EXPECT_EQ(float(buffers.halves.GetValue(131)), -77.0f);
    }));
}

TEST(Int4, CastsFromHalfWithEveryMode) {
    const float inputs[] = {2.5f, -2.5f, 3.5f, -0.75f, 0.25f, 100.0f, -100.0f, NAN, INFINITY, 6.999f, 0.0f};
    constexpr int8_t kExpected[][11] = {
        {2, -2, 4, -1, 0, 7, -8, 0, 7, 7, 0},  // CAST_NONE: as CAST_RINT
        {2, -2, 4, -1, 0, 7, -8, 0, 7, 7, 0},  // CAST_RINT
        {2, -3, 3, -1, 0, 7, -8, 0, 7, 7, 0},  // CAST_FLOOR: 6.999 is 7.0 as a half
        {3, -2, 4, 0, 1, 7, -8, 0, 7, 7, 0},   // CAST_CEIL
        {3, -3, 4, -1, 0, 7, -8, 0, 7, 7, 0},  // CAST_ROUND
        {2, -2, 3, 0, 0, 7, -8, 0, 7, 7, 0},   // CAST_TRUNC
    };
    for (uint32_t mode = 0; mode < 6; ++mode) {
        ExpectRuns(WithBuffers([&](Buffers& buffers) {
            for (uint32_t i = 0; i < 11; ++i) {
                buffers.halves.SetValue(i, inputs[i]);
            }
            Cast(buffers.nibbles, buffers.halves, static_cast<RoundMode>(mode), 11);
            for (uint32_t i = 0; i < 11; ++i) {
                EXPECT_EQ(int8_t(buffers.nibbles.GetValue(i)), kExpected[mode][i])
                    << mode << " " << inputs[i];
            }
            EXPECT_EQ(int8_t(buffers.nibbles.GetValue(11)), -6);  // the other half of the last byte
            EXPECT_EQ(buffers.bytes.GetValue(6), 0xA5);
        }));
    }
}

TEST(Int4, CastsWithMasksAndStrides) {
    ExpectRuns(WithBuffers([](Buffers& buffers) {
        for (uint32_t i = 0; i < 256; ++i) {
            buffers.halves.SetValue(i, float(i % 15) - 7);
        }
        uint64_t mask[2] = {0x8000000000000006, 1};  // elements 1, 2, 63 and 64 of each repeat
        Cast(buffers.nibbles, buffers.halves, RoundMode::CAST_RINT, mask, 2, UnaryRepeatParams(2, 1, 4, 8));
        const auto before = [](uint32_t i) { return i % 2 == 0 ? 5 : -6; };
        for (uint32_t repeat = 0; repeat < 2; ++repeat) {
            for (uint32_t i = 0; i < 128; ++i) {
                const bool chosen = i == 1 || i == 2 || i == 63 || i == 64;
                const uint32_t at = repeat * 256 + i / 64 * 128 + i % 64;
                EXPECT_EQ(int8_t(buffers.nibbles.GetValue(at)),
                          chosen ? int32_t((repeat * 128 + i) % 15) - 7 : before(at))
                    << repeat << " " << i;
            }
        }
    }));
}

TEST(Int4, IsRefusedByOtherChipsAndInstructions) {
    ExpectFault(
        WithBuffers([](Buffers& buffers) { Cast(buffers.halves, buffers.nibbles, RoundMode::CAST_NONE, 8); },
                    "ascend310b"),
        507015, {"casts int4b_t to half"});
    ExpectFault(
        WithBuffers([](Buffers& buffers) { Cast(buffers.halves, buffers.nibbles, RoundMode::CAST_RINT, 8); }),
        507035, {"casts int4b_t to half with the modes CAST_NONE, found CAST_RINT"});
    ExpectFault(WithBuffers([](Buffers& buffers) { Duplicate(buffers.nibbles, int4b_t(1), 8); }), 507035,
                {"has no Duplicate", "int4b_t"});
    ExpectFault(WithBuffers([](Buffers& buffers) {
                    Cast(buffers.halves, buffers.nibbles[8], RoundMode::CAST_NONE, 8);
                }),
                507035, {"starts at byte address 4, expected a multiple of 32"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
