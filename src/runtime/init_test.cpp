#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::HasSubstr;

class Init : public testing::Test {
 protected:
    void SetUp() override { aclGetRecentErrMsg(); }
    void TearDown() override {
        aclFinalize();
        aclGetRecentErrMsg();
        ASSERT_TRUE(base::SetSetting("soc", "Ascend910B1").ok());
        ASSERT_TRUE(base::SetSetting("launch_blocking", "0").ok());
    }
};

// A file with this text for the life of the object.
class TextFile {
 public:
    explicit TextFile(const std::string& text)
        : path_(testing::TempDir() + "acl_init_" + std::to_string(getpid()) + ".json") {
        std::ofstream(path_) << text;
    }
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;
    ~TextFile() { std::remove(path_.c_str()); }
    const char* path() const { return path_.c_str(); }

 private:
    const std::string path_;
};

TEST_F(Init, CountsUsesAndFinalizeResetsThem) {
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    EXPECT_EQ(aclInit(""), ACL_ERROR_REPEAT_INITIALIZE);
    uint64_t left = 99;
    EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
    EXPECT_EQ(left, 2u);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(left, 0u);
    EXPECT_EQ(aclInit(""), ACL_SUCCESS);
    EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
}

TEST_F(Init, AppliesTheConfigurationFile) {
    const TextFile file(
        R"({"dump": {"ignored": 1}, "aclnn_cpu": {"soc": "Ascend310B1", "launch_blocking": 1}})");
    ASSERT_EQ(aclInit(file.path()), ACL_SUCCESS) << RecentMessage();
    EXPECT_STREQ(aclrtGetSocName(), "Ascend310B1");
    EXPECT_TRUE(base::CurrentSettings().launch_blocking);
}

TEST_F(Init, RefusesBadFilesAndSettingsAndCountsNothing) {
    EXPECT_EQ(aclInit("/nowhere/at/all.json"), ACL_ERROR_INVALID_FILE);
    EXPECT_THAT(RecentMessage(), HasSubstr("/nowhere/at/all.json"));
    EXPECT_EQ(aclInit(TextFile("{ no json").path()), ACL_ERROR_INVALID_FILE);
    EXPECT_EQ(aclInit(TextFile(R"({"aclnn_cpu": {"sock": "x"}})").path()), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), HasSubstr("sock"));
    EXPECT_EQ(aclInit(TextFile(R"({"aclnn_cpu": {"soc": "Ascend910B"}})").path()), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), HasSubstr("Ascend910B"));
    EXPECT_EQ(base::CurrentSettings().soc, "Ascend910B1") << "a refused file changes nothing";
    EXPECT_EQ(aclInit("/tmp"), ACL_ERROR_INVALID_FILE) << "a directory";
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(Init, FinalizeWaitsForQueuedWork) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    std::atomic<bool> done{false};
    ASSERT_TRUE(Launch(nullptr, Work{"Sleep",
                                     [&done] {
                                         std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                         done = true;
                                         return base::Status::Ok();
                                     },
                                     kLargeWork})
                    .ok());
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_TRUE(done);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(Init, EveryEntryPointStaysCallableAfterFinalize) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
    // What needs a device says so; nothing crashes; what was freed late is still known.
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);  // ended with its context
    EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
