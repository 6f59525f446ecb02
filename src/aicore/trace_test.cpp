// ACLNN_CPU_TRACE: the file that tells what every block did.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

class Trace : public testing::Test {
 protected:
    ~Trace() override {
        EXPECT_TRUE(base::SetSetting("trace", "").ok());
        EXPECT_TRUE(base::SetSetting("schedule", "").ok());
        for (const std::string& file : files_) {
            std::remove(file.c_str());
        }
    }

    // From now on launches write to a file of its own, new to this process.
    std::string NewFile() {
        static int number = 0;
        files_.push_back(testing::TempDir() + "trace_test_" + std::to_string(getpid()) + "_" +
                         std::to_string(++number));
        EXPECT_TRUE(base::SetSetting("trace", files_.back()).ok());
        return files_.back();
    }

    static std::string Read(const std::string& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    static std::vector<std::string> Lines(const std::string& text) {
        std::istringstream stream(text);
        std::vector<std::string> lines;
        for (std::string line; std::getline(stream, line);) {
            lines.push_back(line);
        }
        return lines;
    }
    static std::vector<std::string> LinesOf(const std::string& text, const std::string& block) {
        std::vector<std::string> lines = Lines(text);
        std::erase_if(lines, [&](const std::string& line) { return !line.starts_with(block + " #"); });
        return lines;
    }

 private:
    std::vector<std::string> files_;
};

TEST_F(Trace, HasALineForEveryStep) {
    const std::string file = NewFile();
    float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int32_t flags[32] = {};
    const auto kernel = [&] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 2, 40);
        GlobalTensor<float> global;
        global.SetGlobalBuffer(values + 2, 6);
        auto tensor = queue.AllocTensor<float>();
        DataCopyPad(tensor, global, DataCopyExtParams(1, 16, 0, 0, 0), DataCopyPadExtParams<float>());
        queue.EnQue(tensor);
        tensor = queue.DeQue<float>();
        Muls(tensor, tensor, 2.0f, 5);
        PipeBarrier<PIPE_V>();
        SetFlag<HardEvent::V_S>(1);
        WaitFlag<HardEvent::V_S>(1);
        global.SetValue(5, tensor.GetValue(3));
        SetAtomicAdd<float>();
        DataCopyPad(global, tensor, DataCopyExtParams(1, 12, 0, 0, 0));
        SetAtomicNone();
        CrossCoreSetFlag<0, PIPE_MTE3>(4);
        CrossCoreWaitFlag(4);
        GlobalTensor<int32_t> slots;
        slots.SetGlobalBuffer(flags, 32);
        IBSet(slots, tensor.ReinterpretCast<int32_t>(), 0, 1);
        queue.FreeTensor(tensor);
        SyncAll();
    };
    // The kernel's arguments, the body of the test first.
    const std::function<void()> body = kernel;
    const void* bodies = &body;
    void* arguments[] = {const_cast<void*>(bodies), values, flags};
    const KernelEntry entry = [](void* const* passed, uint64_t) {
        (*static_cast<const std::function<void()>*>(passed[0]))();
    };
    ExpectRuns(Launch({"TestOp", entry, arguments, 7, 1, &SocNamed("Ascend910B1"), 1}));
    const std::string text = std::regex_replace(Read(file), std::regex("trace_test.cpp:[0-9]+"), "file:line");
    const std::vector<std::string> expected = {
        "# TestOp: 1 blocks on Ascend910B1, no declared kernel type, tiling key 7",
        "AIV 0 #0 - - begins",
        "AIV 0 #1 PIPE_S file:line InitBuffer(VECIN, 2 x 64 bytes) at byte 0",
        "AIV 0 #2 PIPE_S file:line AllocTensor(queue 0 from GM to VECIN, 64 bytes at byte 0)",
        "AIV 0 #3 PIPE_MTE2 file:line DataCopyPad(dst VECIN float at byte 0, src GM float at argument 1 + 8, "
        "1 x "
        "16 bytes, gaps 0 and 0 bytes)",
        "AIV 0 #4 PIPE_S file:line EnQue(queue 0 from GM to VECIN, 64 bytes at byte 0)",
        "AIV 0 #5 PIPE_S file:line DeQue(queue 0 from GM to VECIN, 64 bytes at byte 0)",
        "AIV 0 #6 PIPE_V file:line Muls(dst VECIN float at byte 0, src VECIN float at byte 0, scalar 2, "
        "count 5)",
        "AIV 0 #7 PIPE_V file:line PipeBarrier<PIPE_V>()",
        "AIV 0 #8 PIPE_V file:line SetFlag<V_S>(1)",
        "AIV 0 #9 PIPE_S file:line WaitFlag<V_S>(1)",
        "AIV 0 #10 PIPE_S file:line GetValue(VECIN float at byte 12)",
        "AIV 0 #11 PIPE_S file:line SetValue(GM float at argument 1 + 28)",
        "AIV 0 #12 PIPE_S file:line SetAtomicAdd<float>()",
        "AIV 0 #13 PIPE_MTE3 file:line DataCopyPad(dst GM float at argument 1 + 8, src VECIN float at byte "
        "0, 1 x "
        "12 bytes, gaps 0 and 0 bytes, atomic Add float)",
        "AIV 0 #14 PIPE_S file:line SetAtomicNone()",
        "AIV 0 #15 PIPE_MTE3 file:line CrossCoreSetFlag<0, PIPE_MTE3>(4)",
        "AIV 0 #16 PIPE_S file:line CrossCoreWaitFlag(4)",
        "AIV 0 #17 PIPE_S file:line IBSet(block 0, event 1)",
        "AIV 0 #18 PIPE_S file:line FreeTensor(queue 0 from GM to VECIN, 64 bytes at byte 0)",
        "AIV 0 #19 PIPE_ALL file:line SyncAll: arrives",
        "AIV 0 #20 PIPE_ALL file:line SyncAll: goes on",
        "AIV 0 #21 - - ends"};
    EXPECT_EQ(Lines(text), expected);
}

TEST_F(Trace, NamesArgumentsWhoseRangesAreKnown) {
    const std::string file = NewFile();
    float values[16] = {};
    void* arguments[] = {values, values + 8};
    const aicore::GlobalRange ranges[] = {{"x", values, 32}, {"z", values + 8, 32}};
    KernelLaunch launch{"TestOp",
                        [](void* const* passed, uint64_t) {
                            GlobalTensor<float> x;
                            x.SetGlobalBuffer(static_cast<float*>(passed[0]), 16);
                            x.SetValue(9, x.GetValue(7));
                        },
                        arguments,
                        0,
                        1,
                        &SocNamed("Ascend910B1"),
                        1};
    launch.ranges = ranges;
    ExpectRuns(Launch(launch));
    const std::string text = Read(file);
    EXPECT_NE(text.find("GetValue(GM float at x + 28)"), std::string::npos) << text;
    EXPECT_NE(text.find("SetValue(GM float at z + 4)"), std::string::npos) << text;
}

void Busy() {
    TPipe pipe;
    TBuf<> buffer;
    pipe.InitBuffer(buffer, 1024);
    const auto tensor = buffer.Get<float>();
    for (int64_t i = 0; i <= GetBlockIdx(); ++i) {
        Duplicate(tensor, float(i), 256);
    }
    SyncAll();
    for (int64_t i = GetBlockIdx(); i < GetBlockNum(); ++i) {
        Adds(tensor, tensor, float(i), 256);
    }
    SyncAll();
    tensor.GetValue(0);
}

TEST_F(Trace, IsTheSameWhateverTheNumberOfWorkers) {
    for (const char* schedule : {"", "random:4"}) {
        ASSERT_TRUE(base::SetSetting("schedule", schedule).ok());
        std::string first;
        for (const uint32_t threads : {1u, 2u, 8u, 8u, 8u, 8u}) {
            const std::string file = NewFile();
            ExpectRuns(RunKernel(Busy, {.blocks = 30, .threads = threads}));
            const std::string text = Read(file);
            if (first.empty()) {
                first = text;
                // begin, InitBuffer, 13 + 18 instructions, twice a pair of SyncAll, GetValue, end.
                EXPECT_EQ(LinesOf(text, "AIV 12").size(), 39u);
            }
            EXPECT_TRUE(text == first) << threads << " workers";
        }
    }
}

TEST_F(Trace, ShowsWhatRanUpToAFault) {
    std::string first;
    for (const uint32_t threads : {1u, 2u, 8u, 8u, 8u}) {
        const std::string file = NewFile();
        const base::Status status = RunKernel(
            [] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 64);
                Duplicate(buffer.Get<float>(), 1.0f, 16);
                ASSERT(GetBlockIdx() < 5);
                Duplicate(buffer.Get<float>(), 2.0f, 16);
            },
            {.blocks = 20, .threads = threads});
        EXPECT_EQ(status.code(), 507035);
        const std::string text = Read(file);
        first = first.empty() ? text : first;
        EXPECT_EQ(text, first) << threads << " workers";
    }
    EXPECT_EQ(LinesOf(first, "AIV 4").size(), 5u);
    const std::vector<std::string> faulted = LinesOf(first, "AIV 5");
    ASSERT_EQ(faulted.size(), 5u) << first;
    EXPECT_NE(faulted[2].find("Duplicate(dst VECCALC float at byte 0, count 16)"), std::string::npos);
    EXPECT_NE(faulted[3].find(" FAULT ASSERT: GetBlockIdx() < 5 is false"), std::string::npos) << faulted[3];
    EXPECT_EQ(faulted[4], "AIV 5 #4 - - is ended");
    EXPECT_TRUE(LinesOf(first, "AIV 6").empty()) << "a block that may not have started";
}

TEST_F(Trace, ShowsTheRefusedInstructionAndItsFault) {
    const std::string file = NewFile();
    EXPECT_EQ(RunKernel([] {
                  TPipe pipe;
                  TBuf<> buffer;
                  pipe.InitBuffer(buffer, 64);
                  Duplicate(buffer.Get<float>(), 1.0f, 100'000);
              }).code(),
              507035);
    const std::vector<std::string> lines = LinesOf(Read(file), "AIV 0");
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_NE(lines[2].find(" Duplicate(dst VECCALC float at byte 0, count 100000)"), std::string::npos)
        << lines[2];
    EXPECT_NE(lines[3].find(" FAULT Duplicate(dst VECCALC float at byte 0, count 100000): "),
              std::string::npos)
        << lines[3];
}

TEST_F(Trace, ShowsWhereADeadlockStands) {
    std::string first;
    for (const uint32_t threads : {1u, 4u, 4u}) {
        const std::string file = NewFile();
        EXPECT_EQ(RunKernel(
                      [] {
                          SyncAll();
                          if (GetBlockIdx() != 3) {
                              SyncAll();
                          }
                      },
                      {.blocks = 8, .threads = threads})
                      .code(),
                  507034);
        const std::string text = Read(file);
        first = first.empty() ? text : first;
        EXPECT_EQ(text, first) << threads << " workers";
    }
    const std::vector<std::string> stuck = LinesOf(first, "AIV 2");
    ASSERT_EQ(stuck.size(), 5u);
    EXPECT_NE(stuck[3].find(" SyncAll: arrives"), std::string::npos);
    EXPECT_EQ(stuck[4], "AIV 2 #4 - - is ended");
    EXPECT_EQ(LinesOf(first, "AIV 3").back(), "AIV 3 #3 - - ends");
}

TEST_F(Trace, NamesTheKindsOfCores) {
    const std::string file = NewFile();
    ExpectRuns(RunKernel([] {}, {.type = KERNEL_TYPE_MIX_AIC_1_2}));
    EXPECT_EQ(Read(file),
              "# TestOp: 1 blocks on Ascend910B1, KERNEL_TYPE_MIX_AIC_1_2, tiling key 0\n"
              "AIC 0 #0 - - begins\nAIC 0 #1 - - ends\n"
              "AIV 0 #0 - - begins\nAIV 0 #1 - - ends\n"
              "AIV 1 #0 - - begins\nAIV 1 #1 - - ends\n");
}

TEST_F(Trace, FollowsOneBlock) {
    const std::string file = NewFile();
    ASSERT_TRUE(base::SetSetting("block", "2").ok());
    ExpectRuns(RunKernel([] {}, {.blocks = 4, .soc = "Ascend310B1"}));
    ASSERT_TRUE(base::SetSetting("block", "").ok());
    EXPECT_EQ(Read(file),
              "# TestOp: 4 blocks on Ascend310B1, no declared kernel type, tiling key 0, only block 2\n"
              "AICORE 2 #0 - - begins\nAICORE 2 #1 - - ends\n");
}

TEST_F(Trace, AppendsALaunchWithAHeader) {
    const std::string file = NewFile();
    { std::ofstream(file) << "of another process\n"; }
    ExpectRuns(RunKernel([] {}));
    ExpectRuns(RunKernel([] {}, {.soc = "Ascend310B1"}));
    EXPECT_EQ(Read(file),
              "# TestOp: 1 blocks on Ascend910B1, no declared kernel type, tiling key 0\n"
              "AIV 0 #0 - - begins\nAIV 0 #1 - - ends\n"
              "# TestOp: 1 blocks on Ascend310B1, no declared kernel type, tiling key 0\n"
              "AICORE 0 #0 - - begins\nAICORE 0 #1 - - ends\n");
}

TEST_F(Trace, GoesToStandardErrorOnRequest) {
    for (const char* name : {"-", "stderr"}) {
        ASSERT_TRUE(base::SetSetting("trace", name).ok());
        testing::internal::CaptureStderr();
        ExpectRuns(RunKernel([] {}));
        EXPECT_EQ(testing::internal::GetCapturedStderr(),
                  "# TestOp: 1 blocks on Ascend910B1, no declared kernel type, tiling key 0\n"
                  "AIV 0 #0 - - begins\nAIV 0 #1 - - ends\n");
    }
}

TEST_F(Trace, RefusesAFileThatCannotBeOpened) {
    ASSERT_TRUE(base::SetSetting("trace", "/nonexistent/trace.txt").ok());
    const base::Status status = RunKernel([] { ADD_FAILURE() << "ran"; });
    EXPECT_EQ(status.code(), 100003);
    EXPECT_EQ(
        status.message(),
        "TestOp: ACLNN_CPU_TRACE: cannot write to '/nonexistent/trace.txt': No such file or directory; name "
        "a file in a folder that exists, or unset it");
}

TEST_F(Trace, KeepsOrderWhenItIsLong) {
    constexpr int64_t kAccesses = 60'000;  // of a block: more than the trace keeps in memory
    const std::string file = NewFile();
    ExpectRuns(RunKernel(
        [] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 64);
            for (int64_t i = 0; i < kAccesses; ++i) {
                buffer.Get<float>().SetValue(0, 1.0f);
            }
        },
        {.blocks = 8, .threads = 4}));
    const std::vector<std::string> lines = Lines(Read(file));
    ASSERT_EQ(lines.size(), 1 + 8 * (kAccesses + 3));
    size_t line = 1;
    for (int64_t block = 0; block < 8; ++block) {
        for (int64_t step = 0; step < kAccesses + 3; ++step, ++line) {
            const std::string start = "AIV " + std::to_string(block) + " #" + std::to_string(step) + " ";
            ASSERT_TRUE(lines[line].starts_with(start)) << lines[line] << ", expected " << start;
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
