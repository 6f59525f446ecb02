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
        to.SetGlobalBuffer(out, 64);
    }
    // What is in z goes to global memory.
    void Store(uint32_t elements) {
        PipeBarrier<PIPE_ALL>();
        DataCopy(to, z, elements);
    }
    TPipe pipe;
    TBuf<> owner;
    LocalTensor<float> x;
    LocalTensor<float> z;
    float out[64] = {};
    GlobalTensor<float> to;
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
            tile.Store(16);
        };
        EXPECT_EQ(
            ReportAndHints(line, Mode::kOn, kernel),
            mended ? ""
                   : "[aclnn-cpu warning] TestOp: block 0: Exp(dst VECCALC float at byte 256, src VECCALC "
                     "float at byte 256, count 16) at +9: element 5 of dst becomes infinite, and no operand "
                     "is NaN or infinite: keep the operands in the range where the result is finite\n");
    }
}

// 1 / (1 + Exp(x)) is 0 where Exp overflows: as it should be. In rows with a stride just so.
TEST(CheckValues, DoNotHintAtAnInfinityThatBecomesANumberAgain) {
    for (const bool gets_out : {false, true}) {
        for (const uint8_t stride :
             {uint8_t(8), uint8_t(2)}) {  // adjacent repeats; and repeats of 16 elements apart
            const int line = __LINE__;
            const Kernel kernel = [=] {
                Tile tile;
                Duplicate(tile.x, 100.0f, 64);
                Duplicate(tile.z, 0.0f, 64);
                PipeBarrier<PIPE_V>();
                const uint64_t mask = stride == 8 ? 64 : 8;
                const int32_t repeats = stride == 8 ? 1 : 4;
                Exp(tile.x, tile.x, mask, uint8_t(repeats), {1, 1, stride, stride});
                PipeBarrier<PIPE_V>();
                Adds(tile.x, tile.x, 1.0f, mask, uint8_t(repeats), {1, 1, stride, stride});
                PipeBarrier<PIPE_V>();
                if (gets_out) {
                    Muls(tile.z, tile.x, -1.0f, 64);
                } else {
                    Reciprocal(tile.z, tile.x, mask, uint8_t(repeats), {1, 1, stride, stride});
                }
                tile.Store(64);
            };
            const std::string hint = ReportAndHints(line, Mode::kStrict, kernel);
            EXPECT_EQ(hint.substr(0, hint.find(':')), gets_out ? "[aclnn-cpu warning] TestOp" : "");
            EXPECT_EQ(hint.find(" at +8: element 0 of dst becomes infinite") != std::string::npos, gets_out);
        }
    }
}

// Of two causes the one that got out, not the first.
TEST(CheckValues, HintAtTheInstructionWhoseValueGotOut) {
    const int line = __LINE__;
    const Kernel kernel = [] {
        Tile tile;
        Duplicate(tile.x, 100.0f, 64);
        PipeBarrier<PIPE_V>();
        Exp(tile.x, tile.x, 64);
        PipeBarrier<PIPE_V>();
        Reciprocal(tile.z, tile.x, 64);
        PipeBarrier<PIPE_V>();
        Reciprocal(tile.z, tile.z, 64);
        tile.Store(64);
    };
    EXPECT_EQ(
        ReportAndHints(line, Mode::kStrict, kernel),
        "[aclnn-cpu warning] TestOp: block 0: Reciprocal(dst VECCALC float at byte 256, src VECCALC float "
        "at byte 256, count 64) at +9: element 0 of dst becomes infinite, and no operand is NaN or infinite: "
        "keep the operands in the range where the result is finite\n");
}

// The scalar unit may decide by it.
TEST(CheckValues, HintAtWhatTheScalarUnitReads) {
    for (const uint32_t element : {3u, 4u}) {
        const Kernel kernel = [element] {
            Tile tile;
            Duplicate(tile.x, 1.0f, 64);
            PipeBarrier<PIPE_ALL>();
            tile.x.SetValue(3, -1.0f);
            PipeBarrier<PIPE_ALL>();
            Adds(tile.z, tile.x, 0.0f, 64);
            PipeBarrier<PIPE_V>();
            Ln(tile.z, tile.z, 64);
            PipeBarrier<PIPE_ALL>();
            (void)tile.z.GetValue(element);
        };
        const std::string hint = ReportAndHints(0, Mode::kOn, kernel);
        EXPECT_EQ(hint.find("element 3 of dst becomes NaN") != std::string::npos, element == 3) << hint;
    }
}

// A kernel that keeps it to itself: nobody sees it.
TEST(CheckValues, DoNotHintAtWhatStaysInside) {
    const Kernel kernel = [] {
        Tile tile;
        Duplicate(tile.x, 100.0f, 64);
        PipeBarrier<PIPE_V>();
        Exp(tile.x, tile.x, 64);
        Duplicate(tile.z, 1.0f, 64);
        tile.Store(64);
    };
    EXPECT_EQ(ReportAndHints(0, Mode::kStrict, kernel), "");
}

// Several blocks say it once, for the first of them.
TEST(CheckValues, HintsOnceForALaunch) {
    std::vector<float> memory(8 * 16);
    const int line = __LINE__;
    const Kernel kernel = [&] {
        Tile tile;
        tile.to.SetGlobalBuffer(memory.data() + GetBlockIdx() * 16, 16);
        Duplicate(tile.x, GetBlockIdx() == 0 ? 1.0f : 0.0f, 16);
        PipeBarrier<PIPE_V>();
        Reciprocal(tile.z, tile.x, 16);
        tile.Store(16);
    };
    for (const uint32_t threads : {1u, 4u}) {
        EXPECT_EQ(
            ReportAndHints(line, Mode::kStrict, kernel, {.blocks = 8, .threads = threads}),
            "[aclnn-cpu warning] TestOp: block 1: Reciprocal(dst VECCALC float at byte 256, src VECCALC "
            "float at byte 0, count 16) at +6: element 0 of dst becomes infinite, and no operand is "
            "NaN or infinite: keep the operands in the range where the result is finite\n");
    }
}

// What the scalar unit writes over it is another value, infinite or not.
TEST(CheckValues, DoNotHintAtWhatTheScalarUnitHasWrittenOver) {
    const auto kernel = [](uint32_t written) {
        return [=] {
            Tile tile;
            Duplicate(tile.x, 100.0f, 16);
            PipeBarrier<PIPE_V>();
            Exp(tile.z, tile.x, 16);
            PipeBarrier<PIPE_ALL>();
            for (uint32_t i = 0; i < written; ++i) {
                tile.z.SetValue(i, -INFINITY);
            }
            tile.Store(16);
        };
    };
    EXPECT_EQ(ReportAndHints(0, Mode::kStrict, kernel(16)), "");
    EXPECT_NE(ReportAndHints(0, Mode::kStrict, kernel(8)).find("becomes infinite"), std::string::npos);
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
        tile.Store(16);
    };
    EXPECT_EQ(ReportAndHints(0, Mode::kStrict, kernel), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
