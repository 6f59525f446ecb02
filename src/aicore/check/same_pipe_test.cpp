// Copies of one direction to the same bytes: nothing but a barrier orders them.
#include "aicore/check/order_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckSamePipe, SeesTwoCopiesIntoTheSameBytesOfUb) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        if (mended) {
            PipeBarrier<PIPE_MTE2>();
        }
        DataCopy(tile.x[32], tile.from, 8);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 128, src GM float at 0x*, 1 x 32 "
        "bytes, gaps 0 and 0 bytes) at +7: writes bytes 128 to 160 of UB, in the VECCALC buffer of "
        "above, as dst on PIPE_MTE2 while DataCopy at +3 on PIPE_MTE2 may still be writing them; put "
        "PipeBarrier<PIPE_MTE2>() between them: copies of one direction may overtake one another, and "
        "nothing else orders them");
}

TEST(CheckSamePipe, SeesTwoCopiesToTheSameBytesOfGlobalMemory) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            PipeBarrier<PIPE_MTE3>();
        }
        DataCopyPad(tile.to[63], tile.z, DataCopyExtParams{1, 4, 0, 0, 0});
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopyPad(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 4 "
        "bytes, gaps 0 and 0 bytes) at +9: writes 4 bytes of global memory from 0x* on PIPE_MTE3 "
        "while DataCopy at +5 on PIPE_MTE3 may still be writing them; put PipeBarrier<PIPE_MTE3>() "
        "between them: copies of one direction may overtake one another, and nothing else orders them");
}

// A first value, and what is added to it.
TEST(CheckSamePipe, SeesAnAtomicCopyOvertakeThePlainOneBeforeIt) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            PipeBarrier<PIPE_MTE3>();
        }
        SetAtomicAdd<float>();
        DataCopy(tile.to, tile.z, 64);
        DataCopy(tile.to, tile.z, 64);
        SetAtomicNone();
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 256 "
        "bytes, gaps 0 and 0 bytes, atomic Add float) at +10: writes 256 bytes of global memory from "
        "0x* on PIPE_MTE3 while DataCopy at +5 on PIPE_MTE3 may still be writing them; put "
        "PipeBarrier<PIPE_MTE3>() between them: copies of one direction may overtake one another, and "
        "nothing else orders them");
}

// What queues and flags hand over comes behind what was there before; so do copies side by side, and bursts that
// overlap in one copy.
TEST(CheckSamePipe, AreSilentWhereAnotherPipeCameBetween) {
    const Kernel kernel = [] {
        TPipe pipe;
        TQue<TPosition::VECIN, 1> in;
        TQue<TPosition::VECOUT, 1> out;
        pipe.InitBuffer(in, 2, 256);
        pipe.InitBuffer(out, 2, 256);
        std::vector<float> memory(512);
        GlobalTensor<float> global;
        global.SetGlobalBuffer(memory.data(), memory.size());
        for (uint32_t tile = 0; tile < 6; ++tile) {
            LocalTensor<float> x = in.AllocTensor<float>();
            DataCopy(x, global, 32);
            DataCopy(x[32], global, 32);
            in.EnQue(x);
            x = in.DeQue<float>();
            LocalTensor<float> z = out.AllocTensor<float>();
            Adds(z, x, 1.0f, 64);
            in.FreeTensor(x);
            out.EnQue(z);
            z = out.DeQue<float>();
            DataCopy(global[64 + tile * 64], z, 64);
            out.FreeTensor(z);
        }
    };
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
    EXPECT_EQ(Report(0, Mode::kStrict,
                     [] {
                         Tile tile;
                         Duplicate(tile.z, 1.0f, 64);
                         Order<HardEvent::V_MTE3>();
                         DataCopy(tile.to, tile.z, 64);
                         Order<HardEvent::MTE3_V>();
                         Duplicate(tile.z, 2.0f, 64);
                         Order<HardEvent::V_MTE3>();
                         DataCopy(tile.to, tile.z, 64);
                     }),
              "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
