// aclrt...Event
#include <chrono>

#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

constexpr uint32_t kOfferedFlags =
    ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE | ACL_EVENT_DEVICE_USE_ONLY;

base::Status CreateEvent(const char* function, aclrtEvent* event, uint32_t flags,
                         bool complete_before_record) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "event", event));
    if ((flags & ~kOfferedFlags) != 0) {
        return (flags & ~kOfferedFlags & ~(ACL_EVENT_EXTERNAL | ACL_EVENT_IPC)) == 0
                   ? NotOffered(function,
                                fmt::format("an event shared with another process (flag {:#x})", flags))
                   : InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "flag", fmt::format("{:#x}", flags),
                                  "a combination of the ACL_EVENT flags");
    }
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    Process& process = ThisProcess();
    *event = process.events.Add(std::make_shared<Event>(process.NextEventId(), complete_before_record));
    return base::Status::Ok();
}

// The event behind a handle; the calling thread needs a context.
base::Status FindEvent(const char* function, const char* parameter, aclrtEvent event,
                       std::shared_ptr<Event>* found) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, parameter, event));
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    *found = ThisProcess().events.Find(event);
    return *found != nullptr ? base::Status::Ok() : UnknownEvent(function, event);
}

base::Status FindBoth(const char* function, aclrtEvent event, aclrtStream stream,
                      std::shared_ptr<Event>* found_event, std::shared_ptr<Stream>* found_stream) {
    ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "event", event, found_event));
    return FindStream(function, stream, found_stream);
}

base::Status SynchronizeEvent(const char* function, aclrtEvent event, int32_t milliseconds) {
    std::shared_ptr<Event> found;
    ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
    const std::shared_ptr<Record> record = found->Latest();
    if (record == nullptr || record->Wait(DeadlineIn(milliseconds))) {
        return base::Status::Ok();
    }
    return TimedOut(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, function, fmt::format("event {}", found->id()),
                    milliseconds);
}

// The part that the functions which ask an event for one value share.
template <typename T, typename Get>
base::Status Query(const char* function, aclrtEvent event, const char* parameter, T* out, Get&& get) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, parameter, out));
    std::shared_ptr<Event> found;
    ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
    *out = get(*found);
    return base::Status::Ok();
}

}  // namespace

aclError aclrtCreateEvent(aclrtEvent* event) {
    return Exported(__func__,
                    [&, function = __func__] { return CreateEvent(function, event, ACL_EVENT_SYNC, false); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
    return Exported(__func__, [&, function = __func__] { return CreateEvent(function, event, flag, false); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
    return Exported(__func__, [&, function = __func__] { return CreateEvent(function, event, flag, true); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    return Exported(__func__, [&, function = __func__] {
        std::shared_ptr<Event> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
        return ThisProcess().events.Remove(event) != nullptr ? base::Status::Ok()
                                                             : UnknownEvent(function, event);
    });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        std::shared_ptr<Event> recorded;
        std::shared_ptr<Stream> target;
        ACLNN_CPU_RETURN_IF_ERROR(FindBoth(function, event, stream, &recorded, &target));
        auto pending = std::make_shared<PendingRecord>(recorded->NewRecord());
        // The record completes when the stream lets go of the work.
        return SubmitTo(
            function, stream, *target,
            Work{function, [pending = std::move(pending)] { return base::Status::Ok(); }, kAlwaysInline});
    });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] {
        std::shared_ptr<Event> found;
        std::shared_ptr<Stream> target;
        ACLNN_CPU_RETURN_IF_ERROR(FindBoth(function, event, stream, &found, &target));
        return SubmitTo(function, stream, *target,
                        Work{function,
                             [found, record = found->Latest()] {
                                 found->Forget(record);
                                 return base::Status::Ok();
                             },
                             kAlwaysInline});
    });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, event, "status", status, [](const Event& found) {
            const std::shared_ptr<Record> record = found.Latest();
            return record == nullptr || record->IsComplete() ? ACL_EVENT_STATUS_COMPLETE
                                                             : ACL_EVENT_STATUS_NOT_READY;
        });
    });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, event, "status", status, [](const Event& found) {
            const std::shared_ptr<Record> record = found.Latest();
            const bool complete =
                record == nullptr ? found.complete_before_first_record() : record->IsComplete();
            return complete ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
        });
    });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, event, "status", status, [](const Event& found) {
            return found.Awaited() ? ACL_EVENT_WAIT_STATUS_NOT_READY : ACL_EVENT_WAIT_STATUS_COMPLETE;
        });
    });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
    return Exported(__func__, [&, function = __func__] { return SynchronizeEvent(function, event, -1); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireTimeout(function, timeout));
        return SynchronizeEvent(function, event, timeout);
    });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "ms", ms));
        std::shared_ptr<Event> start;
        std::shared_ptr<Event> end;
        ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "startEvent", startEvent, &start));
        ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "endEvent", endEvent, &end));
        uint64_t from = 0;
        uint64_t to = 0;
        ACLNN_CPU_RETURN_IF_ERROR(start->Timestamp(function, "startEvent", &from));
        ACLNN_CPU_RETURN_IF_ERROR(end->Timestamp(function, "endEvent", &to));
        *ms = static_cast<float>(static_cast<double>(static_cast<int64_t>(to - from)) * 1e-6);
        return base::Status::Ok();
    });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "timestamp", timestamp));
        std::shared_ptr<Event> found;
        ACLNN_CPU_RETURN_IF_ERROR(FindEvent(function, "event", event, &found));
        uint64_t nanoseconds = 0;
        ACLNN_CPU_RETURN_IF_ERROR(found->Timestamp(function, "event", &nanoseconds));
        *timestamp = nanoseconds / 1000;
        return base::Status::Ok();
    });
}
