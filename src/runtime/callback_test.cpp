#include <gmock/gmock.h>
#include <pthread.h>
#include <unistd.h>

#include <vector>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::HasSubstr;
using Callback = DeviceTest;

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

struct Note {
    std::thread::id ran_on;
    std::atomic<int> runs{0};
};

void Take(void* data) {
    auto* note = static_cast<Note*>(data);
    note->ran_on = std::this_thread::get_id();
    ++note->runs;
}

TEST_F(Callback, RunsInTheThreadThatSubscribed) {
    const ScopedStream stream;
    Note note;
    ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchCallback(Take, &note, ACL_CALLBACK_NO_BLOCK, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);  // handing over is enough
    EXPECT_EQ(note.runs, 0);
    ASSERT_EQ(aclrtProcessReport(1000), ACL_SUCCESS);
    EXPECT_EQ(note.runs, 1);
    EXPECT_EQ(note.ran_on, std::this_thread::get_id());
    EXPECT_EQ(aclrtProcessReport(5), ACL_ERROR_RT_REPORT_TIMEOUT);
    ASSERT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtProcessReport(5), ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

TEST_F(Callback, ABlockingOneHoldsTheStream) {
    const ScopedStream stream;
    Note note;
    int runs_seen = -1;
    ASSERT_EQ(aclrtSubscribeReport(static_cast<uint64_t>(gettid()), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchCallback(Take, &note, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    ASSERT_TRUE(Launch(stream, Work{"After",
                                    [&] {
                                        runs_seen = note.runs;
                                        return base::Status::Ok();
                                    },
                                    0})
                    .ok());
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(runs_seen, 1);
}

TEST_F(Callback, OneThreadServesSeveralStreamsFromALoop) {
    const ScopedStream one;
    const ScopedStream two;
    Note note;
    std::atomic<bool> stop{false};
    std::thread server([&] {
        while (!stop) {
            aclrtProcessReport(10);
        }
    });
    const auto name = static_cast<uint64_t>(server.native_handle());
    ASSERT_EQ(aclrtSubscribeReport(name, one), ACL_SUCCESS);
    ASSERT_EQ(aclrtSubscribeReport(name, two), ACL_SUCCESS);
    for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(aclrtLaunchCallback(Take, &note, ACL_CALLBACK_BLOCK, i % 2 == 0 ? one : two), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(note.runs, 200);
    ASSERT_EQ(aclrtUnSubscribeReport(name, one), ACL_SUCCESS);
    ASSERT_EQ(aclrtUnSubscribeReport(name, two), ACL_SUCCESS);
    stop = true;
    server.join();
}

TEST_F(Callback, ABlockingOneMayFreeMemoryAndDoesNotWaitForItsStream) {
    const ScopedStream stream;
    struct Shared {
        aclrtStream stream;
        void* memory = nullptr;
        aclError freed = -1;
        aclError synchronised = -1;
    } shared{stream};
    ASSERT_EQ(aclrtMalloc(&shared.memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    const auto free_it = [](void* data) {
        auto* const given = static_cast<Shared*>(data);
        given->freed = aclrtFree(given->memory);
        given->synchronised = aclrtSynchronizeStream(given->stream);
    };
    ASSERT_EQ(aclrtLaunchCallback(free_it, &shared, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(shared.freed, ACL_SUCCESS);
    EXPECT_EQ(shared.synchronised, ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(Callback, UnsubscribingLetsAWaitingStreamGoWithAnError) {
    const ScopedStream stream;
    Note note;
    ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchCallback(Take, &note, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    ASSERT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
    EXPECT_EQ(note.runs, 0);
}

TEST_F(Callback, RefusesMisuse) {
    const ScopedStream stream;
    Note note;
    EXPECT_EQ(aclrtLaunchCallback(Take, &note, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
    EXPECT_THAT(RecentMessage(), HasSubstr("aclrtSubscribeReport"));
    EXPECT_EQ(aclrtLaunchCallback(nullptr, &note, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtProcessReport(0), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtProcessReport(-2), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtUnSubscribeReport(ThisThread(), stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    ASSERT_EQ(aclrtSubscribeReport(ThisThread(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSubscribeReport(ThisThread() + 8, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    EXPECT_EQ(aclrtUnSubscribeReport(ThisThread() + 8, stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    EXPECT_EQ(aclrtLaunchHostFunc(stream, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Callback, AHostFunctionRunsInOrderOnTheStreamsThread) {
    const ScopedStream stream;
    Note note;
    ASSERT_EQ(aclrtLaunchHostFunc(stream, Take, &note), ACL_SUCCESS);
    int runs_seen = -1;
    ASSERT_TRUE(Launch(stream, Work{"After",
                                    [&] {
                                        runs_seen = note.runs;
                                        return base::Status::Ok();
                                    },
                                    0})
                    .ok());
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(runs_seen, 1);
    EXPECT_NE(note.ran_on, std::this_thread::get_id());
}

}  // namespace
}  // namespace aclnn_cpu::runtime
