// DataCopyPad: bursts of any number of bytes, and what pads them.
#include "aicore/copy_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

TEST(DataCopyPad, MovesExactlyTheBytesAsked) {
    for (uint32_t n = 1; n <= 130; ++n) {
        const auto values = Counting<half>(200);
        const auto copied = CopyThrough<half>(values, [&](auto local, auto source, auto destination) {
            const DataCopyExtParams burst{1, static_cast<uint32_t>(n * sizeof(half)), 0, 0, 0};
            DataCopyPad(local, source, burst, {false, 0, 0, half(0)});
            DataCopyPad(destination, local, burst);
        });
        EXPECT_EQ(Moved(values, copied), n);
    }
}

// BL-36.
TEST(DataCopyPad, BurstsStartAtWholeBlocksOfUb) {
    const auto values = Counting<half>(64);
    const auto copied = CopyThrough<half>(values, [&](auto local, auto source, auto destination) {
        const DataCopyParams rows{2, 18, 0, 0};
        DataCopyPad(local, source, rows, DataCopyPadParams{false, 0, 0, 0});
        EXPECT_EQ(float(local.GetValue(16)), 10.0f);
        EXPECT_EQ(float(local.GetValue(9)), 1.0f);  // rest of the block: the burst's first element
        EXPECT_EQ(float(local.GetValue(25)), 10.0f);
        DataCopyPad(destination, local, rows);
    });
    EXPECT_EQ(Moved(values, copied), 18u);

    const auto floats = Counting<float>(16);
    const auto narrow = CopyThrough<float>(floats, [&](auto local, auto source, auto destination) {
        const DataCopyExtParams rows{4, 4, 0, 0, 0};
        DataCopyPad(local, source, rows, {false, 0, 0, 0.0f});
        for (uint32_t row = 0; row < 4; ++row) {
            EXPECT_EQ(local.GetValue(8 * row), float(row + 1));
        }
        DataCopyPad(destination, local, rows);
    });
    EXPECT_EQ(Moved(floats, narrow), 4u);
}

TEST(DataCopyPad, PadsLeftAndRightAndRestOfBlock) {
    const auto values = Counting<float>(16);
    CopyThrough<float>(values, [&](auto local, auto source, auto) {
        DataCopyPad(local, source, DataCopyExtParams{1, 12, 0, 0, 0}, {true, 2, 1, 9.5f});
        const std::vector<float> expected = {9.5f, 9.5f, 1, 2, 3, 9.5f, 9.5f, 9.5f};
        EXPECT_EQ(Read(local, 8), expected);
        // Without a value the padding is not to be relied on: a NaN shows who does.
        DataCopyPad(local, source, DataCopyExtParams{1, 12, 0, 0, 0}, {false, 2, 0, 9.5f});
        EXPECT_TRUE(std::isnan(local.GetValue(0)));
        EXPECT_EQ(local.GetValue(2), 1.0f);
        EXPECT_TRUE(std::isnan(local.GetValue(5)));
    });
}

TEST(DataCopyPad, StridesCountBytesInGlobalAndBlocksInLocalMemory) {
    const auto values = Counting<float>(64);
    CopyThrough<float>(values, [&](auto local, auto source, auto) {
        DataCopyPad(local, source, DataCopyExtParams{3, 8, 20, 2, 0}, {false, 0, 0, 0.0f});
        for (uint32_t row = 0; row < 3; ++row) {
            EXPECT_EQ(local.GetValue(row * 24), values[row * 7]);
            EXPECT_EQ(local.GetValue(row * 24 + 1), values[row * 7 + 1]);
        }
        EXPECT_TRUE(std::isnan(local.GetValue(8)));  // the gap
    });
}

TEST(DataCopyPad, RefusesFieldsBeyondTheirLimits) {
    float element = 0;
    const auto copy = [&](const DataCopyExtParams& params, const DataCopyPadExtParams<float>& pad) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            GlobalTensor<float> source;
            source.SetGlobalBuffer(&element);
            DataCopyPad(buffer.Get<float>(), source, params, pad);
        });
    };
    ExpectFault(copy({1, 2'097'152, 0, 0, 0}, {}), 507035,
                {"TestOp: block 0: DataCopyPad(dst VECCALC float at byte 0",
                 "copy_pad_test.cpp:", "blockLen is 2097152 bytes, expected at most 2097151"});
    ExpectFault(copy({4096, 4, 0, 0, 0}, {}), 507035, {"blockCount is 4096, expected at most 4095"});
    ExpectFault(copy({1, 4, 0, 0, 0}, {true, 9, 0, 0.0f}), 507035,
                {"padding is 36 bytes left and 0 right, expected at most 32"});
    ExpectRuns(copy({1, 0, 0, 0, 0}, {}));
}

TEST(DataCopyPad, TakesThePaddingValueAsBitsFromTheSixteenBitForm) {
    const auto values = Counting<half>(16);
    CopyThrough<half>(values, [&](auto local, auto source, auto) {
        DataCopyPad(local, source, DataCopyParams{1, 4, 0, 0}, DataCopyPadParams{true, 1, 0, 0x4248});
        EXPECT_EQ(local.GetValue(0).bits(), 0x4248u);
        EXPECT_EQ(float(local.GetValue(1)), 1.0f);
        EXPECT_EQ(local.GetValue(3).bits(), 0x4248u);
        EXPECT_EQ(local.GetValue(15).bits(), 0x4248u);
    });
}

TEST(DataCopyPad, TakesTheValueOfSetPadValueUntilAPaddingCopyBringsItsOwn) {
    const auto values = Counting<float>(16);
    CopyThrough<float>(values, [&](auto local, auto source, auto) {
        const DataCopyExtParams burst{2, 12, 0, 0, 0};
        SetPadValue(0.125f);
        DataCopyPad(local, source, burst, {false, 1, 2, 9.5f});
        const std::vector<float> expected = {0.125f, 1, 2, 3, 0.125f, 0.125f, 0.125f, 0.125f,
                                             0.125f, 4, 5, 6, 0.125f, 0.125f, 0.125f, 0.125f};
        EXPECT_EQ(Read(local, 16), expected);
        DataCopyPad(local, source, burst, {false, 0, 0, 9.5f});  // a mere rest stays the first element
        EXPECT_EQ(local.GetValue(7), 1.0f);
        EXPECT_EQ(local.GetValue(15), 4.0f);
        DataCopyPad(local, source, burst, {true, 0, 0, 9.5f});
        DataCopyPad(local, source, burst, {false, 1, 0, 0.0f});
        EXPECT_TRUE(std::isnan(local.GetValue(0)));
    });
    ExpectFault(RunKernel([] { SetPadValue<half, TPosition::VECIN>(half(1.0f)); }, {.soc = "ascend310b"}),
                507015, {"SetPadValue<half>()", "has no SetPadValue"});
}

TEST(DataCopyPad, PadsSixtyFourBitElementsWithZeroOnly) {
    std::vector<int64_t> values = {0x0102030405060708, -2, -3, -4};
    const auto pad = [&](int64_t value) {
        return RunGolden([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            GlobalTensor<int64_t> source;
            source.SetGlobalBuffer(values.data(), values.size());
            const LocalTensor<int64_t> local = buffer.Get<int64_t>();
            DataCopyPad(local, source, DataCopyExtParams{1, 8, 0, 0, 0}, {true, 1, 1, value});
            EXPECT_EQ(Read(local, 4), (std::vector<int64_t>{0, values[0], 0, 0}));
            DataCopyPad(local, source, DataCopyExtParams{1, 16, 0, 0, 0}, {false, 0, 0, 0});
            EXPECT_EQ(Read(local, 4), (std::vector<int64_t>{values[0], -2, values[0], values[0]}));
        });
    };
    ExpectRuns(pad(0));
    ExpectFault(pad(3), 507035, {"paddingValue of int64_t is 0x3, expected 0"});
}

TEST(DataCopyPad, LacksSixtyFourBitTypesOn310B) {
    int64_t values[4] = {1, 2, 3, 4};
    const auto copy = [&](std::string_view soc) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 1024);
                GlobalTensor<int64_t> source;
                source.SetGlobalBuffer(values);
                DataCopyPad(buffer.Get<int64_t>(), source, DataCopyExtParams{1, 24, 0, 0, 0},
                            {false, 0, 0, 0});
                EXPECT_EQ(buffer.Get<int64_t>().GetValue(2), 3);
            },
            {.soc = soc});
    };
    ExpectRuns(copy("ascend910b"));
    ExpectFault(copy("ascend310b"), 507015, {"has no DataCopyPad from global memory to UB on int64_t"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
