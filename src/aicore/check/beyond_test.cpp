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

// "repeat 5 is the first of 8 to leave it, and the last ends 32 bytes beyond", or nothing.
std::string Repeats(const std::string& report) {
    const size_t at = report.find("; repeat ");
    return at == std::string::npos ? "" : report.substr(at + 2, report.find(';', at + 2) - at - 2);
}

// Bits lie side by side, whatever the strides say: 8 bytes for each repeat of float, 16 of half.
TEST(CheckBeyond, CountsTheBitsOfComparisonsByRepeat) {
    const auto compare = [](auto value, uint64_t mask, uint8_t repeats, uint32_t bytes) {
        return Repeats(Beyond([=](Tile& t) {
            using T = decltype(value);
            const LocalTensor<T> x = t.x.ReinterpretCast<T>();
            LocalTensor<uint8_t> bits = t.z.ReinterpretCast<uint8_t>();
            bits.SetSize(bytes);
            Compare(bits, x, x, CMPMODE::EQ, mask, repeats, {1, 1, 1, 8, 0, 0});
        }));
    };
    EXPECT_EQ(compare(1.0f, 64, 8, 32),
              "repeat 5 is the first of 8 to leave it, and the last ends 32 bytes beyond");
    EXPECT_EQ(compare(1.0f, 64, 8, 44),
              "repeat 6 is the first of 8 to leave it, and the last ends 20 bytes beyond");
    // The mask leaves nothing out.
    EXPECT_EQ(compare(1.0f, 1, 8, 44),
              "repeat 6 is the first of 8 to leave it, and the last ends 20 bytes beyond");
    EXPECT_EQ(compare(half(1.0f), 128, 8, 96),
              "repeat 7 is the first of 8 to leave it, and the last ends 32 bytes beyond");
    EXPECT_EQ(compare(1.0f, 64, 8, 64), "");
}

// What is compared lies by its strides.
TEST(CheckBeyond, CountsWhatIsComparedByItsStrides) {
    EXPECT_EQ(Repeats(Beyond([](Tile& t) {
                  Compare(t.x.ReinterpretCast<uint8_t>(), t.z, t.x, CMPMODE::EQ, uint64_t(1), 12,
                          {1, 1, 1, 8, 8, 0});
              })),
              "repeat 9 is the first of 12 to leave it, and the last ends 1024 bytes beyond");
}

// The same for the bits that choose, of which the mask takes some; in the mode that takes the first ones again, no
// repeat has bits of its own.
TEST(CheckBeyond, CountsTheBitsOfSelectByRepeat) {
    const auto select = [](auto value, SELMODE mode, uint64_t mask, uint8_t repeats) {
        return Repeats(Beyond([=](Tile& t) {
            using T = decltype(value);
            // The last bytes of a buffer that another one follows.
            const LocalTensor<uint8_t> bits = t.x[512 - 8].template ReinterpretCast<uint8_t>();
            const LocalTensor<T> z = t.z.ReinterpretCast<T>();
            if (mode == SELMODE::VSEL_TENSOR_SCALAR_MODE) {
                Select(z, bits, t.x.ReinterpretCast<T>(), value, mode, mask, repeats, {1, 1, 1, 0, 0, 0});
            } else {
                Select(z, bits, z, z, mode, mask, repeats, {1, 1, 1, 0, 0, 0});
            }
        }));
    };
    const auto with_scalar = SELMODE::VSEL_TENSOR_SCALAR_MODE;
    EXPECT_EQ(select(1.0f, with_scalar, 64, 7),
              "repeat 5 is the first of 7 to leave it, and the last ends 24 bytes beyond");
    EXPECT_EQ(select(1.0f, with_scalar, 8, 7),
              "repeat 5 is the first of 7 to leave it, and the last ends 17 bytes beyond");
    EXPECT_EQ(select(half(1.0f), SELMODE::VSEL_TENSOR_TENSOR_MODE, 128, 7),
              "repeat 3 is the first of 7 to leave it, and the last ends 80 bytes beyond");
    EXPECT_EQ(select(1.0f, SELMODE::VSEL_CMPMASK_SPR, 64, 7), "");
}

// 4 bytes for each element, and as many elements in a repeat as the others have.
TEST(CheckBeyond, CountsTheOffsetsOfGatherByRepeat) {
    const auto gather = [](auto value, uint64_t mask, uint8_t repeats) {
        return Repeats(Beyond([=](Tile& t) {
            using T = decltype(value);
            Duplicate(t.x.ReinterpretCast<int32_t>(), 0, 512);
            PipeBarrier<PIPE_ALL>();
            Gather(t.z.ReinterpretCast<T>(), t.x.ReinterpretCast<T>(), t.x[256].ReinterpretCast<uint32_t>(),
                   0, mask, repeats, 0);
        }));
    };
    EXPECT_EQ(gather(1.0f, 64, 6),
              "repeat 5 is the first of 6 to leave it, and the last ends 512 bytes beyond");
    EXPECT_EQ(gather(1.0f, 8, 6),
              "repeat 5 is the first of 6 to leave it, and the last ends 288 bytes beyond");
    EXPECT_EQ(gather(half(1.0f), 128, 4),
              "repeat 3 is the first of 4 to leave it, and the last ends 1024 bytes beyond");
    EXPECT_EQ(gather(half(1.0f), 72, 4),
              "repeat 3 is the first of 4 to leave it, and the last ends 800 bytes beyond");
}

// What is gathered lies where the offsets say, and its destination by the stride.
TEST(CheckBeyond, CountsTheResultsOfGatherByTheirStride) {
    const auto gather = [](uint16_t stride, int32_t offset) {
        return Repeats(Beyond([=](Tile& t) {
            Duplicate(t.x.ReinterpretCast<int32_t>(), offset, 512);
            PipeBarrier<PIPE_ALL>();
            Gather(t.z, t.x, t.x.ReinterpretCast<uint32_t>(), 0, uint64_t(8), 7, stride);
        }));
    };
    EXPECT_EQ(gather(8, 0), "repeat 5 is the first of 7 to leave it, and the last ends 544 bytes beyond");
    EXPECT_EQ(gather(0, 2048), "");
}

// A comparison into the register is of one repeat.
TEST(CheckBeyond, SaysNothingOfRepeatsOfAComparisonIntoTheRegister) {
    EXPECT_EQ(Beyond([](Tile& t) {
                  Compare<float>(t.x, t.x[512 - 8], CMPMODE::EQ, uint64_t(64), {1, 1, 1, 8, 8, 8});
              }),
              "reads bytes 2048 to 2080 of UB as src1, expected 0 to 2048, the VECCALC buffer of above: the "
              "rest lies "
              "in the VECCALC buffer of above; work on fewer elements, or make the buffer larger");
}

// Repeats that overlap leave it one by one.
TEST(CheckBeyond, CountsRepeatsThatOverlap) {
    EXPECT_EQ(Repeats(Beyond([](Tile& t) {
                  Adds(t.z, t.x, 1.0f, uint64_t(64), 9, {1, 1, 4, 0});
              })),
              "repeat 8 is the first of 9 to leave it, and the last ends 256 bytes beyond");
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
