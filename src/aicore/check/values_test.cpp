// Hints: lines on standard error about what is no fault and rarely meant.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

struct Tile {
    Tile() {
        pipe.InitBuffer(owner, 512);
        x = owner.Get<float>();
        z = owner.Get<float>()[64];
    }
    TPipe pipe;
    TBuf<> owner;
    LocalTensor<float> x;
    LocalTensor<float> z;
};

TEST(CheckValues, HintsAtTheFirstInfinity) {
    for (const bool mended : {false, true}) {
        const int line = __LINE__;
        const Kernel kernel = [mended] {
            Tile tile;
            Duplicate(tile.x, 1.0f, 16);
            PipeBarrier<PIPE_V>();
            tile.x.SetValue(5, mended ? 1.0f : 100.0f);
            PipeBarrier<PIPE_ALL>();
            Adds(tile.z, tile.x, 0.0f, 16);
            PipeBarrier<PIPE_V>();
            Exp(tile.z, tile.z, 16);
            PipeBarrier<PIPE_V>();
            Adds(tile.z, tile.z, 1.0f, 16);
        };
        EXPECT_EQ(
            ReportAndHints(line, Mode::kOn, kernel),
            mended ? ""
                   : "[aclnn-cpu warning] TestOp: block 0: Exp(dst VECCALC float at byte 256, src VECCALC "
                     "float at byte 256, count 16) at +9: element 5 of dst becomes infinite, and no operand "
                     "is NaN or infinite: keep the operands in the range where the result is finite\n");
    }
}

// Several blocks say it once, for the first of them.
TEST(CheckValues, HintsOnceForALaunch) {
    const int line = __LINE__;
    const Kernel kernel = [] {
        Tile tile;
        Duplicate(tile.x, GetBlockIdx() == 0 ? 1.0f : 0.0f, 16);
        PipeBarrier<PIPE_V>();
        Reciprocal(tile.z, tile.x, 16);
    };
    for (const uint32_t threads : {1u, 4u}) {
        EXPECT_EQ(
            ReportAndHints(line, Mode::kStrict, kernel, {.blocks = 8, .threads = threads}),
            "[aclnn-cpu warning] TestOp: block 1: Reciprocal(dst VECCALC float at byte 256, src VECCALC "
            "float at byte 0, count 16) at +5: element 0 of dst becomes infinite, and no operand is "
            "NaN or infinite: keep the operands in the range where the result is finite\n");
    }
}

// Values that came in, and what is made of them, are no news.
TEST(CheckValues, DoNotHintAtValuesThatCameIn) {
    const Kernel kernel = [] {
        Tile tile;
        float in[16] = {INFINITY, NAN};
        GlobalTensor<float> from;
        from.SetGlobalBuffer(in, 16);
        DataCopy(tile.x, from, 16);
        PipeBarrier<PIPE_ALL>();
        Exp(tile.z, tile.x, 16);
        PipeBarrier<PIPE_V>();
        Duplicate(tile.x, float(INFINITY), 16);
        PipeBarrier<PIPE_V>();
        Adds(tile.z, tile.x, 1.0f, 16);
    };
    EXPECT_EQ(ReportAndHints(0, Mode::kStrict, kernel), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
