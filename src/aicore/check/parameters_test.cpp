// Numbers that the chip's fields cut, and tails that copies drop: reported under the checker, and as on the
// chip without it.
#include <numeric>
#include <regex>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

enum class Watch { kOff, kOn, kStrict };

// The message of a launch under the checker, with lines counted from `line`; empty when nothing is wrong.
std::string ReportOf(int line, Watch watch, const std::function<void()>& kernel,
                     std::string_view soc = "Ascend910B1") {
    const char* const values[] = {"0", "1", "strict"};
    EXPECT_TRUE(base::SetSetting("check", values[static_cast<int>(watch)]).ok());
    KernelOptions options;
    options.soc = soc;
    const base::Status status = RunKernel(kernel, options);
    EXPECT_TRUE(base::SetSetting("check", "").ok());
    if (status.ok()) {
        return "";
    }
    std::string text = status.message();
    const std::string file = "parameters_test.cpp:";
    if (const size_t at = text.find(file); at != std::string::npos) {
        const size_t end = text.find_first_not_of("0123456789", at + file.size());
        const int offset = std::stoi(text.substr(at + file.size(), end - at - file.size())) - line;
        text.replace(at, end - at, "+" + std::to_string(offset));
    }
    return std::regex_replace(text, std::regex("0x[0-9a-f]{5,}"), "0x*");
}

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
        ReportOf(line, Watch::kStrict, kernel(100)),
        "TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 384 bytes, gaps 0 "
        "and "
        "0 bytes) at +4: 100 elements are 400 bytes, expected a multiple of 32: the last 16 bytes are not "
        "copied; copy the tail with DataCopyPad");
    EXPECT_EQ(ReportOf(line, Watch::kStrict, kernel(96)), "");
    EXPECT_EQ(ReportOf(line, Watch::kOn, kernel(100)), "");
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
            EXPECT_EQ(ReportOf(0, Watch::kOff, kernel), "");
            EXPECT_EQ(copied, moved[i]) << n;
            const size_t bytes = n * sizeof(T);
            const std::string report = ReportOf(0, Watch::kStrict, kernel);
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
    for (const Watch watch : {Watch::kOn, Watch::kStrict}) {
        EXPECT_EQ(
            ReportOf(line, watch, AddRepeats(300)),
            "TestOp: block 0: Add(dst VECCALC float at byte 8192, src0 VECCALC float at byte 0, src1 VECCALC "
            "float at byte 8192, mask 64, repeat 44) at +0: repeatTime is 300, expected at most 255: the "
            "chip takes 44; split the call into several with at most 255 each");
        EXPECT_EQ(ReportOf(line, watch, AddRepeats(255)), "");
    }
}

TEST(CheckRepeats, TakesTheLowBitsAsTheChipDoes) {
    float sum = 0;
    EXPECT_EQ(ReportOf(0, Watch::kOff,
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
    for (const Watch watch : {Watch::kOn, Watch::kStrict}) {
        EXPECT_EQ(ReportOf(line, watch, kernel(65537)),
                  "TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 2 x 32 bytes, "
                  "gaps 32 "
                  "and 0 bytes) at +6: srcStride of DataCopyParams is 65537, expected at most 65535: the "
                  "chip takes "
                  "1; use DataCopyPad with DataCopyExtParams, which has 32 bits for it and counts bytes");
        EXPECT_EQ(ReportOf(line, watch, kernel(1)), "");
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
