// What reports say of how far buffers, repeats and bursts reach beyond what there is.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckBeyond, OverflowNamesTheFirstInitBufferOfTheSameBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> x;
        TBuf<> t;
        pipe.InitBuffer(x, 98304);
        pipe.InitBuffer(t, 65536);
        if (!mended) {
            pipe.InitBuffer(t, 65536);
        }
    };
    const std::string report =
        "507035 TestOp: block 0: InitBuffer at +8: the buffers so far need 229376 bytes of UB, expected at "
        "most "
        "196608 on Ascend910B1, 32768 fewer; they are\n"
        "      98304 bytes: 1 x 98304 VECCALC at +5\n"
        "      65536 bytes: 1 x 65536 VECCALC at +6\n"
        "      65536 bytes: 1 x 65536 VECCALC at +8; InitBuffer at +6 has initialised the same VECCALC "
        "buffer "
        "before, and its 65536 bytes stay allocated: call it once for each TQue and TBuf, and use smaller "
        "tiles "
        "if that is not enough";
    ExpectFound(line, kernel, report);
    EXPECT_EQ(Report(line, Mode::kOff, [&] { kernel(false); }), report);
}

struct Tile {
    Tile() {
        pipe.InitBuffer(first, 2048);
        pipe.InitBuffer(second, 2048);
        x = first.Get<float>();
        z = second.Get<float>(256);
        from.SetGlobalBuffer(in, 512);
        to.SetGlobalBuffer(out, 64);
        Duplicate(x, 1.0f, 512);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> first;
    TBuf<> second;
    LocalTensor<float> x;
    LocalTensor<float> z;
    float in[512] = {};
    float out[64] = {};
    GlobalTensor<float> from;
    GlobalTensor<float> to;
};

// From "beyond" on: how far, and in which repeat.
std::string Beyond(const std::function<void(Tile&)>& call) {
    const std::string report = Report(__LINE__, Mode::kOn, [&] {
        Tile tile;
        call(tile);
    });
    const size_t at = report.find(": ", report.find(" at +"));
    return at == std::string::npos ? report : report.substr(at + 2);
}

TEST(CheckBeyond, NamesTheFirstRepeatThatLeavesATensor) {
    const std::string remedy = "; write fewer elements, or take a longer tensor as dst";
    const auto add = [](uint64_t mask, uint8_t repeats, uint8_t stride) {
        return Beyond([=](Tile& t) { Adds(t.z, t.x, 1.0f, mask, repeats, {1, 1, stride, 1}); });
    };
    EXPECT_EQ(add(64, 4, 8), "");
    // Repeats of 8 elements, 256 bytes apart in 1024.
    EXPECT_EQ(
        add(8, 7, 8),
        "writes bytes 3072 to 3104 of UB as dst, 32 bytes beyond the end of its tensor, which has 1024 bytes "
        "from byte 2048; repeat 5 is the first of 7 to leave it, and the last ends 544 bytes beyond" +
            remedy);
    // Adjacent repeats.
    EXPECT_EQ(Beyond([](Tile& t) { Duplicate(t.z, 1.0f, uint64_t(64), 6, 1, 8); }),
              "writes bytes 2048 to 3584 of UB as dst, 512 bytes beyond the end of its tensor, which has "
              "1024 bytes "
              "from byte 2048; repeat 5 is the first of 6 to leave it, and the last ends 512 bytes beyond" +
                  remedy);
    // One repeat leaves it inside.
    EXPECT_EQ(
        Beyond([](Tile& t) {
            Adds(t.z[224], t.x, 1.0f, uint64_t(64), 1, {1, 1, 8, 8});
        }),
        "writes bytes 2944 to 3200 of UB as dst, 128 bytes beyond the end of its tensor, which has 128 bytes "
        "from byte 2944" +
            remedy);
}

TEST(CheckBeyond, NamesTheFirstBurstThatLeavesATensor) {
    EXPECT_EQ(
        Beyond([](Tile& t) {
            DataCopyPad(t.z, t.from, DataCopyExtParams{6, 20, 0, 7, 0},
                        DataCopyPadExtParams<float>{true, 0, 3, 0.0f});
        }),
        "writes bytes 3072 to 3104 of UB as dst, 32 bytes beyond the end of its tensor, which has 1024 bytes "
        "from byte 2048; burst 5 is the first of 6 to leave it, and the last ends 288 bytes beyond; write "
        "fewer elements, or take a longer tensor as dst");
    EXPECT_EQ(
        Beyond([](Tile& t) {
            DataCopyPad(t.to, t.x, DataCopyExtParams{16, 20, 0, 0, 0});
        }),
        "writes 320 bytes of dst, 64 bytes beyond the end of what SetGlobalBuffer was given, which has 256 "
        "bytes from here on; burst 13 is the first of 16 to leave it, and the last ends 64 bytes beyond; "
        "copy the tail with DataCopyPad and its exact number of bytes, or correct the offset");
}

TEST(CheckBeyond, NamesTheFirstRepeatThatLeavesABuffer) {
    EXPECT_EQ(
        Beyond([](Tile& t) {
            Adds(t.z, t.x[256], 1.0f, uint64_t(8), 7, {1, 1, 1, 8});
        }),
        "reads bytes 2048 to 2080 of UB as src, expected 0 to 2048, the VECCALC buffer of above: the rest "
        "lies in the VECCALC buffer of above; repeat 5 is the first of 7 to leave it, and the last ends 544 "
        "bytes beyond; work on fewer elements, or make the buffer larger");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
