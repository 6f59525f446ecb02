// Copies of one direction to the same bytes: nothing but a barrier orders them.
#include "aicore/check/order_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckSamePipe, SeesTwoCopiesIntoTheSameBytesOfUb) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        tile.in[0] = 1.0f;
        DataCopy(tile.x, tile.from, 64);
        if (mended) {
            PipeBarrier<PIPE_MTE2>();
        }
        DataCopy(tile.x[32], tile.from, 8);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 128, src GM float at 0x*, 1 x 32 "
        "bytes, gaps 0 and 0 bytes) at +8: writes bytes 128 to 160 of UB, in the VECCALC buffer of "
        "above, as dst on PIPE_MTE2 while DataCopy at +4 on PIPE_MTE2 may still be writing them; put "
        "PipeBarrier<PIPE_MTE2>() between them: copies of one direction may overtake one another, and "
        "nothing else orders them");
}

TEST(CheckSamePipe, SeesTwoCopiesToTheSameBytesOfGlobalMemory) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Duplicate(tile.x, 2.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            PipeBarrier<PIPE_MTE3>();
        }
        DataCopyPad(tile.to[63], tile.x, DataCopyExtParams{1, 4, 0, 0, 0});
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopyPad(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 4 "
        "bytes, gaps 0 and 0 bytes) at +10: writes 4 bytes of global memory from 0x* on PIPE_MTE3 "
        "while DataCopy at +6 on PIPE_MTE3 may still be writing them; put PipeBarrier<PIPE_MTE3>() "
        "between them, or copy the tail with its exact length: copies of one direction may overtake one "
        "another, and nothing else orders them");
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

// Tiles of 256 elements of 1000: the last is shifted back to be whole, and so writes over the end of the one before.
// `spoil`: it computes another value for one element that both write.
std::string RollBack(std::vector<float>& memory, int32_t spoil) {
    return Report(0, Mode::kStrict, [&] {
        TPipe pipe;
        TQue<TPosition::VECIN, 2> in;
        TQue<TPosition::VECOUT, 2> out;
        pipe.InitBuffer(in, 2, 1024);
        pipe.InitBuffer(out, 2, 1024);
        GlobalTensor<float> x;
        GlobalTensor<float> z;
        x.SetGlobalBuffer(memory.data(), 1000);
        z.SetGlobalBuffer(memory.data() + 1000, 1000);
        for (const uint32_t at : {0u, 256u, 512u, 744u}) {
            LocalTensor<float> a = in.AllocTensor<float>();
            DataCopy(a, x[at], 256);
            in.EnQue(a);
            a = in.DeQue<float>();
            LocalTensor<float> b = out.AllocTensor<float>();
            Adds(b, a, 1.0f, 256);
            if (at == 744 && spoil >= 0) {
                Order<HardEvent::V_S>();
                b.SetValue(static_cast<uint32_t>(spoil), -1.0f);
                Order<HardEvent::S_MTE3>();
            }
            in.FreeTensor(a);
            out.EnQue(b);
            b = out.DeQue<float>();
            DataCopy(z[at], b, 256);
            out.FreeTensor(b);
        }
    });
}

TEST(CheckSamePipe, LetsTheLastTileGoBackOverTheSameValues) {
    std::vector<float> memory(2000);
    for (size_t i = 0; i < 1000; ++i) {
        memory[i] = static_cast<float>(i);
    }
    const auto other = [&](int32_t spoil) {
        return RollBack(memory, spoil).find("PIPE_MTE3 may still") != std::string::npos;
    };
    EXPECT_EQ(RollBack(memory, -1), "");
    EXPECT_TRUE(other(0));
    EXPECT_TRUE(other(23));  // the last of 512 + 256 - 744
    EXPECT_FALSE(other(24));
    EXPECT_FALSE(other(255));
}

// Rows at a distance over rows of other copies, of which the second has other values.
TEST(CheckSamePipe, ComparesRowWithRow) {
    const auto rows = [](uint32_t other) {
        return Report(0, Mode::kStrict, [=] {
            Tile tile;
            Duplicate(tile.z, 1.0f, 64);
            Order<HardEvent::V_S>();
            tile.z.SetValue(other, 2.0f);
            Order<HardEvent::S_MTE3>();
            DataCopyPad(tile.to, tile.z, DataCopyExtParams{4, 32, 0, 32, 0});  // z[0..32) to rows 0, 2, 4, 6
            DataCopyPad(tile.to[16], tile.z[8], DataCopyExtParams{2, 32, 0, 0, 0});  // z[8..24) to rows 2, 3
        });
    };
    EXPECT_EQ(rows(60), "");
    EXPECT_EQ(rows(16), "");  // in rows 4 and 3: of the first only and of the second only
    EXPECT_EQ(rows(8), "");   // in row 2, of both alike
    const auto shifted = [](uint32_t from) {
        return Report(0, Mode::kStrict, [=] {
                   Tile tile;
                   Duplicate(tile.z, 1.0f, 64);
                   Order<HardEvent::V_S>();
                   tile.z.SetValue(16, 2.0f);
                   Order<HardEvent::S_MTE3>();
                   DataCopyPad(tile.to, tile.z, DataCopyExtParams{4, 32, 0, 32, 0});
                   DataCopyPad(tile.to[32], tile.z[from], DataCopyExtParams{2, 32, 0, 0, 0});
               }) == "";
    };
    EXPECT_TRUE(shifted(16));
    EXPECT_FALSE(shifted(8));
    EXPECT_FALSE(shifted(24));
}

// Into UB likewise; what is padded counts as other values.
TEST(CheckSamePipe, LetsCopiesIntoUbRepeatWhatIsThere) {
    const auto silent = [](uint32_t from, uint32_t bytes) {
        return Report(0, Mode::kStrict, [=] {
                   Tile tile;
                   for (uint32_t i = 0; i < 64; ++i) {
                       tile.in[i] = i == 33 ? 2.0f : 1.0f;
                   }
                   DataCopy(tile.x, tile.from, 64);
                   DataCopyPad(tile.x[32], tile.from[from], DataCopyExtParams{1, bytes, 0, 0, 0},
                               DataCopyPadExtParams<float>{false, 0, 0, 0.0f});
               }) == "";
    };
    EXPECT_TRUE(silent(32, 128));
    EXPECT_FALSE(silent(31, 128));
    EXPECT_TRUE(silent(32, 32));
    EXPECT_FALSE(silent(32, 20));
}

// Part of it new, and part of it there: the blocks that another copy has written are looked at.
TEST(CheckSamePipe, ComparesTheBlocksThatAnotherCopyWrote) {
    const auto silent = [](uint32_t other) {
        return Report(0, Mode::kStrict, [=] {
                   Tile tile;
                   tile.in[other] = 1.0f;
                   DataCopy(tile.x[16], tile.from[16], 16);
                   tile.in[other] = 2.0f;
                   DataCopy(tile.x, tile.from, 64);
               }) == "";
    };
    EXPECT_TRUE(silent(15));
    EXPECT_FALSE(silent(16));
    EXPECT_FALSE(silent(31));
    EXPECT_TRUE(silent(32));
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
