// The aicore engine with an operator that can be told to misbehave: what phase 1 says of its tiling, and what
// the stream says of its kernel.
#include <gtest/gtest.h>

#include <string>

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
    probe::behaviour.kernel = ProbeMode::kExceedMemory;
    ASSERT_EQ(LaunchOn(Device::Stream()), 0) << TakeMessage();
    probe::behaviour.kernel = ProbeMode::kCopy;
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(LaunchOn(Device::Stream()), 0) << TakeMessage();
        ASSERT_EQ(LaunchOn(other), 0) << TakeMessage();
    }
    EXPECT_EQ(aclrtSynchronizeStream(other), 0);
    TakeMessage();
    EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 507035);
    const std::string message = TakeMessage();
    for (const char* word :
         {"aclnnProbe", "Probe", "block 1", "InitBuffer", "1048576", "196608", "probe.cpp"}) {
        EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
    }
    EXPECT_EQ(z_.Get(), x_.Get()) << "work behind the fault still runs";
    EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0) << "told once";
    EXPECT_EQ(aclrtDestroyStream(other), 0);
}

TEST_F(AicoreEngine, ABlockingLaunchReturnsItsFault) {
    ASSERT_TRUE(base::SetSetting("launch_blocking", "1").ok());
    probe::behaviour.kernel = ProbeMode::kExceedMemory;
    EXPECT_EQ(LaunchOn(Device::Stream()), 507035);
    EXPECT_NE(TakeMessage().find("InitBuffer"), std::string::npos);
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
