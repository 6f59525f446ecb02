// Contexts: what gives a thread its device and its default stream. Each thread has at most one current
// context.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/status.h"
#include "runtime/stream.h"

namespace aclnn_cpu::runtime {

class Context {
 public:
    Context(uint32_t id, int32_t device, bool is_default)
        : id_(id), device_(device), is_default_(is_default) {}

    uint32_t id() const { return id_; }
    int32_t device() const { return device_; }
    bool is_default() const { return is_default_; }  // of its device: made by aclrtSetDevice
    void* handle() const { return handle_; }
    void* default_stream_handle() const { return default_stream_handle_; }
    const std::shared_ptr<Stream>& default_stream() const { return default_stream_; }

    bool Alive() const { return alive_.load(std::memory_order_acquire); }
    std::string ForMessage() const;  // "context 2 (device 1)"

 private:
    friend std::shared_ptr<Context> MakeContext(int32_t device, bool is_default);
    friend void DestroyContext(const std::shared_ptr<Context>& context);

    const uint32_t id_;
    const int32_t device_;
    const bool is_default_;
    void* handle_ = nullptr;
    void* default_stream_handle_ = nullptr;
    std::shared_ptr<Stream> default_stream_;
    std::atomic<bool> alive_{true};
};

// Makes a context with its default stream; both can be found by their handles from now on.
std::shared_ptr<Context> MakeContext(int32_t device, bool is_default);

// Ends the context: from now on it is nobody's current one. Waits for its work and destroys its streams.
void DestroyContext(const std::shared_ptr<Context>& context);

// Makes a stream of the context; null when the context was destroyed meanwhile.
void* MakeStream(const Context& context, bool is_default, uint32_t priority, uint32_t flags);

// Closes a stream that its table no longer holds, and ends its subscription.
void EndStream(Stream& stream, bool drop_queued);

// The calling thread's current context; null when it has none or its context was destroyed. Valid until the
// thread's current context changes.
const std::shared_ptr<Context>& CurrentContext();
void SetCurrentContext(std::shared_ptr<Context> context);

// The current context, or 107002.
base::Status RequireContext(const char* function, const Context** context);

struct ThreadState;

// A stream that this thread uses for the length of a call. The stream is kept by the thread until it uses another one,
// so that the next call finds it without touching what all threads share.
class StreamInUse {
 public:
    StreamInUse() = default;
    StreamInUse(const StreamInUse&) = delete;
    StreamInUse& operator=(const StreamInUse&) = delete;
    ~StreamInUse();
    Stream* operator->() const { return stream_.get(); }
    Stream& operator*() const { return *stream_; }

 private:
    friend base::Status UseStream(const char* function, const void* handle, StreamInUse* stream);
    std::shared_ptr<Stream> stream_;
    ThreadState* thread_ = nullptr;
    uint32_t epoch_ = 0;            // of the process that found it
    const void* handle_ = nullptr;  // null: not to be kept
};

// FindStream for the length of a call.
base::Status UseStream(const char* function, const void* handle, StreamInUse* stream);

// The stream behind a handle (null: the current context's default stream): 107002, or 107003.
base::Status FindStream(const char* function, const void* handle, std::shared_ptr<Stream>* stream);

}  // namespace aclnn_cpu::runtime
