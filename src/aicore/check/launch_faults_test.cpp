// Faults of a whole launch, and the codes of chips with and without split cores.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

struct Tile {
    Tile() {
        pipe.InitBuffer(owner, 1024);
        x = owner.Get<float>();
        z = owner.Get<float>()[64];
        Duplicate(x, 1.0f, 64);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> owner;
    LocalTensor<float> x;
    LocalTensor<float> z;
};

TEST(CheckLaunch, RefusesAnInstructionThatTheChipLacks) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        if (!mended) {
            SyncAll();
        }
    };
    ExpectFound(
        line, kernel,
        "507015 TestOp: block 0: SyncAll at +3: Ascend310B1 has no flags between cores; let blocks work "
        "independently",
        {.soc = "Ascend310B1"});
    EXPECT_EQ(Report(line, Mode::kStrict, [&] { kernel(false); }), "");
}

TEST(CheckLaunch, RefusesATypeThatTheInstructionLacks) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        if (mended) {
            Exp(tile.z, tile.x, 64);
        } else {
            Cast(tile.z.ReinterpretCast<int16_t>(), tile.x, RoundMode::CAST_NONE, 64);
        }
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: Cast(dst VECCALC int16_t at byte 256, src VECCALC float at byte 0, "
                "CAST_NONE, count 64) at +6: Ascend910B1 casts float to int16_t with the modes CAST_RINT, "
                "CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, found CAST_NONE; use one of these modes");
}

TEST(CheckLaunch, GivesTheCodesOfCoupledCores) {
    const int line = __LINE__;
    const Twins hazard = [](bool mended) {
        Tile tile;
        float in[64] = {};
        GlobalTensor<float> from;
        from.SetGlobalBuffer(in, 64);
        DataCopy(tile.x, from, 64);
        if (mended) {
            PipeBarrier<PIPE_ALL>();
        }
        Adds(tile.z, tile.x, 1.0f, 64);
    };
    const Twins deadlock = [](bool mended) {
        if (!mended) {
            WaitFlag<HardEvent::MTE2_V>(0);
        }
    };
    for (const char* soc : {"Ascend310P3", "Ascend310B1"}) {
        EXPECT_EQ(Report(line, Mode::kOn, [&] { hazard(false); }, {.soc = soc}).substr(0, 6), "507015");
        EXPECT_EQ(Report(line, Mode::kStrict, [&] { hazard(true); }, {.soc = soc}), "");
        EXPECT_EQ(Report(line, Mode::kOn, [&] { deadlock(false); }, {.soc = soc}).substr(0, 6), "507014");
    }
}

TEST(CheckLaunch, RefusesZeroBlocks) {
    EXPECT_EQ(Report(0, Mode::kOn, [] {}, {.blocks = 0}).substr(0, 6), "107000");
}

// Of several faults the report is that of the first block, whatever the number of workers.
TEST(CheckLaunch, ReportsTheFirstBlockThatFaults) {
    const int line = __LINE__;
    const Kernel kernel = [] {
        Tile tile;
        if (GetBlockIdx() >= 3) {
            Adds(tile.z[static_cast<uint32_t>(GetBlockIdx())], tile.x, 1.0f, 8);
        }
    };
    for (const uint32_t threads : {1u, 4u}) {
        const std::string report = Report(line, Mode::kOn, kernel, {.blocks = 20, .threads = threads});
        EXPECT_EQ(
            report,
            "507035 TestOp: block 3: Adds(dst VECCALC float at byte 268, src VECCALC float at byte 0, scalar "
            "1, count 8) at +4: dst starts at byte address 268, expected a multiple of 32; slice float "
            "tensors at multiples of 8 elements");
    }
}

// A launch after a faulty one starts afresh.
TEST(CheckLaunch, LeavesNothingBehind) {
    const Kernel faulty = [] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        const auto tensor = queue.AllocTensor<float>();
        SetFlag<HardEvent::V_S>(0);
        (void)tensor.GetValue(0);
    };
    const Kernel good = [] {
        Tile tile;
        SetFlag<HardEvent::V_S>(0);
        WaitFlag<HardEvent::V_S>(0);
        EXPECT_EQ(tile.x.GetValue(0), 1.0f);
    };
    for (int i = 0; i < 3; ++i) {
        EXPECT_NE(Report(0, Mode::kOn, faulty), "");
        EXPECT_EQ(Report(0, Mode::kStrict, good), "");
    }
}

// Strides other than those of adjacent elements are part of the report.
TEST(CheckLaunch, NamesStrides) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Add(tile.z, tile.x, tile.x, uint64_t(64), mended ? 3 : 4, {1, 1, 0, 8, 0, 0});
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Add(dst VECCALC float at byte 256, src0 VECCALC float at byte 0, src1 "
        "VECCALC float at byte 0, mask 64, repeat 4, block strides 1 1 0, repeat strides 8 0 0) at +3: "
        "writes bytes 1024 to 1056 of UB as dst, 32 bytes beyond the end of its tensor, which has 768 "
        "bytes from byte 256; repeat 4 is the first of 4 to leave it, and the last ends 256 bytes beyond; "
        "write fewer elements, or take a longer tensor as dst");
}

// Who asks for the checker reads its report, whether or not the program prints it.
TEST(CheckReports, AreOnStandardError) {
    const Kernel kernel = [] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024 * 1024);
    };
    testing::internal::CaptureStderr();
    EXPECT_NE(Report(0, Mode::kOff, kernel), "");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    testing::internal::CaptureStderr();
    EXPECT_NE(Report(0, Mode::kOn, kernel), "");
    const std::string printed = testing::internal::GetCapturedStderr();
    EXPECT_EQ(printed.find("[aclnn-cpu error] TestOp: block 0: InitBuffer at "), 0u) << printed;
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
