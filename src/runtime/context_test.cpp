#include <gmock/gmock.h>

#include <functional>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Context = DeviceTest;

void Quiet(void*) {}

TEST_F(Context, AThreadWithoutDeviceGets107002FromEveryDeviceCall) {
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    void* memory = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    InOtherThread([&] {
        void* out = nullptr;
        size_t size = 0;
        int32_t number = 0;
        uint32_t unsigned_number = 0;
        float ms = 0;
        uint64_t time = 0;
        char host[64] = {};
        auto query = ACL_STREAM_STATUS_COMPLETE;
        auto recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
        const std::pair<const char*, std::function<aclError()>> calls[] = {
            {"aclrtMalloc", [&] { return aclrtMalloc(&out, 64, ACL_MEM_MALLOC_HUGE_FIRST); }},
            {"aclrtMallocAlign32", [&] { return aclrtMallocAlign32(&out, 64, ACL_MEM_MALLOC_HUGE_FIRST); }},
            {"aclrtMallocCached", [&] { return aclrtMallocCached(&out, 64, ACL_MEM_MALLOC_HUGE_FIRST); }},
            {"aclrtMallocHost", [&] { return aclrtMallocHost(&out, 64); }},
            {"aclrtFree", [&] { return aclrtFree(memory); }},
            {"aclrtFreeHost", [&] { return aclrtFreeHost(memory); }},
            {"aclrtGetMemInfo", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &size, &size); }},
            {"aclrtMemcpy", [&] { return aclrtMemcpy(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE); }},
            {"aclrtMemcpyAsync",
             [&] { return aclrtMemcpyAsync(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream); }},
            {"aclrtMemcpy2d",
             [&] { return aclrtMemcpy2d(memory, 8, host, 8, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE); }},
            {"aclrtMemcpy2dAsync",
             [&] { return aclrtMemcpy2dAsync(memory, 8, host, 8, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE, stream); }},
            {"aclrtMemset", [&] { return aclrtMemset(memory, 64, 1, 64); }},
            {"aclrtMemsetAsync", [&] { return aclrtMemsetAsync(memory, 64, 1, 64, stream); }},
            {"aclrtCreateStream", [&] { return aclrtCreateStream(&out); }},
            {"aclrtDestroyStream", [&] { return aclrtDestroyStream(stream); }},
            {"aclrtSynchronizeStream", [&] { return aclrtSynchronizeStream(stream); }},
            {"default stream", [&] { return aclrtSynchronizeStream(nullptr); }},
            {"aclrtStreamQuery", [&] { return aclrtStreamQuery(stream, &query); }},
            {"aclrtStreamGetId", [&] { return aclrtStreamGetId(stream, &number); }},
            {"aclrtStreamGetFlags", [&] { return aclrtStreamGetFlags(stream, &unsigned_number); }},
            {"aclrtStreamWaitEvent", [&] { return aclrtStreamWaitEvent(stream, event); }},
            {"aclrtCreateEvent", [&] { return aclrtCreateEvent(&out); }},
            {"aclrtDestroyEvent", [&] { return aclrtDestroyEvent(event); }},
            {"aclrtRecordEvent", [&] { return aclrtRecordEvent(event, stream); }},
            {"aclrtResetEvent", [&] { return aclrtResetEvent(event, stream); }},
            {"aclrtSynchronizeEvent", [&] { return aclrtSynchronizeEvent(event); }},
            {"aclrtQueryEventStatus", [&] { return aclrtQueryEventStatus(event, &recorded); }},
            {"aclrtEventElapsedTime", [&] { return aclrtEventElapsedTime(&ms, event, event); }},
            {"aclrtEventGetTimestamp", [&] { return aclrtEventGetTimestamp(event, &time); }},
            {"aclrtGetDevice", [&] { return aclrtGetDevice(&number); }},
            {"aclrtGetCurrentContext", [&] { return aclrtGetCurrentContext(&out); }},
            {"aclrtCtxGetCurrentDefaultStream", [&] { return aclrtCtxGetCurrentDefaultStream(&out); }},
            {"aclrtSynchronizeDevice", [&] { return aclrtSynchronizeDevice(); }},
            {"aclrtSubscribeReport", [&] { return aclrtSubscribeReport(1, stream); }},
            {"aclrtLaunchHostFunc", [&] { return aclrtLaunchHostFunc(stream, Quiet, nullptr); }},
            {"Launch", [&] { return Launch(stream, Failing("X", 1, "")).code(); }},
        };
        for (const auto& [name, call] : calls) {
            EXPECT_EQ(call(), ACL_ERROR_RT_CONTEXT_NULL) << name;
        }
        ASSERT_EQ(aclrtMalloc(&out, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
        EXPECT_THAT(RecentMessage(), HasSubstr("call aclrtSetDevice"));
        // With a device the same calls work.
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtMemcpyAsync(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(Context, AStreamOfAnotherContextIsRefusedWithBothNamed) {
    aclrtContext a = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&a), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    aclrtContext b = nullptr;
    ASSERT_EQ(aclrtCreateContext(&b, 1), ACL_SUCCESS);  // now current
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    EXPECT_THAT(RecentMessage(),
                AllOf(HasSubstr("(device 0)"), HasSubstr("(device 1)"), HasSubstr("aclrtSetCurrentContext")));
    const base::Status status = Launch(stream, Failing("aclnnGeluBackward", 1, ""));
    EXPECT_EQ(status.code(), ACL_ERROR_RT_STREAM_CONTEXT);
    EXPECT_THAT(status.message(),
                AllOf(HasSubstr("aclnnGeluBackward"), HasSubstr("(device 0)"), HasSubstr("(device 1)")));
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    ASSERT_EQ(aclrtSetCurrentContext(a), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(b), ACL_SUCCESS);
}

TEST_F(Context, DestroyWaitsForTheWorkAndEndsTheStreams) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<bool> done{false};
    ASSERT_TRUE(Launch(stream, Work{"Sleep",
                                    [&done] {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                        done = true;
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_TRUE(done);
    aclrtContext current = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
}

TEST_F(Context, DestroyedByAnotherThreadIsNobodysCurrentOne) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    InOtherThread([context] { EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS); });
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST_F(Context, IsSharedByThreadsThatMakeItCurrent) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    const ScopedStream stream;
    InOtherThread([&] {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 0);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    });
}

TEST_F(Context, RefusesNullForeignAndDefaultContexts) {
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtCreateContext(&context, 8), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtSetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtDestroyContext(nullptr), ACL_ERROR_INVALID_PARAM);
    int local = 0;
    EXPECT_EQ(aclrtSetCurrentContext(&local), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_THAT(RecentMessage(), HasSubstr("default context of device 0"));
}

}  // namespace
}  // namespace aclnn_cpu::runtime
