#include "runtime/context.h"

#include <utility>

#include <fmt/format.h>

#include "runtime/messages.h"
#include "runtime/process.h"

namespace aclnn_cpu::runtime {

// What the runtime keeps for a thread.
struct ThreadState {
    std::shared_ptr<Context> context;
    uint32_t context_epoch = 0;  // of the process; a context of before a fork is none

    // The stream that it used last. May outlive its destruction: then it is closed, and no handle leads to it.
    std::shared_ptr<Stream> stream;
    const void* stream_handle = nullptr;
    uint32_t stream_epoch = 0;
    bool ended = false;  // keeps nothing any more

    ~ThreadState() {
        ForgetStream();
        ended = true;
    }
    void ForgetStream() {
        if (stream != nullptr && stream_epoch != ThisProcess().epoch) {
            // A parent's: its thread and its locks do not exist here, so it is left as it is.
            new std::shared_ptr<Stream>(std::move(stream));
        }
        stream = nullptr;
        stream_handle = nullptr;
    }
};

namespace {

thread_local ThreadState t_state;
// Of t_state: found with one look, without asking whether that is made.
thread_local ThreadState* t_place = nullptr;

ThreadState& OfThisThread() {
    ThreadState* place = t_place;
    return place != nullptr ? *place : *(t_place = &t_state);
}

const std::shared_ptr<Context>& CurrentContextOf(const ThreadState& state, const Process& process) {
    static const std::shared_ptr<Context> none;
    const bool usable =
        state.context != nullptr && state.context_epoch == process.epoch && state.context->Alive();
    return usable ? state.context : none;
}

std::string DescribeOwner(const Stream& stream) {
    return fmt::format("context {} (device {})", stream.description().context_id,
                       stream.description().device);
}

}  // namespace

std::string Context::ForMessage() const { return fmt::format("context {} (device {})", id_, device_); }

std::shared_ptr<Context> MakeContext(int32_t device, bool is_default) {
    Process& process = ThisProcess();
    auto context = std::make_shared<Context>(process.NextContextId(), device, is_default);
    context->default_stream_handle_ = MakeStream(*context, /*is_default=*/true, /*priority=*/0, /*flags=*/0);
    context->default_stream_ = process.streams.Find(context->default_stream_handle_);
    context->handle_ = process.contexts.Add(context);
    return context;
}

void DestroyContext(const std::shared_ptr<Context>& context) {
    Process& process = ThisProcess();
    context->alive_.store(false, std::memory_order_release);
    process.contexts.Remove(context->handle_);
    const auto is_ours = [&](const Stream& stream) {
        return stream.description().context_id == context->id_;
    };
    for (const std::shared_ptr<Stream>& stream : process.streams.RemoveIf(is_ours)) {
        EndStream(*stream, /*drop_queued=*/false);
    }
}

void EndStream(Stream& stream, bool drop_queued) {
    if (drop_queued) {  // lets go a stream that waits for a callback
        ThisProcess().mailboxes.Forget(stream.id());
    }
    stream.Close(drop_queued);
    ThisProcess().mailboxes.Forget(stream.id());
}

void* MakeStream(const Context& context, bool is_default, uint32_t priority, uint32_t flags) {
    Process& process = ThisProcess();
    Stream::Description description;
    description.id = process.NextStreamId();
    description.context_id = context.id();
    description.device = context.device();
    description.is_default = is_default;
    description.priority = priority;
    description.flags = flags;
    void* handle = process.streams.Add(std::make_shared<Stream>(description));
    if (!context.Alive()) {  // the context's end may have passed before the stream could be seen
        process.streams.Remove(handle);
        return nullptr;
    }
    return handle;
}

const std::shared_ptr<Context>& CurrentContext() { return CurrentContextOf(OfThisThread(), ThisProcess()); }

void SetCurrentContext(std::shared_ptr<Context> context) {
    ThreadState& state = OfThisThread();
    state.context = std::move(context);
    state.context_epoch = ThisProcess().epoch;
}

base::Status RequireContext(const char* function, const Context** context) {
    *context = CurrentContext().get();
    return *context != nullptr ? base::Status::Ok() : NoContext(function);
}

StreamInUse::~StreamInUse() {
    if (handle_ != nullptr && !thread_->ended) {
        thread_->ForgetStream();
        thread_->stream = std::move(stream_);
        thread_->stream_handle = handle_;
        thread_->stream_epoch = epoch_;
    }
}

base::Status UseStream(const char* function, const void* handle, StreamInUse* stream) {
    ThreadState& thread = OfThisThread();
    const Process& process = ThisProcess();
    const Context* const context = CurrentContextOf(thread, process).get();
    if (handle == nullptr || thread.stream_handle != handle || thread.stream_epoch != process.epoch ||
        !process.streams.Has(handle) || context == nullptr ||
        thread.stream->description().context_id != context->id()) {
        ACLNN_CPU_RETURN_IF_ERROR(FindStream(function, handle, &stream->stream_));
    } else {
        stream->stream_ = std::move(thread.stream);
        thread.stream_handle = nullptr;
    }
    stream->thread_ = &thread;
    stream->epoch_ = process.epoch;
    stream->handle_ = handle;
    return base::Status::Ok();
}

base::Status FindStream(const char* function, const void* handle, std::shared_ptr<Stream>* stream) {
    const Context* context = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(RequireContext(function, &context));
    if (handle == nullptr) {
        *stream = context->default_stream();
        return base::Status::Ok();
    }
    std::shared_ptr<Stream> found = ThisProcess().streams.Find(handle);
    if (found == nullptr) {
        return UnknownStream(function, handle);
    }
    if (found->description().context_id != context->id()) {
        return ForeignStream(function, found->id(), DescribeOwner(*found), context->ForMessage());
    }
    *stream = std::move(found);
    return base::Status::Ok();
}

}  // namespace aclnn_cpu::runtime
