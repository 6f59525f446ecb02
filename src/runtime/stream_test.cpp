#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::HasSubstr;
using Stream = DeviceTest;

Work Append(std::vector<int>* order, int value, uint64_t size) {
    return Work{"Append",
                [order, value] {
                    order->push_back(value);
                    return base::Status::Ok();
                },
                size};
}

TEST_F(Stream, RunsSmallAndLargeWorkInTheOrderOfSubmission) {
    const ScopedStream stream;
    std::vector<int> order;
    for (int i = 0; i < 2000; ++i) {
        ASSERT_TRUE(Launch(stream, Append(&order, i, i % 3 == 0 ? kLargeWork : 0)).ok());
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(order.size(), 2000u);
    for (int i = 0; i < 2000; ++i) {
        ASSERT_EQ(order[static_cast<size_t>(i)], i);
    }
}

TEST_F(Stream, RunsSmallWorkOfAnIdleStreamOnTheCallingThread) {
    const ScopedStream stream;
    std::thread::id ran_on;
    const auto note = [&ran_on] {
        ran_on = std::this_thread::get_id();
        return base::Status::Ok();
    };
    ASSERT_TRUE(Launch(stream, Work{"Note", note, kInlineNanoseconds - 1}).ok());
    EXPECT_EQ(ran_on, std::this_thread::get_id());
    ASSERT_TRUE(Launch(stream, Work{"Note", note, kInlineNanoseconds}).ok());
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_NE(ran_on, std::this_thread::get_id());
}

TEST_F(Stream, SmallWorkWaitsBehindQueuedWorkAndTheCallerDoesNot) {
    const ScopedStream stream;
    std::vector<int> order;
    Gate gate(stream);
    ASSERT_TRUE(Launch(stream, Append(&order, 1, 0)).ok());
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    ASSERT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    gate.Open();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(order, std::vector<int>{1});
    ASSERT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
}

TEST_F(Stream, KeepsOrderWithinEachOfSeveralSubmittingThreads) {
    const ScopedStream stream;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    constexpr int kThreads = 4;
    constexpr int kEach = 3000;
    std::vector<std::pair<int, int>> order;  // written by the stream only: no lock, so that a race would show
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            for (int i = 0; i < kEach; ++i) {
                ASSERT_TRUE(Launch(stream, Work{"Note",
                                                [&order, t, i] {
                                                    order.emplace_back(t, i);
                                                    return base::Status::Ok();
                                                },
                                                i % 64 == 0 ? kLargeWork : 0})
                                .ok());
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(order.size(), size_t{kThreads} * kEach);
    int next[kThreads] = {};
    for (const auto& [thread, number] : order) {
        ASSERT_EQ(number, next[thread]++);
    }
}

TEST_F(Stream, TwoStreamsRunAtTheSameTime) {
    const ScopedStream one;
    const ScopedStream two;
    std::promise<void> from_two;
    ASSERT_TRUE(Launch(one, Work{"Wait",
                                 [&] {
                                     from_two.get_future().wait();
                                     return base::Status::Ok();
                                 },
                                 kLargeWork})
                    .ok());
    ASSERT_TRUE(Launch(two, Work{"Tell",
                                 [&] {
                                     from_two.set_value();
                                     return base::Status::Ok();
                                 },
                                 kLargeWork})
                    .ok());
    EXPECT_EQ(aclrtSynchronizeStream(one), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(two), ACL_SUCCESS);
}

TEST_F(Stream, SynchroniseWithTimeoutGivesUpAndTheWorkGoesOn) {
    const ScopedStream stream;
    Gate gate(stream);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 30), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(30));
    EXPECT_THAT(RecentMessage(), HasSubstr("aclrtSynchronizeStreamWithTimeout: stream"));
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -2), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-2), ACL_ERROR_RT_PARAM_INVALID);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_SUCCESS);
}

TEST_F(Stream, DestroyWaitsForTheWork) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<int> done{0};
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(Launch(stream, Work{"Sleep",
                                        [&done] {
                                            std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                            ++done;
                                            return base::Status::Ok();
                                        },
                                        kLargeWork})
                        .ok());
    }
    ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(done, 10);
}

TEST_F(Stream, ForcedDestroyDropsWhatHasNotBegun) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<bool> began{false};
    std::atomic<bool> ran{false};
    ASSERT_TRUE(Launch(stream, Work{"Begin",
                                    [&] {
                                        began = true;
                                        std::this_thread::sleep_for(std::chrono::milliseconds(30));
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    while (!began) {
        std::this_thread::yield();
    }
    ASSERT_TRUE(Launch(stream, Work{"Later",
                                    [&] {
                                        ran = true;
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    EXPECT_FALSE(ran);
}

TEST_F(Stream, RefusesDestroyedForeignAndNullHandles) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    EXPECT_EQ(Launch(stream, Append(nullptr, 0, 0)).code(), ACL_ERROR_RT_STREAM_CONTEXT);
    int local = 0;
    EXPECT_EQ(aclrtSynchronizeStream(&local), ACL_ERROR_RT_STREAM_CONTEXT);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(event), ACL_ERROR_RT_STREAM_CONTEXT);
    ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtStreamQuery(nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Stream, TheDefaultStreamIsNullsAndCannotBeDestroyed) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    int32_t by_handle = -1;
    int32_t by_null = -2;
    ASSERT_EQ(aclrtStreamGetId(stream, &by_handle), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamGetId(nullptr, &by_null), ACL_SUCCESS);
    EXPECT_EQ(by_handle, by_null);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Stream, KeepsPriorityAndFlags) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 5, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC),
              ACL_SUCCESS);
    uint32_t priority = 0;
    uint32_t flags = 0;
    ASSERT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
    EXPECT_EQ(priority, 5u);
    EXPECT_EQ(flags, 3u);
    ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 8, 0), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Stream, WorkThatWouldWaitForItselfIsRefused) {
    const ScopedStream stream;
    std::vector<aclError> codes;
    ASSERT_TRUE(Launch(stream, Work{"Self",
                                    [&, raw = static_cast<aclrtStream>(stream)] {
                                        aclrtSetDevice(0);
                                        codes.push_back(aclrtSynchronizeStream(raw));
                                        codes.push_back(aclrtDestroyStream(raw));
                                        codes.push_back(aclrtSynchronizeDevice());
                                        aclrtResetDevice(0);
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(codes, std::vector<aclError>(3, ACL_ERROR_RT_PARAM_INVALID));
}

TEST_F(Stream, WorkMaySubmitMoreWorkToItsOwnStream) {
    const ScopedStream stream;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    std::atomic<int> depth{0};
    std::function<base::Status()> step = [&, raw = static_cast<aclrtStream>(stream)]() -> base::Status {
        aclrtSetCurrentContext(context);
        return ++depth < 50 ? Launch(raw, Work{"Step", step, 0}) : base::Status::Ok();
    };
    ASSERT_TRUE(Launch(stream, Work{"Step", step, 0}).ok());
    while (depth < 50) {
        ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
}

}  // namespace
}  // namespace aclnn_cpu::runtime
