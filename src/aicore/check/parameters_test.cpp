// Numbers that the chip's fields cut, and tails that copies drop: reported under the checker, and as on the
// chip without it.
#include <algorithm>
#include <numeric>

#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// Buffers of 2048 floats in UB, all written, over 4096 floats of global memory.
struct Tile {
    Tile() {
        pipe.InitBuffer(first, 8192);
        pipe.InitBuffer(second, 8192);
        x = first.Get<float>();
        z = second.Get<float>();
        std::iota(in.begin(), in.end(), 0.0f);
        from.SetGlobalBuffer(in.data(), in.size());
        to.SetGlobalBuffer(out.data(), out.size());
        Duplicate(x, 1.0f, 2048);
        Duplicate(z, 2.0f, 2048);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> first;
    TBuf<> second;
    LocalTensor<float> x;
    LocalTensor<float> z;
    std::vector<float> in = std::vector<float>(4096);
    std::vector<float> out = std::vector<float>(4096);
    GlobalTensor<float> from;
    GlobalTensor<float> to;
};

// ---- tails

TEST(CheckTails, ReportsElementsThatACopyDropsInStrictMode) {
    const int line = __LINE__;
    const auto kernel = [](uint32_t count) {
        return [count] {
            Tile tile;
            DataCopy(tile.x, tile.from, count);
        };
    };
    EXPECT_EQ(
        Report(line, Mode::kStrict, kernel(100)),
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 384 bytes, "
        "gaps 0 "
        "and "
        "0 bytes) at +4: 100 elements are 400 bytes, expected a multiple of 32: the last 16 bytes are not "
        "copied; copy the tail with DataCopyPad");
    EXPECT_EQ(Report(line, Mode::kStrict, kernel(96)), "");
    EXPECT_EQ(Report(line, Mode::kOn, kernel(100)), "");
}

// What is moved and what is reported as not copied, for copies in, out and inside, of both widths.
template <typename T>
void ExpectTails(const std::vector<uint32_t>& counts, const std::vector<uint32_t>& moved) {
    for (size_t i = 0; i < counts.size(); ++i) {
        const uint32_t n = counts[i];
        for (int way = 0; way < 3; ++way) {
            size_t copied = 0;
            const auto kernel = [&] {
                TPipe pipe;
                TBuf<> first;
                TBuf<> second;
                pipe.InitBuffer(first, 1024);
                pipe.InitBuffer(second, 1024);
                const LocalTensor<T> x = first.Get<T>();
                const LocalTensor<T> z = second.Get<T>();
                std::vector<T> memory(256, T(way == 0 ? 1.0f : 0.0f));
                GlobalTensor<T> global;
                global.SetGlobalBuffer(memory.data(), memory.size());
                Duplicate(x, T(way == 0 ? 0.0f : 1.0f), 256);
                Duplicate(z, T(0.0f), 256);
                PipeBarrier<PIPE_ALL>();
                std::vector<T> result;
                if (way == 0) {
                    DataCopy(x, global, n);
                    result = Read(x, 256);
                } else if (way == 1) {
                    DataCopy(global, x, n);
                    result = memory;
                } else {
                    DataCopy(z, x, n);
                    result = Read(z, 256);
                }
                copied = static_cast<size_t>(
                    std::count_if(result.begin(), result.end(), [](T v) { return float(v) == 1.0f; }));
            };
            EXPECT_EQ(Report(0, Mode::kOff, kernel), "");
            EXPECT_EQ(copied, moved[i]) << n;
            const size_t bytes = n * sizeof(T);
            const std::string report = Report(0, Mode::kStrict, kernel);
            EXPECT_NE(report.find(std::to_string(n) + " elements are " + std::to_string(bytes) +
                                  " bytes, expected a multiple of 32: the last " +
                                  std::to_string(bytes % 32) + " bytes are not copied"),
                      std::string::npos)
                << report;
        }
    }
}

TEST(CheckTails, MovesWholeBlocksAndSaysHowManyBytesItLeavesOut) {
    const std::vector<uint32_t> counts = {1, 7, 9, 63, 65, 100, 123, 126, 127};
    ExpectTails<float>(counts, {0, 0, 8, 56, 64, 96, 120, 120, 120});
    ExpectTails<half>(counts, {0, 0, 0, 48, 64, 96, 112, 112, 112});
}

// ---- repeats

// Adds over `repeat` repeats that all work on the first 64 elements.
std::function<void()> AddRepeats(int64_t repeat) {
    return [repeat] {
        Tile tile;
        Add(tile.z, tile.x, tile.z, uint64_t(64), repeat, {1, 1, 1, 0, 0, 0});
    };
}

TEST(CheckRepeats, ReportsMoreThanTheChipCounts) {
    const int line = __LINE__ - 5;  // of the call in AddRepeats
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        EXPECT_EQ(
            Report(line, mode, AddRepeats(300)),
            "507035 TestOp: block 0: Add(dst VECCALC float at byte 8192, src0 VECCALC float at byte 0, src1 "
            "VECCALC "
            "float at byte 8192, mask 64, repeat 44, repeat strides 0 0 0) at +0: repeatTime is 300, "
            "expected at "
            "most 255: the chip takes 44; give at most 255, in several calls if need be");
        EXPECT_EQ(Report(line, mode, AddRepeats(255)), "");
    }
}

TEST(CheckRepeats, TakesTheLowBitsAsTheChipDoes) {
    float sum = 0;
    EXPECT_EQ(Report(0, Mode::kOff,
                     [&] {
                         Tile tile;
                         Add(tile.z, tile.x, tile.z, uint64_t(64), 300, {1, 1, 1, 0, 0, 0});
                         sum = Read(tile.z, 1)[0];
                     }),
              "");
    EXPECT_EQ(sum, 2.0f + 44.0f);
}

// ---- fields

TEST(CheckFields, ReportsAStrideThatWraps) {
    const int line = __LINE__;
    const auto kernel = [](uint32_t stride) {
        return [stride] {
            Tile tile;
            DataCopyParams params{2, 1, 0, 0};
            params.srcStride = stride;
            DataCopy(tile.x, tile.from, params);
        };
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        EXPECT_EQ(Report(line, mode, kernel(65537)),
                  "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 2 x 32 "
                  "bytes, "
                  "gaps 32 "
                  "and 0 bytes) at +6: srcStride of DataCopyParams is 65537, expected at most 65535: the "
                  "chip takes "
                  "1; use DataCopyPad with DataCopyExtParams, which has 32 bits for it and counts bytes");
        EXPECT_EQ(Report(line, mode, kernel(1)), "");
    }
}

// Two rows 65,537 blocks apart in global memory.
TEST(CheckFields, CopiesBothRowsWhereTheFieldIsWide) {
    constexpr uint32_t kGap = 65537 * 32;
    std::vector<float> memory((32 + kGap + 32) / 4, -1.0f);
    std::iota(memory.begin(), memory.begin() + 16, 0.0f);
    std::iota(memory.end() - 8, memory.end(), 100.0f);
    const auto rows = [&](Mode mode, bool wide) {
        std::vector<float> read;
        const std::string report = Report(0, mode, [&] {
            Tile tile;
            tile.from.SetGlobalBuffer(memory.data(), memory.size());
            if (wide) {
                DataCopyPad(tile.x, tile.from, {2, 32, kGap, 0, 0}, {false, 0, 0, 0.0f});
            } else {
                DataCopy(tile.x, tile.from, {2, 1, kGap / 32, 0});
            }
            read = Read(tile.x, 16);
        });
        return std::make_pair(read, report.substr(0, report.find(' ')));
    };
    std::vector<float> expected(16);
    std::iota(expected.begin(), expected.begin() + 8, 0.0f);
    std::iota(expected.begin() + 8, expected.end(), 100.0f);
    EXPECT_EQ(rows(Mode::kStrict, true), std::make_pair(expected, std::string()));
    // Cut to one block: the second row is the third block, of which only the first two are 0, 1, ... 15.
    std::fill(expected.begin() + 8, expected.end(), -1.0f);
    EXPECT_EQ(rows(Mode::kOff, false), std::make_pair(expected, std::string()));
    EXPECT_EQ(rows(Mode::kStrict, false).second, "507035");
}

// A distance between rows or repeats has no effect where there is one of them.
TEST(CheckFields, AreNotMissedWhereTheyHaveNoEffect) {
    const uint32_t wide = 65536 + 300;
    EXPECT_EQ(Report(0, Mode::kStrict,
                     [=] {
                         Tile tile;
                         DataCopy(tile.x, tile.from, {1, 4, wide, wide});
                         PipeBarrier<PIPE_ALL>();
                         DataCopyPad(tile.to, tile.x, DataCopyParams(1, 64, wide, wide));
                         PipeBarrier<PIPE_ALL>();
                         Add(tile.z, tile.x, tile.z, uint64_t(64), 1, {1, 1, 1, wide, wide, wide});
                         PipeBarrier<PIPE_ALL>();
                         Duplicate(tile.z, 1.0f, uint64_t(64), 1, 1, wide);
                         PipeBarrier<PIPE_ALL>();
                         Copy(tile.z, tile.x, uint64_t(64), 1, {1, 1, wide, wide});
                     }),
              "");
}

// What is wrong with the call, without the call.
std::string ProblemOf(const std::function<void(const Tile&)>& call) {
    const std::string report = Report(0, Mode::kOn, [&] {
        const Tile tile;
        call(tile);
    });
    const size_t at = report.find(" at +");
    return at == std::string::npos ? report : report.substr(report.find(": ", at) + 2);
}

TEST(CheckFields, ReportsEachStructure) {
    const uint32_t byte = 257;
    const uint32_t word = 65538;
    const int64_t beyond = (int64_t(1) << 32) + 64;
    const std::string one_by_one = "; issue one call per repeat, each with the tensors at its own offset";
    const auto give = [](uint32_t most) {
        return "; give at most " + std::to_string(most) + ", in several calls if need be";
    };
    const auto at = [](const std::string& field, int64_t given, uint32_t most, uint32_t taken) {
        return field + " is " + std::to_string(given) + ", expected at most " + std::to_string(most) +
               ": the chip takes " + std::to_string(taken);
    };
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Exp(t.z, t.x, uint64_t(64), 2, {1, 1, 8, byte});
              }),
              at("srcRepStride of UnaryRepeatParams", 257, 255, 1) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Exp(t.z, t.x, uint64_t(64), 1, {word, 1, 8, 8});
              }),
              at("dstBlkStride of UnaryRepeatParams", 65538, 65535, 2) + give(65535));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  BinaryRepeatParams params;
                  params.src1RepStride = 8;
                  params.src1RepStride += 249;
                  Add(t.z, t.x, t.z, uint64_t(64), 2, params);
              }),
              at("src1RepStride of BinaryRepeatParams", 257, 255, 1) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  DataCopy(t.x, t.from, {word, 1, 0, 0});
              }),
              at("blockCount of DataCopyParams", 65538, 65535, 2) + give(65535));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  DataCopyPad(t.x, t.from, {1, 65536, 0, 0}, {false, 0, 0, 0});
              }),
              at("blockLen of DataCopyParams", 65536, 65535, 0) +
                  "; use DataCopyPad with DataCopyExtParams, which has 32 bits for it and counts bytes");
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  DataCopyPad(t.x, t.from, {2, 32, beyond, 0, 0}, {false, 0, 0, 0.0f});
              }),
              at("srcStride of DataCopyExtParams", beyond, 4294967295u, 64) + "; copy row by row");
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  DataCopyPad(t.x, t.from, {1, 28, 0, 0, 0}, {true, 0, byte, 0.0f});
              }),
              at("rightPadding of DataCopyPadExtParams", 257, 255, 1) + give(255));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  DataCopyPad(t.x, t.from, {1, 28, 0, 0}, {true, byte, 0, 0});
              }),
              at("leftPadding of DataCopyPadParams", 257, 255, 1) + give(255));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Copy(t.z, t.x, uint64_t(64), 2, {1, 1, 8, word});
              }),
              at("srcRepeatSize of CopyRepeatParams", 65538, 65535, 2) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Brcb(t.z, t.x, 2, {1, word});
              }),
              at("dstRepStride of BrcbRepeatParams", 65538, 65535, 2) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Gatherb(t.z, t.x, t.x.ReinterpretCast<uint32_t>(), 1, {byte, 8});
              }),
              at("dstBlkStride of GatherRepeatParams", 257, 255, 1) + give(255));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  uint64_t kept = 0;
                  GatherMask(t.z, t.x, 1, false, 0, {1, word, 8, 0}, kept);
              }),
              at("repeatTimes of GatherMaskParams", 65538, 65535, 2) + give(65535));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  LocalTensor<float> dst[16];
                  LocalTensor<float> src[16];
                  std::fill(dst, dst + 16, t.z);
                  std::fill(src, src + 16, t.x);
                  TransDataTo5HDParams params;
                  params.srcRepStride = word;
                  TransDataTo5HD<float>(dst, src, params);
              }),
              at("srcRepStride of TransDataTo5HDParams", 65538, 65535, 2) + give(65535));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  MrgSort4Info info;
                  info.validBit = 3;
                  info.repeatTimes = byte;
                  MrgSort(t.z, MrgSortSrcList<float>(t.x, t.x, t.x, t.x), info);
              }),
              at("repeatTimes of MrgSort4Info", 257, 255, 1) + give(255));
    EXPECT_EQ(ProblemOf([=](const Tile& t) { Duplicate(t.z, 1.0f, uint64_t(64), 2, 1, byte); }),
              at("dstRepeatStride", 257, 255, 1) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Gather(t.z, t.x, t.x.ReinterpretCast<uint32_t>(), 0, uint64_t(64), 2, word);
              }),
              at("dstRepStride", 65538, 65535, 2) + one_by_one);
    EXPECT_EQ(ProblemOf([=](const Tile& t) { CreateVecIndex(t.z, 0.0f, uint64_t(64), byte, 1, 8); }),
              at("repeatTime", 257, 255, 1) + give(255));
    EXPECT_EQ(ProblemOf([=](const Tile& t) {
                  Exp(t.z, t.x, uint64_t(64), -1, {1, 1, 8, 8});
              }),
              at("repeatTime", -1, 255, 255) + give(255));
}

// ---- narrow rows

TEST(CheckNarrowRows, HintsAtRowsBelowABlockInStrictMode) {
    const auto hint = [](Mode mode, uint32_t rows, uint32_t bytes, bool pad) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(Report(0, mode,
                         [=] {
                             Tile tile;
                             DataCopyPad(tile.x, tile.from, {rows, bytes, 0, 0, 0}, {pad, 0, 1, 0.0f});
                         }),
                  "");
        const std::string text = testing::internal::GetCapturedStderr();
        const size_t at = text.find(": 4 rows");
        return at == std::string::npos ? text : text.substr(at + 2);
    };
    EXPECT_EQ(hint(Mode::kStrict, 4, 4, false),
              "4 rows of 4 bytes each start on a block of 32 bytes in UB, and some devices spoil rows "
              "narrower than a "
              "block; copy them with padding to 32 bytes, or as one row\n");
    EXPECT_EQ(hint(Mode::kOn, 4, 4, false), "");
    EXPECT_EQ(hint(Mode::kStrict, 4, 4, true), "");
    EXPECT_EQ(hint(Mode::kStrict, 1, 4, false), "");
    EXPECT_EQ(hint(Mode::kStrict, 4, 32, false), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
