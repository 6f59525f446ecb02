// ACLNN_CPU_BLOCK: one block of a launch.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// Chooses a block for as long as it lives.
class OneBlock : public testing::Test {
 protected:
    ~OneBlock() override { Choose(""); }
    static void Choose(const std::string& block) { ASSERT_TRUE(base::SetSetting("block", block).ok()); }

    // The blocks that came to the end of the kernel, after what `meet` does.
    std::vector<int64_t> Ran(const std::function<void()>& meet, const KernelOptions& options) {
        std::mutex mutex;
        std::vector<int64_t> ran;
        ExpectRuns(RunKernel(
            [&] {
                meet();
                const std::lock_guard lock(mutex);
                ran.push_back(GetBlockIdx());
            },
            options));
        return ran;
    }
};

TEST_F(OneBlock, RunsTheChosenOneOnly) {
    for (const int64_t block : {0, 3, 7}) {
        Choose(std::to_string(block));
        EXPECT_EQ(Ran([] { EXPECT_EQ(GetBlockNum(), 8); }, {.blocks = 8, .threads = 2}),
                  std::vector<int64_t>{block});
    }
    Choose("");
    EXPECT_EQ(Ran([] {}, {.blocks = 3}), (std::vector<int64_t>{0, 1, 2}));
}

TEST_F(OneBlock, RunsTheChosenOneWhateverTheOrder) {
    Choose("5");
    ASSERT_TRUE(base::SetSetting("schedule", "random:3").ok());
    EXPECT_EQ(Ran([] {}, {.blocks = 8}), std::vector<int64_t>{5});
    ASSERT_TRUE(base::SetSetting("schedule", "").ok());
}

TEST_F(OneBlock, RefusesASettingThatSaysNone) {
    const std::string file = testing::TempDir() + "block_test_" + std::to_string(getpid()) + ".json";
    std::ofstream(file) << "{\"aclnn_cpu\": {}}";
    ASSERT_EQ(setenv("ACLNN_CPU_BLOCK", "three", 1), 0);
    ASSERT_TRUE(base::ApplySettingsFile(file).ok());  // reads the environment again
    const base::Status status = RunKernel([] { ADD_FAILURE() << "ran"; }, {.blocks = 8});
    ASSERT_EQ(unsetenv("ACLNN_CPU_BLOCK"), 0);
    ASSERT_TRUE(base::ApplySettingsFile(file).ok());
    std::remove(file.c_str());
    EXPECT_EQ(status.code(), 100000);
    EXPECT_EQ(status.message(),
              "TestOp: ACLNN_CPU_BLOCK: setting block: value is 'three', expected nothing or a whole number "
              "from 0 to 65534");
    ExpectRuns(RunKernel([] {}, {.blocks = 8}));
}

TEST_F(OneBlock, RefusesABlockThatTheLaunchLacks) {
    Choose("8");
    const base::Status status = RunKernel([] { ADD_FAILURE() << "ran"; }, {.blocks = 8});
    EXPECT_EQ(status.code(), 107000);
    EXPECT_EQ(
        status.message(),
        "TestOp: ACLNN_CPU_BLOCK chooses block 8, and the launch has 8 blocks, expected 0 to 7; choose one "
        "of them, or unset it to run all");
}

TEST_F(OneBlock, SaysThatResultsArePartialOncePerLaunch) {
    Choose("2");
    testing::internal::CaptureStderr();
    ExpectRuns(RunKernel([] {}, {.blocks = 8, .threads = 2}));
    ExpectRuns(RunKernel([] {}, {.blocks = 4}));
    const std::string log = testing::internal::GetCapturedStderr();
    const auto count = [&](const std::string& text) {
        size_t found = 0;
        for (size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("TestOp: only block 2 of 8 runs (ACLNN_CPU_BLOCK), so its results are partial"), 1u)
        << log;
    EXPECT_EQ(count("TestOp: only block 2 of 4 runs (ACLNN_CPU_BLOCK), so its results are partial"), 1u)
        << log;
}

TEST_F(OneBlock, PassesBarriersAlone) {
    Choose("3");
    EXPECT_EQ(Ran(
                  [] {
                      SyncAll();
                      SyncAll();
                  },
                  {.blocks = 8, .threads = 2}),
              std::vector<int64_t>{3});
    std::vector<int32_t> slots(8 * 8, 0);
    EXPECT_EQ(Ran(
                  [&] {
                      TPipe pipe;
                      TBuf<> buffer;
                      pipe.InitBuffer(buffer, 256);
                      GlobalTensor<int32_t> global;
                      global.SetGlobalBuffer(slots.data(), 64);
                      auto local = buffer.Get<int32_t>();
                      SyncAll(global, local);
                      SyncAll(global, local, 4);
                  },
                  {.blocks = 8, .soc = "Ascend310P3"}),
              std::vector<int64_t>{3});
}

TEST_F(OneBlock, RunsAllCoresOfAMixedBlock) {
    Choose("1");
    std::vector<int64_t> ran = Ran(
        [] {
            SyncAll<false>();
            SyncAll<true>();
            CrossCoreSetFlag<0, PIPE_MTE3>(1);  // among all of a kind
            CrossCoreWaitFlag(1);
            if (g_coreType == AIC) {
                CrossCoreSetFlag<2, PIPE_FIX>(2);
                CrossCoreWaitFlag(3);
            } else {
                CrossCoreWaitFlag(2);
                CrossCoreSetFlag<2, PIPE_MTE3>(3);
            }
        },
        {.blocks = 4, .threads = 2, .type = KERNEL_TYPE_MIX_AIC_1_2});
    std::sort(ran.begin(), ran.end());
    EXPECT_EQ(ran, (std::vector<int64_t>{1, 2, 3}));  // the cube core 1, the vector cores 2 and 3
}

TEST_F(OneBlock, WaitsForNoInterBlockFlagOfSkippedBlocks) {
    const auto pass_on = [](std::vector<int32_t>& slots) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        GlobalTensor<int32_t> global;
        global.SetGlobalBuffer(slots.data(), slots.size());
        auto local = buffer.Get<int32_t>();
        const auto me = static_cast<int32_t>(GetBlockIdx());
        for (int round = 0; round < 2; ++round) {  // the second set waits until the first was taken
            if (me != 0) {
                IBWait(global, local, me, 0);
            }
            if (me != 3) {
                IBSet(global, local, me + 1, 0);
            }
        }
    };
    for (const char* block : {"0", "1", "3"}) {
        Choose(block);
        std::vector<int32_t> slots(8 * 8, 0);
        EXPECT_EQ(Ran([&] { pass_on(slots); }, {.blocks = 4, .threads = 2}),
                  std::vector<int64_t>{block[0] - '0'});
    }
}

TEST_F(OneBlock, AddsWithoutWaitingForItsTurn) {
    Choose("5");
    std::vector<float> sum(8, 0);
    ExpectRuns(RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 256);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(sum.data(), 8);
            Duplicate(buffer.Get<float>(), 1.5f, 8);
            SetAtomicAdd<float>();
            DataCopy(global, buffer.Get<float>(), 8);
            SetAtomicNone();
        },
        {.blocks = 8, .threads = 4}));
    EXPECT_EQ(sum, std::vector<float>(8, 1.5f));
}

// Between the cores that run, a wait that nothing ends is still one.
TEST_F(OneBlock, ReportsDeadlocksAmongTheCoresThatRun) {
    Choose("1");
    ExpectFault(RunKernel(
                    [] {
                        if (GetBlockIdx() == 2) {
                            SyncAll();
                        }
                    },
                    {.blocks = 4, .type = KERNEL_TYPE_MIX_AIC_1_2}),
                507034,
                {"TestOp: AIV block 2: SyncAll at block_test.cpp:",
                 "AIV block 2 waits for AIV block 3, which has ended without coming here"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
