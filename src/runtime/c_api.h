// The frame of every exported function: one guarded call round a body.
#pragma once

#include <string>
#include <utility>

#include <fmt/format.h>

#include "acl/acl.h"
#include "base/guard.h"
#include "runtime/context.h"
#include "runtime/messages.h"
#include "runtime/process.h"

namespace aclnn_cpu::runtime {

// Runs a body that returns Status; nothing is thrown past it. `function` is the exported name.
template <typename Body>
aclError Exported(const char* function, Body&& body) noexcept {
    return base::Guarded(function, ACL_ERROR_BAD_ALLOC, ACL_ERROR_INTERNAL_ERROR, std::forward<Body>(body));
}

// 100000 unless the pointer points somewhere.
inline base::Status RequireNotNull(const char* function, const char* parameter, const void* pointer) {
    return pointer != nullptr ? base::Status::Ok() : NullPointer(function, parameter);
}

// 107000 unless -1 or more.
inline base::Status RequireTimeout(const char* function, int32_t milliseconds) {
    return milliseconds >= -1
               ? base::Status::Ok()
               : InvalidValue(ACL_ERROR_RT_PARAM_INVALID, function, "timeout", std::to_string(milliseconds),
                              "-1 (for ever), 0 or more milliseconds");
}

inline base::Status RequireDevice(const char* function, int64_t device) {
    return device >= 0 && device < kDeviceCount ? base::Status::Ok() : NoSuchDevice(function, device);
}

// 107000 when the calling thread runs work of one of the context's streams: waiting for it would never end.
inline base::Status RequireNotInside(const char* function, const Context& context) {
    const Stream* running = Stream::RunningHere();
    return running != nullptr && running->description().context_id == context.id()
               ? WaitsForItself(function, running->id())
               : base::Status::Ok();
}

inline base::Status RequireNotInside(const char* function, const Stream& stream) {
    return Stream::RunningHere() == &stream ? WaitsForItself(function, stream.id()) : base::Status::Ok();
}

// Why Stream::WaitFor returned false.
inline base::Status NotDone(const char* function, const Stream& stream, int32_t milliseconds) {
    return stream.abandoned() ? GivenUp(function, stream.id())
                              : TimedOut(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function,
                                         fmt::format("stream {}", stream.id()), milliseconds);
}

// Submits work that is none of the operators' (events, callbacks): it never waits, also under
// ACLNN_CPU_LAUNCH_BLOCKING.
inline base::Status SubmitTo(const char* function, const void* handle, Stream& stream, Work&& work) {
    return stream.Submit(std::move(work)) ? base::Status::Ok() : UnknownStream(function, handle);
}

}  // namespace aclnn_cpu::runtime
