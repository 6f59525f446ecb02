#include "runtime/launch.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/settings.h"
#include "runtime/context.h"
#include "runtime/messages.h"

namespace aclnn_cpu::runtime {
namespace {

// ACLNN_CPU_LAUNCH_BLOCKING: the work's own error, and no other, comes back here and is not the stream's.
// Waits for this work and what was queued before it.
base::Status RunAndWait(const void* handle, Stream& stream, Work&& work) {
    if (Stream::RunningHere() == &stream) {
        return WaitsForItself(work.name, stream.id());
    }
    const auto outcome = std::make_shared<std::optional<base::Status>>();
    const char* const name = work.name;
    work.run = [outcome, run = std::move(work.run)]() mutable {
        *outcome = RunCaught(run);
        return base::Status::Ok();
    };
    uint64_t number = 0;
    if (!stream.Submit(std::move(work), &number)) {
        return UnknownStream(name, handle);
    }
    if (!stream.WaitFor(number, std::nullopt)) {
        return GivenUp(name, stream.id());
    }
    if (!outcome->has_value()) {  // dropped: the stream was destroyed meanwhile
        return UnknownStream(name, handle);
    }
    const base::Status& own = **outcome;
    return own.ok() ? base::Status::Ok() : WorkFailed(name, stream.id(), name, own);
}

}  // namespace

base::Status Launch(void* stream, Work work) {
    StreamInUse target;
    ACLNN_CPU_RETURN_IF_ERROR(UseStream(work.name, stream, &target));
    if (base::CurrentSettings().launch_blocking) [[unlikely]] {
        return RunAndWait(stream, *target, std::move(work));
    }
    const char* const name = work.name;
    return target->Submit(std::move(work)) ? base::Status::Ok() : UnknownStream(name, stream);
}

}  // namespace aclnn_cpu::runtime
