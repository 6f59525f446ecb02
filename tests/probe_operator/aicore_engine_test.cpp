// The aicore engine with an operator that can be told to misbehave: what phase 1 says of its tiling, and what
// the stream says of its kernel.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "base/settings.h"
#include "probe_host.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::test {
namespace {

std::string TakeMessage() {
    const char* message = aclGetRecentErrMsg();
    return message != nullptr ? message : "";
}

class AicoreEngine : public testing::Test {
 protected:
    AicoreEngine() : x_(ACL_FLOAT, Contiguous({5})), z_(ACL_FLOAT, Contiguous({5})) {
        x_.Set({1, 2, 3, 4, 5});
        z_.Set({0, 0, 0, 0, 0});
        probe::behaviour = {};
        TakeMessage();
    }
    ~AicoreEngine() override { probe::behaviour = {}; }

    aclnnStatus Plan() { return aclnnProbeGetWorkspaceSize(x_.get(), z_.get(), &size_, &executor_); }

    aclnnStatus LaunchOn(aclrtStream stream) {
        const aclnnStatus planned = Plan();
        EXPECT_EQ(planned, 0) << TakeMessage();
        if (size_ > workspace_bytes_) {
            EXPECT_EQ(aclrtMalloc(&workspace_, size_, ACL_MEM_MALLOC_HUGE_FIRST), 0);
            workspace_bytes_ = size_;
        }
        return planned != 0 ? planned : aclnnProbe(workspace_, size_, executor_, stream);
    }

    void TearDown() override {
        if (workspace_ != nullptr) {
            EXPECT_EQ(aclrtFree(workspace_), 0);
        }
    }

    Tensor x_, z_;
    uint64_t size_ = 0;
    aclOpExecutor* executor_ = nullptr;
    void* workspace_ = nullptr;
    uint64_t workspace_bytes_ = 0;
};

TEST_F(AicoreEngine, RunsAnOperatorThatHasNoNativeKernel) {
    ASSERT_EQ(LaunchOn(Device::Stream()), 0) << TakeMessage();
    ASSERT_EQ(aclrtSynchronizeStream(Device::Stream()), 0) << TakeMessage();
    EXPECT_EQ(z_.Get(), x_.Get());
    EXPECT_GE(size_, 1024u) << "the tiling's workspace is part of the plan's";
}

struct BadTiling {
    probe::Tiling tiling;
    std::vector<const char*> mentions;
};

// Every refusal comes out of a hand-written op_api as 561103; the message carries the inner code and its
// reason.
TEST_F(AicoreEngine, SaysWhatIsWrongWithATiling) {
    for (const BadTiling& bad :
         {BadTiling{probe::Tiling::kFails, {"561002", "Probe", "told to fail"}},
          BadTiling{probe::Tiling::kUnknownKey, {"561003", "Probe", "99", "FLOAT", "Ascend910B1"}},
          BadTiling{probe::Tiling::kLargerStruct, {"561002", "Probe", "16", "8"}},
          BadTiling{probe::Tiling::kNoBlocks, {"561002", "Probe", "block"}}}) {
        probe::behaviour.tiling = bad.tiling;
        EXPECT_EQ(Plan(), 561103);
        const std::string message = TakeMessage();
        for (const char* word : bad.mentions) {
            EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
        }
    }
}

TEST_F(AicoreEngine, AFaultIsReportedByTheNextSynchroniseOfItsStreamOnly) {
    aclrtStream other = nullptr;
    Device::Stream();
    ASSERT_EQ(aclrtCreateStream(&other), 0);
    struct Case {
        ProbeMode mode;
        std::vector<const char*> mentions;
    };
    for (const Case& c : {Case{ProbeMode::kExceedMemory, {"InitBuffer", "1048576", "196608"}},
                          Case{ProbeMode::kWriteOutOfBounds, {"Duplicate", "float", "65536", "196608"}}}) {
        z_.Set({0, 0, 0, 0, 0});
        probe::behaviour.kernel = c.mode;
        ASSERT_EQ(LaunchOn(Device::Stream()), 0) << TakeMessage();
        probe::behaviour.kernel = ProbeMode::kCopy;
        for (int i = 0; i < 3; ++i) {
            ASSERT_EQ(LaunchOn(Device::Stream()), 0) << TakeMessage();
            ASSERT_EQ(LaunchOn(other), 0) << TakeMessage();
        }
        EXPECT_EQ(aclrtSynchronizeStream(other), 0);
        EXPECT_EQ(z_.Get(), x_.Get()) << "the other stream computes";
        TakeMessage();
        EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 507035);
        const std::string message = TakeMessage();
        std::vector<const char*> mentions = {"aclnnProbe", "Probe", "block 1", "probe.cpp"};
        mentions.insert(mentions.end(), c.mentions.begin(), c.mentions.end());
        for (const char* word : mentions) {
            EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
        }
        EXPECT_EQ(z_.Get(), x_.Get()) << "work behind the fault still runs";
        EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0) << "told once";
    }
    EXPECT_EQ(aclrtDestroyStream(other), 0);
}

// The source changes as soon as the copy was asked for, as does the result's home after each round.
TEST_F(AicoreEngine, CopiesAndOperatorsOfAStreamKeepTheirOrder) {
    const aclrtStream stream = Device::Stream();
    ASSERT_EQ(Plan(), 0);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
    ASSERT_EQ(aclrtMalloc(&workspace_, size_, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    std::array<float, 5> source{};
    std::array<float, 5> result{};
    constexpr size_t kBytes = sizeof(source);
    for (int round = 0; round < 1000; ++round) {
        source.fill(static_cast<float>(round));
        ASSERT_EQ(
            aclrtMemcpyAsync(x_.data(), kBytes, source.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream), 0);
        source.fill(-1);
        ASSERT_EQ(aclnnProbe(workspace_, size_, executor_, stream), 0) << TakeMessage();
        ASSERT_EQ(
            aclrtMemcpyAsync(result.data(), kBytes, z_.data(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream), 0);
        ASSERT_EQ(aclrtSynchronizeStream(stream), 0) << TakeMessage();
        for (const float value : result) {
            ASSERT_EQ(value, static_cast<float>(round));
        }
    }
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(AicoreEngine, ABlockingLaunchReturnsItsFault) {
    ASSERT_TRUE(base::SetSetting("launch_blocking", "1").ok());
    for (const auto& [mode, instruction] : {std::pair(ProbeMode::kExceedMemory, "InitBuffer"),
                                            std::pair(ProbeMode::kWriteOutOfBounds, "Duplicate")}) {
        probe::behaviour.kernel = mode;
        EXPECT_EQ(LaunchOn(Device::Stream()), 507035);
        EXPECT_NE(TakeMessage().find(instruction), std::string::npos);
    }
    ASSERT_TRUE(base::SetSetting("launch_blocking", "0").ok());
    EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
}

TEST_F(AicoreEngine, ADeadlockIsReportedAndTheStreamGoesOn) {
    probe::behaviour.kernel = ProbeMode::kDivergeAtBarrier;
    ASSERT_EQ(LaunchOn(Device::Stream()), 0);
    EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 507034);
    const std::string message = TakeMessage();
    for (const char* word : {"aclnnProbe", "SyncAll", "block 0", "probe.cpp"}) {
        EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
    }
    probe::behaviour.kernel = ProbeMode::kCopy;
    ASSERT_EQ(LaunchOn(Device::Stream()), 0);
    EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
    EXPECT_EQ(z_.Get(), x_.Get());
}

}  // namespace
}  // namespace aclnn_cpu::test
