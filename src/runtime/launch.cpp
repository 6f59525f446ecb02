#include "runtime/launch.h"

#include <memory>
#include <utility>

#include "base/settings.h"
#include "runtime/context.h"
#include "runtime/messages.h"

namespace aclnn_cpu::runtime {
namespace {

// ACLNN_CPU_LAUNCH_BLOCKING: the work's own error comes back here and is not the stream's.
base::Status RunAndWait(const void* handle, Stream& stream, Work&& work) {
    if (Stream::RunningHere() == &stream) {
        return WaitsForItself(work.name, stream.id());
    }
    const auto outcome = std::make_shared<base::Status>();
    const char* const name = work.name;
    work.run = [outcome, run = std::move(work.run)] {
        *outcome = run();
        return base::Status::Ok();
    };
    if (!stream.Submit(std::move(work))) {
        return UnknownStream(name, handle);
    }
    stream.WaitFor(stream.Submitted(), std::nullopt);
    if (const base::Status thrown = stream.TakeError(name); !thrown.ok()) {
        return thrown;
    }
    return outcome->ok() ? base::Status::Ok() : WorkFailed(name, stream.id(), name, *outcome);
}

}  // namespace

base::Status Launch(void* stream, Work work) {
    std::shared_ptr<Stream> target;
    ACLNN_CPU_RETURN_IF_ERROR(FindStream(work.name, stream, &target));
    if (base::CurrentSettings().launch_blocking) [[unlikely]] {
        return RunAndWait(stream, *target, std::move(work));
    }
    const char* const name = work.name;
    return target->Submit(std::move(work)) ? base::Status::Ok() : UnknownStream(name, stream);
}

}  // namespace aclnn_cpu::runtime
