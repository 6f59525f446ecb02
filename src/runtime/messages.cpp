#include "runtime/messages.h"

#include <fmt/format.h>

#include "acl/acl_base.h"
#include "runtime/device.h"

namespace aclnn_cpu::runtime {

using base::Status;
using std::string_view;

Status NullPointer(string_view function, string_view parameter) {
    return Status(ACL_ERROR_INVALID_PARAM,
                  fmt::format("{}: {} is null, expected a valid pointer", function, parameter));
}

Status InvalidValue(int32_t code, string_view function, string_view parameter, string_view actual,
                    string_view expected) {
    return Status(code, fmt::format("{}: {} is {}, expected {}", function, parameter, actual, expected));
}

Status NoSuchDevice(string_view function, int64_t device) {
    return Status(ACL_ERROR_RT_INVALID_DEVICEID,
                  fmt::format("{}: device is {}, expected 0 to {} (aclrtGetDeviceCount)", function, device,
                              kDeviceCount - 1));
}

Status NoContext(string_view function) {
    return Status(ACL_ERROR_RT_CONTEXT_NULL,
                  fmt::format("{}: this thread has no current context; call aclrtSetDevice or "
                              "aclrtSetCurrentContext in this thread first",
                              function));
}

Status ForeignStream(string_view function, uint32_t stream, string_view its_context,
                     string_view current_context) {
    return Status(ACL_ERROR_RT_STREAM_CONTEXT,
                  fmt::format("{}: stream {} belongs to {}, but this thread's current context is {}; call "
                              "aclrtSetCurrentContext or use a stream of the current context",
                              function, stream, its_context, current_context));
}

Status UnknownStream(string_view function, const void* handle) {
    return Status(ACL_ERROR_RT_STREAM_CONTEXT,
                  fmt::format("{}: stream is {}, which is no stream or was destroyed; expected a result of "
                              "aclrtCreateStream that still lives",
                              function, handle));
}

Status UnknownEvent(string_view function, const void* handle) {
    return Status(ACL_ERROR_RT_INVALID_HANDLE,
                  fmt::format("{}: event is {}, which is no event or was destroyed; expected a result of "
                              "aclrtCreateEvent that still lives",
                              function, handle));
}

Status UnknownContext(string_view function, const void* handle) {
    return Status(ACL_ERROR_RT_CONTEXT_NULL,
                  fmt::format("{}: context is {}, which is no context or was destroyed; expected a result of "
                              "aclrtCreateContext or aclrtGetCurrentContext that still lives",
                              function, handle));
}

Status UnknownMemory(string_view function, const void* address, string_view by) {
    return Status(ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("{}: address is {}, expected what {} returned and nothing has freed since",
                              function, address, by));
}

Status PastTheEnd(string_view function, string_view parameter, const void* address, size_t count,
                  const void* begin, size_t bytes, string_view history) {
    const size_t offset =
        static_cast<size_t>(static_cast<const char*>(address) - static_cast<const char*>(begin));
    return Status(ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("{}: {} is {} with {} bytes, {} bytes into the device allocation at {}, "
                              "expected at most the {} of "
                              "its {} bytes that follow{}",
                              function, parameter, address, count, offset, begin, bytes - offset, bytes,
                              history.empty() ? std::string() : fmt::format(" ({})", history)));
}

Status StartsBefore(string_view function, string_view parameter, const void* address, size_t count,
                    const void* begin) {
    return Status(
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format(
            "{}: {} is {} with {} bytes, which starts before the device allocation {} and runs into it; "
            "expected to lie within one allocation",
            function, parameter, address, count, begin));
}

Status NotMapped(string_view function, string_view parameter, const void* address, size_t count) {
    return Status(ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("{}: {} is {} with {} bytes, and not all of them are memory of this process; "
                              "correct the number of bytes, or make the buffer as large",
                              function, parameter, address, count));
}

Status FreedTwice(string_view function, const void* address, const Allocation& block) {
    return Status(ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("{}: the address {} was freed already ({}); free each allocation once",
                              function, address, block.History()));
}

Status FreedMemory(string_view function, string_view parameter, const void* address, size_t count,
                   const Allocation& block) {
    return Status(
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("{}: {} at {} with {} bytes lies in the block of {} bytes at {} that was freed "
                    "({}); free it after the last call that uses it",
                    function, parameter, address, count, block.bytes, block.begin, block.History()));
}

Status WrongSide(string_view function, string_view parameter, const void* address, string_view is,
                 string_view expected) {
    return Status(ACL_ERROR_RT_PARAM_INVALID,
                  fmt::format("{}: {} at {} is {}, but the kind of copy expects {}; on a device this copy "
                              "fails or moves other bytes",
                              function, parameter, address, is, expected));
}

Status OutOfDeviceMemory(string_view function, int32_t device, uint64_t asked, uint64_t free,
                         uint64_t total) {
    return Status(
        ACL_ERROR_RT_MEMORY_ALLOCATION,
        fmt::format("{}: size needs {} bytes, but device {} has {} of {} bytes left; free memory or choose "
                    "a chip with more (ACLNN_CPU_SOC)",
                    function, asked, device, free, total));
}

Status OutOfMachineMemory(string_view function, uint64_t asked) {
    return Status(
        ACL_ERROR_RT_MEMORY_ALLOCATION,
        fmt::format("{}: size needs {} bytes, which this machine's memory does not have left; free memory",
                    function, asked));
}

Status TimedOut(int32_t code, string_view function, string_view what, int64_t milliseconds) {
    return Status(code, fmt::format("{}: {} is not complete after {} ms; it goes on, wait again or longer",
                                    function, what, milliseconds));
}

Status GivenUp(string_view function, uint32_t stream) {
    return Status(
        ACL_ERROR_RT_STREAM_SYNC_TIMEOUT,
        fmt::format("{}: stream {} had work left when the process ended, which was given up; synchronise "
                    "before main returns",
                    function, stream));
}

Status WaitsForItself(string_view function, uint32_t stream) {
    return Status(
        ACL_ERROR_RT_PARAM_INVALID,
        fmt::format("{}: called by work of stream {} itself, which would wait for ever; expected another "
                    "thread or another stream",
                    function, stream));
}

Status WorkFailed(string_view function, uint32_t stream, string_view work, const Status& cause) {
    return Status(cause.code(),
                  fmt::format("{}: {} failed on stream {}: {}", function, work, stream, cause.message()));
}

Status NotRecorded(string_view function, string_view parameter) {
    return Status(
        ACL_ERROR_RT_INTERNAL_ERROR,
        fmt::format("{}: {} was never recorded, expected a complete record; call aclrtRecordEvent first",
                    function, parameter));
}

Status NotComplete(string_view function, string_view parameter) {
    return Status(
        ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
        fmt::format("{}: the record of {} is not complete, so it has no time; call aclrtSynchronizeEvent "
                    "or aclrtSynchronizeStream first",
                    function, parameter));
}

Status NotSubscribed(string_view function, uint32_t stream) {
    return Status(
        ACL_ERROR_RT_STREAM_NO_CB_REG,
        fmt::format("{}: no thread runs the callbacks of stream {}; call aclrtSubscribeReport first, and "
                    "aclrtProcessReport in that thread",
                    function, stream));
}

Status SubscribedAlready(string_view function, uint32_t stream, uint64_t by) {
    return Status(ACL_ERROR_RT_STREAM_SUBSCRIBE,
                  fmt::format("{}: stream {} has its callbacks run by thread {} already; call "
                              "aclrtUnSubscribeReport for that thread first",
                              function, stream, by));
}

Status ThreadNotSubscribed(string_view function, string_view expectation) {
    return Status(ACL_ERROR_RT_THREAD_SUBSCRIBE, fmt::format("{}: {}", function, expectation));
}

Status InitialisedAlready(uint64_t uses) {
    return Status(
        ACL_ERROR_REPEAT_INITIALIZE,
        fmt::format("aclInit: called {} times without aclFinalize, expected once; the settings of the "
                    "first call stay",
                    uses));
}

Status NotInitialised(string_view function) {
    return Status(ACL_ERROR_REPEAT_FINALIZE,
                  fmt::format("{}: the use count is 0, expected a call of aclInit before", function));
}

Status DeviceNotInUse(string_view function, int32_t device) {
    return Status(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
                  fmt::format("{}: the use count of device {} is 0, expected a call of aclrtSetDevice before",
                              function, device));
}

Status NotOffered(string_view function, string_view what) {
    return Status(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, fmt::format("{}: {} is not offered", function, what));
}

}  // namespace aclnn_cpu::runtime
