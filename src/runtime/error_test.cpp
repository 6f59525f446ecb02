#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using StreamError = DeviceTest;
using RecentErrors = DeviceTest;

TEST_F(StreamError, IsReportedByTheNextSynchroniseWithTheNameAndThenForgotten) {
    for (const uint64_t size : {uint64_t{0}, kLargeWork}) {
        const ScopedStream stream;
        int good = 0;
        ASSERT_TRUE(Launch(stream, Failing("GeluGrad", ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                                           "block 7 read past UB", size))
                        .ok());
        for (int i = 0; i < 3; ++i) {
            ASSERT_TRUE(Launch(stream, Work{"Good",
                                            [&good] {
                                                ++good;
                                                return base::Status::Ok();
                                            },
                                            size})
                            .ok());
        }
        EXPECT_EQ(RecentMessage(), "");  // nothing before the synchronise
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
        EXPECT_THAT(RecentMessage(),
                    AllOf(StartsWith("EZ9999: [507035] aclrtSynchronizeStream: GeluGrad failed on stream"),
                          HasSubstr("block 7 read past UB")));
        EXPECT_EQ(good, 3);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        EXPECT_EQ(RecentMessage(), "");
    }
}

TEST_F(StreamError, TheFirstOneWins) {
    const ScopedStream stream;
    ASSERT_TRUE(Launch(stream, Failing("First", ACL_ERROR_RT_AICORE_EXCEPTION, "a")).ok());
    ASSERT_TRUE(Launch(stream, Failing("Second", ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, "b", kLargeWork)).ok());
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_THAT(RecentMessage(), HasSubstr("First failed"));
}

TEST_F(StreamError, DoesNotReachOtherStreams) {
    const ScopedStream bad;
    const ScopedStream good;
    int result = 0;
    ASSERT_TRUE(Launch(bad, Failing("Bad", ACL_ERROR_RT_AICORE_EXCEPTION, "x", kLargeWork)).ok());
    ASSERT_TRUE(Launch(good, Work{"Good",
                                  [&result] {
                                      result = 42;
                                      return base::Status::Ok();
                                  },
                                  kLargeWork})
                    .ok());
    EXPECT_EQ(aclrtSynchronizeStream(good), ACL_SUCCESS);
    EXPECT_EQ(result, 42);
    EXPECT_EQ(aclrtSynchronizeStream(bad), ACL_ERROR_RT_AICORE_EXCEPTION);
}

TEST_F(StreamError, SynchronizeDeviceReportsOneAndClearsAll) {
    const ScopedStream one;
    const ScopedStream two;
    ASSERT_TRUE(Launch(one, Failing("One", ACL_ERROR_RT_AICORE_EXCEPTION, "x", kLargeWork)).ok());
    ASSERT_TRUE(Launch(two, Failing("Two", ACL_ERROR_RT_AICORE_EXCEPTION, "y", kLargeWork)).ok());
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_AICORE_EXCEPTION);
    EXPECT_THAT(RecentMessage(), HasSubstr("aclrtSynchronizeDevice: One failed"));
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(two), ACL_SUCCESS);
}

TEST_F(StreamError, AnExceptionOfWorkBecomesItsError) {
    const ScopedStream stream;
    ASSERT_TRUE(
        Launch(stream, Work{"Thrower", []() -> base::Status { throw std::runtime_error("lost a bolt"); }, 0})
            .ok());
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_INTERNAL_ERROR);
    EXPECT_THAT(RecentMessage(), HasSubstr("Thrower failed on stream"));
    ASSERT_TRUE(
        Launch(stream, Work{"Glutton", []() -> base::Status { throw std::bad_alloc(); }, kLargeWork}).ok());
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_BAD_ALLOC);
}

TEST_F(StreamError, ComesBackAtTheCallWhenLaunchesBlock) {
    const ScopedSetting blocking("launch_blocking", "1", "0");
    const ScopedStream stream;
    for (const uint64_t size : {uint64_t{0}, kLargeWork}) {
        const base::Status status =
            Launch(stream, Failing("GeluGrad", ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "boom", size));
        EXPECT_EQ(status.code(), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
        EXPECT_THAT(status.message(), AllOf(HasSubstr("GeluGrad"), HasSubstr("boom")));
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    int done = 0;
    EXPECT_TRUE(Launch(stream, Work{"Good",
                                    [&done] {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                        done = 1;
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    EXPECT_EQ(done, 1);  // before any synchronise
}

TEST_F(StreamError, OfEarlierWorkIsNotThatOfABlockingLaunch) {
    const ScopedStream stream;
    for (const uint64_t size : {uint64_t{0}, kLargeWork}) {
        ASSERT_TRUE(
            Launch(stream, Failing("Early", ACL_ERROR_RT_AICORE_EXCEPTION, "early", kLargeWork)).ok());
        const ScopedSetting blocking("launch_blocking", "1", "0");
        const base::Status good = Launch(stream, Work{"Good", [] { return base::Status::Ok(); }, size});
        EXPECT_TRUE(good.ok()) << good.message();
        const base::Status thrown =
            Launch(stream, Work{"Thrower", []() -> base::Status { throw std::runtime_error("bolt"); }, size});
        EXPECT_EQ(thrown.code(), ACL_ERROR_INTERNAL_ERROR);
        EXPECT_THAT(thrown.message(), AllOf(HasSubstr("Thrower"), HasSubstr("bolt")));
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
        EXPECT_THAT(RecentMessage(), HasSubstr("Early failed"));
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
}

TEST_F(StreamError, ABlockingLaunchDoesNotWaitForLaterWork) {
    const ScopedSetting blocking("launch_blocking", "1", "0");
    const ScopedStream stream;
    std::unique_ptr<Gate> later;
    std::promise<void> returned;
    std::thread watchdog([&, returns = returned.get_future()] {
        if (returns.wait_for(std::chrono::seconds(20)) != std::future_status::ready) {
            ADD_FAILURE() << "the launch waits for work that was queued after it";
            later->Open();
        }
    });
    const base::Status status = Launch(stream, Work{"First",
                                                    [&] {
                                                        const ScopedSetting off("launch_blocking", "0", "1");
                                                        later = std::make_unique<Gate>(stream);
                                                        return base::Status::Ok();
                                                    },
                                                    0});
    returned.set_value();
    watchdog.join();
    ASSERT_TRUE(status.ok()) << status.message();
    later->Open();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(RecentErrors, BelongToTheThreadThatMadeThem) {
    EXPECT_EQ(aclrtMalloc(nullptr, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    InOtherThread([] {
        EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
        EXPECT_EQ(aclrtSetDevice(99), ACL_ERROR_RT_INVALID_DEVICEID);
        const std::string message = RecentMessage();
        EXPECT_THAT(message, AllOf(HasSubstr("aclrtSetDevice"), HasSubstr("99"), HasSubstr("0 to 7")));
        EXPECT_THAT(message, testing::Not(HasSubstr("aclrtMalloc")));
    });
    EXPECT_THAT(RecentMessage(), AllOf(StartsWith("EZ1001: [100000] aclrtMalloc: devPtr is null"),
                                       testing::Not(HasSubstr("aclrtSetDevice"))));
}

TEST_F(RecentErrors, AreReadOnceNewestFirstAndNotAfterSuccess) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
    const std::string both = RecentMessage();
    ASSERT_THAT(both,
                AllOf(HasSubstr("aclrtSetDevice"), HasSubstr("aclrtMalloc: size is 0, expected 1 or more")));
    EXPECT_LT(both.find("aclrtSetDevice"), both.find("aclrtMalloc"));
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    uint32_t count = 0;
    EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
