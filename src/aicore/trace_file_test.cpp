// Where a trace may go.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "aicore/kernel_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

class TraceFile : public testing::Test {
 protected:
    ~TraceFile() override {
        EXPECT_TRUE(base::SetSetting("trace", "").ok());
        std::remove(path_.c_str());
    }
    static void TraceTo(const std::string& file) { ASSERT_TRUE(base::SetSetting("trace", file).ok()); }
    static std::string Read(const std::string& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    const std::string path_ = testing::TempDir() + "trace_file_test_" + std::to_string(getpid());
};

constexpr const char* kLines =
    "# TestOp: 1 blocks on Ascend910B1, no declared kernel type, tiling key 0\n"
    "AIV 0 #0 - - begins\nAIV 0 #1 - - ends\n";

TEST_F(TraceFile, IsNoPipe) {
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    TraceTo(path_);
    base::Status status = RunKernel([] { ADD_FAILURE() << "ran"; });
    EXPECT_EQ(status.code(), 100003);
    EXPECT_EQ(status.message(), "TestOp: ACLNN_CPU_TRACE: cannot write to '" + path_ +
                                    "': it is neither a file nor a terminal, and writing to it could wait "
                                    "for ever; name a file in a folder that exists, or unset it");
    const int reader = open(path_.c_str(), O_RDONLY | O_NONBLOCK);  // which never reads
    EXPECT_EQ(RunKernel([] { ADD_FAILURE() << "ran"; }).code(), 100003);
    close(reader);
}

TEST_F(TraceFile, MayBeADevice) {
    TraceTo("/dev/null");
    ExpectRuns(RunKernel([] {}));
}

TEST_F(TraceFile, MayBeAStandardStreamThatIsAPipeOrAFile) {
    TraceTo("/dev/stdout");
    testing::internal::CaptureStdout();
    std::printf("before\n");
    std::fflush(stdout);
    ExpectRuns(RunKernel([] {}));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string("before\n") + kLines);
    TraceTo("/dev/stderr");
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const int saved = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    const base::Status status = RunKernel([] {});
    dup2(saved, STDERR_FILENO);
    ExpectRuns(status);
    char text[300] = {};
    EXPECT_GT(read(ends[0], text, sizeof(text) - 1), 0);
    EXPECT_STREQ(text, kLines);
    for (const int descriptor : {saved, ends[0], ends[1]}) {
        close(descriptor);
    }
}

// What the kernel prints must not land in it.
TEST_F(TraceFile, DoesNotTakeThePlaceOfAClosedStandardOutput) {
    TraceTo(path_);
    std::fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    bool is_open = true;
    const base::Status status = RunKernel([&] { is_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0; });
    dup2(saved, STDOUT_FILENO);
    close(saved);
    ExpectRuns(status);
    EXPECT_FALSE(is_open);
    EXPECT_EQ(Read(path_), kLines);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
