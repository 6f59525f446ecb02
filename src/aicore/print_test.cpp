// What kernels print. Expected texts are C's printf by hand, and the layout of DumpTensor in the public
// documentation.
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

std::string PrintedBy(const std::function<void()>& body, const KernelOptions& options = {}) {
    testing::internal::CaptureStdout();
    ExpectRuns(RunKernel(body, options));
    return testing::internal::GetCapturedStdout();
}

TEST(Printf, FormatsEveryDocumentedConversion) {
    EXPECT_EQ(PrintedBy([] {
                  AscendC::printf("plain %% text\n");
                  AscendC::printf("%d %i %ld %lld|%5d|%-5d|%05d\n", int8_t(-7), int16_t(-300),
                                  int64_t(1) << 40, int64_t(-1), 42, 42, 42);
                  AscendC::printf("%u %lu %x %X %lx\n", uint8_t(200), ~uint64_t(0), 0xbeefu, 0xBEEFu,
                                  uint64_t(0x123456789a));
                  AscendC::printf("%f %F %.2f %8.3f\n", 3.5f, half(0.25), bfloat16_t(1.5f), 2.0);
                  AscendC::PRINTF("%s|%6s|%c\n", "text", "ab", 'x');
                  AscendC::printf("%x %p\n", int8_t(-1), reinterpret_cast<void*>(0x1234));
              }),
              "plain % text\n"
              "-7 -300 1099511627776 -1|   42|42   |00042\n"
              "200 18446744073709551615 beef BEEF 123456789a\n"
              "3.500000 0.250000 1.50    2.000\n"
              "text|    ab|x\n"
              "ffffffff 0x1234\n");
}

TEST(Printf, PrintsValuesAsTheyAreWhereTheConversionDoesNotSuit) {
    EXPECT_EQ(PrintedBy([] {
                  const char* none = nullptr;
                  AscendC::printf("%d %s %f %u %s\n", 2.5f, 17, uint32_t(3), -4, none);
                  AscendC::printf("%d %d\n", 1);
                  AscendC::printf("%q %\n", 5);
                  AscendC::printf("%*d|%-*d|\n", 4, 7, 3, 8);
              }),
              "2.500000 17 3 4294967292 (null)\n"
              "1 %d\n"
              "%q %\n"
              "   7|8  |\n");
}

TEST(Printf, KeepsLinesOfBlocksApart) {
    const std::string printed = PrintedBy(
        [] {
            for (int32_t line = 0; line < 20; ++line) {
                AscendC::printf("block %d", int32_t(GetBlockIdx()));
                AscendC::printf(" line %d", line);
                AscendC::printf(" end\n");
            }
        },
        {.blocks = 8, .threads = 4});
    std::vector<int> next(8, 0);  // of each block
    size_t lines = 0;
    for (size_t at = 0; at < printed.size(); ++lines) {
        const size_t end = printed.find('\n', at);
        ASSERT_NE(end, std::string::npos);
        int block = -1;
        int line = -1;
        int read = 0;
        const std::string text = printed.substr(at, end - at);
        ASSERT_EQ(std::sscanf(text.c_str(), "block %d line %d end%n", &block, &line, &read), 2) << text;
        ASSERT_EQ(static_cast<size_t>(read), text.size()) << text;
        ASSERT_EQ(line, next[static_cast<size_t>(block)]++);
        at = end + 1;
    }
    EXPECT_EQ(lines, 160u);
}

TEST(Printf, PrintsALineWithoutEndWhenTheBlockEnds) {
    EXPECT_EQ(PrintedBy([] { AscendC::printf("no end"); }), "no end");
    testing::internal::CaptureStdout();
    ExpectFault(RunKernel([] {
                    AscendC::printf("before the fault");
                    Trap();
                }),
                507035, {"Trap at print_test.cpp:", "the kernel ended itself"});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "before the fault");
}

TEST(Printf, PrintsNothingBeyond30KiB) {
    const std::string fits(30 * 1024 - 1, 'x');
    const std::string longer(30 * 1024, 'x');
    testing::internal::CaptureStderr();
    EXPECT_EQ(PrintedBy([&] {
                  AscendC::printf("%s\n", fits.c_str());
                  AscendC::printf("%s\n", longer.c_str());
              }),
              fits + "\n");
    EXPECT_NE(testing::internal::GetCapturedStderr().find(
                  "printf: 30721 bytes are not printed, expected at most 30720"),
              std::string::npos);
}

TEST(KernelLog, GoesToTheLog) {
    testing::internal::CaptureStderr();
    ExpectFault(RunKernel([] {
                    ASCENDC_ASSERT(1 + 1 == 2, { KERNEL_LOG(KERNEL_ERROR, "not reached"); });
                    ASCENDC_ASSERT(1 + 1 == 3, { KERNEL_LOG(KERNEL_ERROR, "sums are %d, %s", 2, "alas"); });
                }),
                507035, {"ASSERT at print_test.cpp:", "1 + 1 == 3 is false"});
    const std::string logged = testing::internal::GetCapturedStderr();
    EXPECT_NE(logged.find("TestOp: block 0: sums are 2, alas"), std::string::npos) << logged;
    EXPECT_EQ(logged.find("not reached"), std::string::npos);
}

template <typename T>
std::string Dumped(const std::vector<T>& values, const std::function<void(LocalTensor<T>&)>& dump) {
    return PrintedBy([&] {
        TPipe pipe;
        TBuf<> before;
        TBuf<> buffer;
        pipe.InitBuffer(before, 64);
        pipe.InitBuffer(buffer, 256);
        LocalTensor<T> tensor = buffer.Get<T>();
        for (uint32_t i = 0; i < values.size(); ++i) {
            tensor.SetValue(i, values[i]);
        }
        dump(tensor);
    });
}

TEST(DumpTensor, PrintsAddressTypePositionAndValues) {
    EXPECT_EQ(Dumped<half>({half(19.0f), half(-0.5f), half(65504.0f)},
                           [](LocalTensor<half>& tensor) { DumpTensor(tensor, 5, 3); }),
              "DumpTensor: desc=5, addr=0x40, data_type=float16, position=UB, dump_size=3\n"
              "[19.000000, -0.500000, 65504.000000]\n");
    EXPECT_EQ(Dumped<int8_t>({-128, 127}, [](LocalTensor<int8_t>& tensor) { DumpTensor(tensor, 0, 2); }),
              "DumpTensor: desc=0, addr=0x40, data_type=int8, position=UB, dump_size=2\n[-128, 127]\n");
    EXPECT_EQ(Dumped<bool>({true, false}, [](LocalTensor<bool>& tensor) { DumpTensor(tensor, 0, 2); }),
              "DumpTensor: desc=0, addr=0x40, data_type=bool, position=UB, dump_size=2\n[1, 0]\n");
    EXPECT_EQ(Dumped<float>({1.0f, 2.0f, 3.0f, 4.5f},
                            [](LocalTensor<float>& tensor) { DumpAccChkPoint(tensor, 56, 2, 2); }),
              "DumpTensor: desc=56, addr=0x48, data_type=float32, position=UB, dump_size=2\n[3.000000, "
              "4.500000]\n");
}

TEST(DumpTensor, ReadsGlobalMemory) {
    int64_t values[] = {int64_t(1) << 50, -3};
    const std::string printed = PrintedBy([&] {
        GlobalTensor<int64_t> tensor;
        tensor.SetGlobalBuffer(values, 2);
        DumpTensor(tensor, 9, 2);
    });
    char expected[200];
    std::snprintf(
        expected, sizeof(expected),
        "DumpTensor: desc=9, addr=%p, data_type=int64, position=GM, dump_size=2\n[1125899906842624, -3]\n",
        static_cast<void*>(values));
    EXPECT_EQ(printed, expected);
}

TEST(DumpTensor, FollowsAShape) {
    const std::vector<uint16_t> values = {0, 1, 2, 3, 4, 5, 6, 7};
    const auto shaped = [&](std::vector<uint32_t> extents, uint32_t elements) {
        const std::string all = Dumped<uint16_t>(values, [&](LocalTensor<uint16_t>& tensor) {
            DumpTensor(tensor, 2, elements, ShapeInfo(static_cast<uint8_t>(extents.size()), extents.data()));
        });
        return all.substr(all.find('\n') + 1);
    };
    EXPECT_EQ(shaped({2, 4}, 8), "[[0,1,2,3],\n[4,5,6,7]]\n");
    EXPECT_EQ(shaped({1, 3}, 8),
              "shape is [1, 3], dumpSize is 8, dumpSize is greater than shapeSize.\n[[0,1,2]]\n");
    EXPECT_EQ(shaped({2, 3}, 4),
              "shape is [2, 3], dumpSize is 4, data is not enough.\n[[0,1,2],\n[3,-,-]]\n");
    EXPECT_EQ(shaped({2, 2, 2}, 8), "[[[0,1],\n[2,3]],\n[[4,5],\n[6,7]]]\n");
}

TEST(DumpTensor, RefusesWhatLiesBeyondTheMemory) {
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 196608);
                    DumpTensor(buffer.Get<float>()[49150], 1, 3);
                }),
                507035, {"DumpTensor at print_test.cpp:", "end beyond byte 196608"});
    testing::internal::CaptureStderr();
    EXPECT_EQ(Dumped<float>({1.0f}, [](LocalTensor<float>& tensor) { DumpTensor(tensor, 1, 7681); }), "");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("DumpTensor: 30724 bytes are not printed"),
              std::string::npos);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
