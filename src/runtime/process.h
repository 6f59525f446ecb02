// Everything the runtime knows, in one object that is never destroyed: streams' threads and other libraries'
// destructors may use it while the process exits. After a fork the child has a new one and the old one is
// left as it is, since the threads that held its locks do not exist there.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/handle_table.h"
#include "runtime/callback.h"
#include "runtime/context.h"
#include "runtime/device.h"
#include "runtime/event.h"
#include "runtime/memory.h"
#include "runtime/stream.h"

namespace aclnn_cpu::runtime {

struct Process {
    explicit Process(const Process* before_fork);

    const Process* const parent;  // as it was at the fork; null in a process that was not forked
    const uint32_t epoch;         // how many forks lie between the first process and this one, plus one
    base::HandleTable<Stream> streams;
    base::HandleTable<Event> events;
    base::HandleTable<Context> contexts;
    Memory memory;
    Mailboxes mailboxes;

    struct Device {
        uint64_t uses = 0;
        std::shared_ptr<Context> default_context;
    };
    std::mutex devices_mutex;
    std::array<Device, kDeviceCount> devices;

    std::mutex init_mutex;
    uint64_t init_count = 0;

    uint32_t NextStreamId() { return next_stream_id_.fetch_add(1, std::memory_order_relaxed); }
    uint32_t NextContextId() { return next_context_id_.fetch_add(1, std::memory_order_relaxed); }
    uint32_t NextEventId() { return next_event_id_.fetch_add(1, std::memory_order_relaxed); }

 private:
    std::atomic<uint32_t> next_stream_id_{1};
    std::atomic<uint32_t> next_context_id_{1};
    std::atomic<uint32_t> next_event_id_{1};
};

Process& ThisProcess();

// Waits for what was submitted so far to every stream of a device (-1: of all). The stream whose work the
// calling thread is running is left out. False when the deadline came first or a stream was abandoned with
// work left.
bool WaitForStreams(int32_t device, Deadline deadline);

}  // namespace aclnn_cpu::runtime
