// DataCopy between global memory, UB and L1, and InitGlobalMemory.
#include <numeric>

#include "aicore/copy_cases_test.h"
#include "aicore/memory.h"

namespace aclnn_cpu::aicore_tests {
namespace {

// BL-34.
TEST(DataCopy, DropsTailThatIsNoWholeBlock) {
    const uint32_t counts[] = {1, 7, 9, 63, 65, 100, 123, 126, 127};
    const uint32_t moved_float[] = {0, 0, 8, 56, 64, 96, 120, 120, 120};
    const uint32_t moved_half[] = {0, 0, 0, 48, 64, 96, 112, 112, 112};
    for (size_t i = 0; i < std::size(counts); ++i) {
        const auto copy = [&](auto local, auto source, auto destination) {
            DataCopy(local, source, counts[i]);
            DataCopy(destination, local, counts[i]);
        };
        const auto floats = Counting<float>(200);
        EXPECT_EQ(Moved(floats, CopyThrough<float>(floats, copy)), moved_float[i]) << counts[i];
        const auto halves = Counting<half>(200);
        EXPECT_EQ(Moved(halves, CopyThrough<half>(halves, copy)), moved_half[i]) << counts[i];
    }
}

TEST(DataCopy, ParametersCountBlocks) {
    const auto values = Counting<float>(256);
    CopyThrough<float>(values, [&](auto local, auto source, auto destination) {
        DataCopy(local, source, DataCopyParams{3, 2, 1, 4});
        for (uint32_t row = 0; row < 3; ++row) {
            for (uint32_t i = 0; i < 16; ++i) {
                EXPECT_EQ(local.GetValue(row * 48 + i), values[row * 24 + i]);
            }
        }
        EXPECT_TRUE(std::isnan(local.GetValue(16)));
        DataCopy(local[256], local, 32);
        EXPECT_EQ(local.GetValue(256 + 15), values[15]);
        DataCopy(destination, local[256], DataCopyParams{1, 2, 0, 0});
        EXPECT_EQ(destination.GetValue(15), values[15]);
        EXPECT_EQ(destination.GetValue(16), -1.0f);
        DataCopy(local, source, 0);
        DataCopy(local, source, DataCopyParams{0, 2, 1, 4});
    });
}

// BL-43: the gap of 65,537 blocks wraps to one block in the 16-bit structure, and is exact in the extended
// one.
TEST(DataCopy, SixteenBitStrideWrapsAsOnTheChip) {
    constexpr uint32_t kGapBlocks = 65537;
    std::vector<float> values((kGapBlocks + 2) * 8);
    std::iota(values.begin(), values.end(), 0.0f);
    CopyThrough<float>(values, [&](auto local, auto source, auto) {
        DataCopy(local, source, DataCopyParams{2, 1, static_cast<uint16_t>(kGapBlocks), 0});
        EXPECT_EQ(local.GetValue(8), values[16]);
        DataCopyPad(local, source, DataCopyExtParams{2, 32, kGapBlocks * 32, 0, 0}, {false, 0, 0, 0.0f});
        EXPECT_EQ(local.GetValue(8), values[(kGapBlocks + 1) * 8]);
        // 65,540 bytes are 4 in 16 bits, 65,536 are none.
        const DataCopyPadParams no_pad{false, 0, 0, 0};
        DataCopyPad(local[1024], source, DataCopyParams{1, static_cast<uint16_t>(65540u), 0, 0}, no_pad);
        EXPECT_EQ(Read(local[1024], 9)[7], values[0]);  // the first element fills the block
        EXPECT_TRUE(std::isnan(local.GetValue(1032)));
        DataCopyPad(local[2048], source, DataCopyParams{1, static_cast<uint16_t>(65536u), 0, 0}, no_pad);
        EXPECT_TRUE(std::isnan(local.GetValue(2048)));
    });
}

TEST(DataCopy, RefusesMisalignedAndOutsideAddresses) {
    std::vector<float> values(65536);
    const auto copy = [&](uint32_t first, uint32_t n, std::string_view soc) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 1024);
                GlobalTensor<float> source;
                source.SetGlobalBuffer(values.data());
                DataCopy(buffer.Get<float>()[first], source, n);
            },
            {.soc = soc});
    };
    ExpectFault(copy(1, 8, "Ascend910B1"), 507035,
                {"dst starts at byte address 4, expected a multiple of 32",
                 "slice float tensors at multiples of 8 elements"});
    ExpectRuns(copy(8, 8, "Ascend910B1"));
    ExpectFault(copy(8, 49152, "Ascend910B1"), 507035,
                {"dst ends at byte 196640, expected at most 196608, the size of UB on Ascend910B1"});
    ExpectRuns(copy(0, 49152, "Ascend910B1"));
    ExpectFault(copy(1, 8, "ascend310b"), 507015, {"expected a multiple of 32"});
}

TEST(DataCopy, RefusesWhatWasNeverGivenMemory) {
    float values[8] = {};
    ExpectFault(RunKernel([&] {
                    GlobalTensor<float> source;
                    source.SetGlobalBuffer(values);
                    DataCopy(LocalTensor<float>(), source, 8);
                }),
                507035, {"dst is in no position", "InitBuffer"});
    ExpectFault(RunKernel([&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 1024);
                    DataCopy(buffer.Get<float>(), GlobalTensor<float>(), 8);
                }),
                507035, {"src is a null address", "SetGlobalBuffer"});
}

TEST(DataCopy, TakesEveryWayOfWritingTheArguments) {
    const auto values = Counting<half>(64);
    const auto copied = CopyThrough<half>(values, [&](auto local, auto source, auto destination) {
        const size_t wide = 16;
        const int narrow = 16;
        DataCopy(local, source, wide);
        DataCopy<half>(local[16], source[16], narrow);
        DataCopyParams named;
        named.blockCount = 1;
        named.blockLen = 1;
        named.srcGap = 0;
        named.dstGap = 0;
        DataCopy(local[32], source[32], named);
        DataCopy(local[48], source[48], {1, 1, 0, 0});
        DataCopy(destination, local, named, DataCopyEnhancedParams());
        DataCopyPad(local[16], source[16], {1, 2 * sizeof(half), 0, 0, 0}, {false, 0, 0, 0});
        DataCopyPad<half>(local[32], source[32], {1, 4, 0, 0, 0}, {true, 0, 3, half(2.0f)});
        DataCopyPad(local[48], source[48], {1, 6, 0, 0}, {});
        DataCopyPad<half, PaddingMode::Normal>(destination[16], local[16], {1, 4, 0, 0, 0});
        DataCopyPad(destination[18], local[32], {1, 4, 0, 0});
    });
    EXPECT_EQ(Moved(std::vector<half>(values.begin(), values.begin() + 18),
                    std::vector<half>(copied.begin(), copied.begin() + 18)),
              18u);
    EXPECT_EQ(float(copied[18]), 33.0f);
    EXPECT_EQ(float(copied[19]), 34.0f);
    EXPECT_EQ(float(copied[20]), -1.0f);
}

TEST(DataCopy, ReachesL1) {
    const auto values = Counting<float>(64);
    const auto copied = CopyThrough<float>(values, [&](auto local, auto source, auto destination) {
        TBuf<TPosition::A1> l1_buffer;
        GetTPipePtr()->InitBuffer(l1_buffer, 1024);
        const LocalTensor<float> l1 = l1_buffer.Get<float>();
        DataCopy(l1[8], source, 16);  // from global memory
        DataCopy(local, source[16], 16);
        DataCopy(l1[32], local, DataCopyParams{2, 1, 0, 1});  // from UB
        DataCopy(destination, l1[8], 16);
        DataCopy(destination[16], l1[32], DataCopyParams{2, 1, 1, 0});
    });
    EXPECT_EQ(Moved(values, copied), 32u);
}

TEST(DataCopy, KnowsWhichPositionsAreL1) {
    for (uint8_t i = 0; i <= static_cast<uint8_t>(TPosition::MAX); ++i) {
        const auto position = static_cast<TPosition>(i);
        EXPECT_EQ(aclnn_internal::IsL1(position), aicore::MemoryOf(position) == aicore::MemoryKind::kL1)
            << int(i);
    }
}

TEST(DataCopy, NamesTheWayThatAChipLacks) {
    float values[64] = {};
    const auto copy =
        [&](std::string_view soc,
            const std::function<void(const LocalTensor<float>&, const GlobalTensor<float>&)>& body) {
            return RunKernel(
                [&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 1024);
                    GlobalTensor<float> global;
                    global.SetGlobalBuffer(values);
                    body(buffer.Get<float>(), global);
                },
                {.soc = soc});
        };
    const auto inside = [](auto local, auto) { DataCopy(local[8], local, 8); };
    ExpectRuns(copy("ascend910b", inside));
    ExpectRuns(copy("ascend310p", inside));
    ExpectFault(copy("ascend310b", inside), 507015, {"has no DataCopy from UB to UB", "take a way"});
    const auto padded = [](auto local, auto global) {
        DataCopyPad(local, global, DataCopyExtParams{1, 4, 0, 0, 0}, {false, 0, 0, 0.0f});
    };
    ExpectRuns(copy("ascend310b", padded));
    ExpectFault(copy("ascend310p", padded), 507015, {"has no DataCopyPad from global memory to UB"});
    ExpectFault(copy("ascend910b",
                     [](auto local, auto global) {
                         DataCopyEnhancedParams relu;
                         relu.isRelu = true;
                         DataCopy(local, global, DataCopyParams{1, 1, 0, 0}, relu);
                     }),
                507035, {"DataCopyEnhancedParams asks for more"});
}

TEST(DataCopy, RefusesAddressesThatAreNoMemory) {
    const auto copy = [](uint64_t address, uint32_t count) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(reinterpret_cast<float*>(address), 1024);
            DataCopy(buffer.Get<float>(), global, count);
        });
    };
    ExpectFault(copy(0x100, 8), 507035, {"32 bytes of src from address 0x100 are no memory of this machine"});
    ExpectFault(copy(0xFFFFFFFFFFFFFFE0u, 16), 507035, {"64 bytes of src from address 0xffffffffffffffe0"});
    ExpectFault(copy(0xDEADBEEF00000000u, 8), 507035, {"are no memory of this machine", "SetGlobalBuffer"});
    float values[16] = {};
    ExpectFault(copy(reinterpret_cast<uint64_t>(values) + 2, 8), 507035,
                {"src starts at address", "expected a multiple of 4, the size of float", "DataCopyPad"});
}

TEST(InitGlobalMemory, FillsWithUnusedUbAndNothingBehind) {
    std::vector<half> values(200'003, half(-1.0f));
    ExpectRuns(RunGolden([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        const LocalTensor<half> kept = buffer.Get<half>();
        kept.SetValue(511, half(5.0f));
        GlobalTensor<half> global;
        global.SetGlobalBuffer(values.data());
        InitGlobalMemory(global, 200'001, half(0.75f));
        EXPECT_EQ(float(kept.GetValue(511)), 5.0f);
    }));
    for (size_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(float(values[i]), i < 200'001 ? 0.75f : -1.0f) << i;
    }
    ExpectFault(RunKernel([&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 192 * 1024);
                    GlobalTensor<half> global;
                    global.SetGlobalBuffer(values.data());
                    Fill<half>(global, 8, half(1.0f));
                }),
                507035, {"InitGlobalMemory(dst GM half", "the buffers take all 196608 bytes of UB"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
