#include <gmock/gmock.h>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::HasSubstr;

class EventTest : public DeviceTest {
 protected:
    void SetUp() override {
        DeviceTest::SetUp();
        ASSERT_EQ(aclrtCreateEvent(&event_), ACL_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(aclrtDestroyEvent(event_), ACL_SUCCESS);
        DeviceTest::TearDown();
    }
    aclrtEventRecordedStatus Recorded() const {
        auto status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
        EXPECT_EQ(aclrtQueryEventStatus(event_, &status), ACL_SUCCESS);
        return status;
    }
    aclrtEvent event_ = nullptr;
};

using Event = EventTest;

TEST_F(Event, AStreamWaitsForAnotherStreamsRecord) {
    const ScopedStream producer;
    const ScopedStream consumer;
    Gate gate(producer);
    int value = 0;
    int seen = -1;
    ASSERT_TRUE(Launch(producer, Work{"Produce",
                                      [&value] {
                                          value = 42;
                                          return base::Status::Ok();
                                      },
                                      0})
                    .ok());
    ASSERT_EQ(aclrtRecordEvent(event_, producer), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(consumer, event_), ACL_SUCCESS);
    ASSERT_TRUE(Launch(consumer, Work{"Consume",
                                      [&] {
                                          seen = value;
                                          return base::Status::Ok();
                                      },
                                      0})
                    .ok());
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(consumer, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    aclrtEventWaitStatus waiting = ACL_EVENT_WAIT_STATUS_RESERVED;
    ASSERT_EQ(aclrtQueryEventWaitStatus(event_, &waiting), ACL_SUCCESS);
    EXPECT_EQ(waiting, ACL_EVENT_WAIT_STATUS_NOT_READY);
    gate.Open();
    ASSERT_EQ(aclrtSynchronizeStream(consumer), ACL_SUCCESS);
    EXPECT_EQ(seen, 42);
    ASSERT_EQ(aclrtQueryEventWaitStatus(event_, &waiting), ACL_SUCCESS);
    EXPECT_EQ(waiting, ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(Event, AWaitMeansTheRecordOfItsOwnTime) {
    const ScopedStream slow;
    const ScopedStream fast;
    const ScopedStream waiter;
    Gate gate(slow);
    ASSERT_EQ(aclrtRecordEvent(event_, slow), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiter, event_), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event_, fast), ACL_SUCCESS);  // completes at once
    EXPECT_EQ(aclrtSynchronizeEvent(event_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(waiter, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(waiter), ACL_SUCCESS);
}

TEST_F(Event, StatusFollowsTheRecord) {
    const ScopedStream stream;
    aclrtEventStatus old_style = ACL_EVENT_STATUS_RESERVED;
    ASSERT_EQ(aclrtQueryEvent(event_, &old_style), ACL_SUCCESS);
    EXPECT_EQ(old_style, ACL_EVENT_STATUS_COMPLETE);
    EXPECT_EQ(Recorded(), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(aclrtSynchronizeEvent(event_), ACL_SUCCESS);  // no record: nothing to wait for
    Gate gate(stream);
    ASSERT_EQ(aclrtRecordEvent(event_, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtQueryEvent(event_, &old_style), ACL_SUCCESS);
    EXPECT_EQ(old_style, ACL_EVENT_STATUS_NOT_READY);
    EXPECT_EQ(Recorded(), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event_, 20), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event_, 0), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event_, -2), ACL_ERROR_RT_PARAM_INVALID);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event_, -1), ACL_SUCCESS);
    EXPECT_EQ(Recorded(), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    ASSERT_EQ(aclrtResetEvent(event_, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(Recorded(), ACL_EVENT_RECORDED_STATUS_NOT_READY);
}

TEST_F(Event, AnExEventIsCompleteBeforeItsFirstRecord) {
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    auto status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    ASSERT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(Event, ElapsedTimeIsTheTimeBetweenTwoRecords) {
    const ScopedStream stream;
    aclrtEvent end = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&end, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    float ms = -1;
    EXPECT_EQ(aclrtEventElapsedTime(&ms, event_, end), ACL_ERROR_RT_INTERNAL_ERROR);
    EXPECT_THAT(RecentMessage(), HasSubstr("startEvent was never recorded"));
    ASSERT_EQ(aclrtRecordEvent(event_, stream), ACL_SUCCESS);
    Gate gate(stream);
    ASSERT_EQ(aclrtRecordEvent(end, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtEventElapsedTime(&ms, event_, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    EXPECT_THAT(RecentMessage(), HasSubstr("endEvent"));
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    gate.Open();
    ASSERT_EQ(aclrtSynchronizeEvent(end), ACL_SUCCESS);
    ASSERT_EQ(aclrtEventElapsedTime(&ms, event_, end), ACL_SUCCESS);
    EXPECT_GE(ms, 25.0f);
    EXPECT_LT(ms, 5000.0f);
    float back = 0;
    ASSERT_EQ(aclrtEventElapsedTime(&back, end, event_), ACL_SUCCESS);
    EXPECT_EQ(back, -ms);
    uint64_t from = 0;
    uint64_t to = 0;
    ASSERT_EQ(aclrtEventGetTimestamp(event_, &from), ACL_SUCCESS);
    ASSERT_EQ(aclrtEventGetTimestamp(end, &to), ACL_SUCCESS);
    EXPECT_NEAR(static_cast<double>(to - from), double{ms} * 1000.0, 2.0);
    ASSERT_EQ(aclrtDestroyEvent(end), ACL_SUCCESS);
}

TEST_F(Event, DestroyedWhileAwaitedStillLetsTheWaiterGo) {
    const ScopedStream producer;
    const ScopedStream consumer;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    Gate gate(producer);
    ASSERT_EQ(aclrtRecordEvent(event, producer), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(consumer, event), ACL_SUCCESS);
    ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtRecordEvent(event, producer), ACL_ERROR_RT_INVALID_HANDLE);
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(consumer), ACL_SUCCESS);
}

TEST_F(Event, DroppedRecordsLetTheWaiterGo) {
    aclrtStream producer = nullptr;
    ASSERT_EQ(aclrtCreateStream(&producer), ACL_SUCCESS);
    const ScopedStream consumer;
    auto gate = std::make_unique<Gate>(producer);
    ASSERT_EQ(aclrtRecordEvent(event_, producer), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(consumer, event_), ACL_SUCCESS);
    std::thread opener([&gate] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        gate->Open();
    });
    ASSERT_EQ(aclrtDestroyStreamForce(producer), ACL_SUCCESS);
    opener.join();
    EXPECT_EQ(aclrtSynchronizeStream(consumer), ACL_SUCCESS);
}

TEST_F(Event, AWaitWithTimeoutIsAnErrorOfTheStream) {
    const ScopedStream producer;
    const ScopedStream consumer;
    Gate gate(producer);
    ASSERT_EQ(aclrtRecordEvent(event_, producer), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(consumer, event_, 10), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(consumer), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
}

TEST_F(Event, RefusesNullForeignAndUnknownFlags) {
    const ScopedStream stream;
    EXPECT_EQ(aclrtCreateEvent(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtRecordEvent(nullptr, stream), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtRecordEvent(stream, stream), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtQueryEvent(event_, nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtEventElapsedTime(nullptr, event_, event_), ACL_ERROR_INVALID_PARAM);
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, 0x80000000u), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_IPC), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
