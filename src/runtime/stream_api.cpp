// aclrt...Stream
#include <chrono>

#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

constexpr uint32_t kLowestPriority = 7;

base::Status CreateStream(const char* function, aclrtStream* stream, uint32_t priority, uint32_t flags) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "stream", stream));
    if (priority > kLowestPriority) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "priority", std::to_string(priority),
                            "0 to 7");
    }
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    void* made = MakeStream(*context, /*is_default=*/false, priority, flags);
    if (made == nullptr) {
        return NoContext(function);
    }
    *stream = made;
    return base::Status::Ok();
}

base::Status DestroyStream(const char* function, aclrtStream stream, bool drop_queued) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "stream", stream));
    std::shared_ptr<Stream> found;
    ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
    if (found->description().is_default) {
        return InvalidValue(ACL_ERROR_INVALID_PARAM, function, "stream", "a context's default stream",
                            "one made by aclrtCreateStream");
    }
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotInside(function, *found));
    if (ThisProcess().streams.Remove(stream) == nullptr) {
        return UnknownStream(function, stream);
    }
    EndStream(*found, drop_queued);
    return base::Status::Ok();
}

base::Status Synchronize(const char* function, aclrtStream stream, int32_t milliseconds) {
    StreamInUse found;
    ACLNN_CPU_RETURN_IF_ERROR(UseStream(function, stream, &found));
    if (!found->Idle()) {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotInside(function, *found));
        if (!found->WaitFor(found->Submitted(), DeadlineIn(milliseconds))) {
            return NotDone(function, *found, milliseconds);
        }
    }
    return found->TakeError(function);
}

base::Status WaitEvent(const char* function, aclrtStream stream, aclrtEvent event, int32_t milliseconds) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "event", event));
    std::shared_ptr<Stream> found;
    ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
    std::shared_ptr<Event> awaited = ThisProcess().events.Find(event);
    if (awaited == nullptr) {
        return UnknownEvent(function, event);
    }
    const std::shared_ptr<Record> record = awaited->Latest();
    if (record == nullptr || record->IsComplete()) {
        return base::Status::Ok();
    }
    const uint32_t id = awaited->id();
    const auto wait = std::make_shared<StreamWait>(std::move(awaited));
    return SubmitTo(function, stream, *found,
                    Work{function,
                         [record, wait, id, milliseconds, function] {
                             return record->Wait(DeadlineIn(milliseconds))
                                        ? base::Status::Ok()
                                        : TimedOut(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, function,
                                                   fmt::format("event {}", id), milliseconds);
                         },
                         kNeverInline});
}

// The part that the functions which ask a stream for one number share.
template <typename T, typename Get>
base::Status Query(const char* function, aclrtStream stream, const char* parameter, T* out, Get&& get) {
    ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, parameter, out));
    std::shared_ptr<Stream> found;
    ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, stream, &found));
    *out = static_cast<T>(get(*found));
    return base::Status::Ok();
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) {
    return Exported(__func__, [&, function = __func__] { return CreateStream(function, stream, 0, 0); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    return Exported(__func__,
                    [&, function = __func__] { return CreateStream(function, stream, priority, flag); });
}

aclError aclrtDestroyStream(aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] { return DestroyStream(function, stream, false); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] { return DestroyStream(function, stream, true); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    return Exported(__func__, [&, function = __func__] { return Synchronize(function, stream, -1); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireTimeout(function, timeout));
        return Synchronize(function, stream, timeout);
    });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, stream, "status", status, [](const Stream& found) {
            return found.Idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
        });
    });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, stream, "streamId", streamId, [](const Stream& found) { return found.id(); });
    });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, stream, "priority", priority,
                     [](const Stream& found) { return found.description().priority; });
    });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
    return Exported(__func__, [&, function = __func__] {
        return Query(function, stream, "flags", flags,
                     [](const Stream& found) { return found.description().flags; });
    });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
    return Exported(__func__, [&, function = __func__] { return WaitEvent(function, stream, event, -1); });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireTimeout(function, timeout));
        return WaitEvent(function, stream, event, timeout == 0 ? -1 : timeout);
    });
}
