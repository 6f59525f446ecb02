// What happens at exit and after a fork. Each case runs in a child process.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

// Runs a body in a forked child; its result is the child's exit status.
template <typename Body>
int InChild(Body&& body) {
    const pid_t child = fork();
    if (child == 0) {
        _exit(body());
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

// The number of the first check that fails; 0 when all hold.
class Checks {
 public:
    void Expect(bool holds) {
        ++count_;
        first_failure_ = holds || first_failure_ != 0 ? first_failure_ : count_;
    }
    int first_failure() const { return first_failure_; }

 private:
    int count_ = 0;
    int first_failure_ = 0;
};

using Fork = DeviceTest;

TEST_F(Fork, TheChildStartsAnewWhileTheParentsWorkIsQueued) {
    if (kThreadSanitizer) {
        GTEST_SKIP() << "the thread sanitizer does not follow threads that a forked child starts";
    }
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::memset(memory, 0x5A, 64);
    {
        Gate gate(stream);  // the stream's thread and its lock are in use
        EXPECT_EQ(InChild([&] {
                      Checks checks;
                      checks.Expect(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_CONTEXT_NULL);
                      checks.Expect(RecentMessage().find("aclrtSetDevice") != std::string::npos);
                      checks.Expect(aclrtSetDevice(0) == ACL_SUCCESS);
                      checks.Expect(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_STREAM_CONTEXT);
                      checks.Expect(aclrtFree(memory) == ACL_ERROR_RT_PARAM_INVALID);
                      checks.Expect(static_cast<char*>(memory)[63] == 0x5A);
                      aclrtStream own = nullptr;
                      checks.Expect(aclrtCreateStream(&own) == ACL_SUCCESS && own != stream);
                      std::thread::id ran_on;
                      checks.Expect(Launch(own, Work{"Note",
                                                     [&ran_on] {
                                                         ran_on = std::this_thread::get_id();
                                                         return base::Status::Ok();
                                                     },
                                                     kLargeWork})
                                        .ok());
                      checks.Expect(aclrtSynchronizeStreamWithTimeout(own, 20'000) == ACL_SUCCESS);
                      checks.Expect(ran_on != std::thread::id() && ran_on != std::this_thread::get_id());
                      checks.Expect(aclrtDestroyStream(own) == ACL_SUCCESS);
                      checks.Expect(aclrtResetDevice(0) == ACL_SUCCESS);
                      checks.Expect(aclInit(nullptr) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS);
                      return checks.first_failure();
                  }),
                  0);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

class Exit : public testing::Test {
 protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(Exit, WaitsForQueuedWork) {
    EXPECT_EXIT(
        {
            aclrtSetDevice(0);
            for (int i = 0; i < 3; ++i) {
                const base::Status status =
                    Launch(nullptr, Work{"Print",
                                         [i] {
                                             std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                             std::fprintf(stderr, "work %d done\n", i);
                                             return base::Status::Ok();
                                         },
                                         kLargeWork});
                (void)status.ok();
            }
            std::exit(7);
        },
        testing::ExitedWithCode(7), "work 2 done");
}

TEST_F(Exit, AbandonsWorkThatDoesNotEnd) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EXIT(
        {
            aclrtSetDevice(0);
            for (int i = 0; i < 3; ++i) {
                const base::Status status =
                    Launch(nullptr, Work{"Hang",
                                         []() -> base::Status {
                                             while (true) {
                                                 std::this_thread::sleep_for(std::chrono::hours(1));
                                             }
                                         },
                                         kLargeWork});
                (void)status.ok();
            }
            std::exit(7);
        },
        testing::ExitedWithCode(7), "");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

// Uses the runtime when the process has already given up its work.
struct LateUser {
    ~LateUser() {
        if (memory == nullptr) {
            return;
        }
        std::fprintf(stderr, "synchronise %d, ", aclrtSynchronizeStream(stream));
        std::fprintf(stderr, "device %d, ", aclrtSynchronizeDevice());
        std::fprintf(stderr, "free %d, ", aclrtFree(memory));
        std::fprintf(stderr, "destroy %d\n", aclrtDestroyStream(stream));
    }
    void* memory = nullptr;
    aclrtStream stream = nullptr;
};

TEST_F(Exit, LateWaitsForAbandonedWorkDoNotHang) {
    EXPECT_EXIT(
        {
            static LateUser user;  // before the runtime's first use, so destroyed after its last
            alarm(60);
            aclrtSetDevice(0);
            aclrtCreateStream(&user.stream);
            aclrtMalloc(&user.memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
            for (int i = 0; i < 2; ++i) {
                const base::Status status =
                    Launch(user.stream, Work{"Hang",
                                             []() -> base::Status {
                                                 while (true) {
                                                     std::this_thread::sleep_for(std::chrono::hours(1));
                                                 }
                                             },
                                             kLargeWork});
                (void)status.ok();
            }
            std::exit(7);
        },
        testing::ExitedWithCode(7), "synchronise 507046, device 507046, free 0, destroy 0");
}

TEST_F(Exit, FromWorkOfAStreamDoesNotHang) {
    EXPECT_EXIT(
        {
            aclrtSetDevice(0);
            const base::Status status =
                Launch(nullptr, Work{"Exit", []() -> base::Status { std::exit(7); }, kLargeWork});
            (void)status.ok();
            aclrtSynchronizeStream(nullptr);
        },
        testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace aclnn_cpu::runtime
