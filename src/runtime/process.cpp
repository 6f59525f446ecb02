#include "runtime/process.h"

#include <pthread.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace aclnn_cpu::runtime {
namespace {

constexpr uint8_t kStreamTag = 1;
constexpr uint8_t kEventTag = 2;
constexpr uint8_t kContextTag = 3;

// Keeps the handles of a child apart from those of its parent, up to this many reuses of one slot.
constexpr uint32_t kGenerationsPerEpoch = 1u << 20;

constexpr int64_t kExitMilliseconds = 2000;

std::atomic<Process*> g_process{nullptr};

void FinishAtExit() {
    if (!WaitForStreams(/*device=*/-1, DeadlineIn(kExitMilliseconds))) {
        // Kept for ever: work that still runs uses them.
        static const auto& streams = *new std::vector<std::shared_ptr<Stream>>(ThisProcess().streams.All());
        for (const std::shared_ptr<Stream>& stream : streams) {
            stream->Abandon();
        }
    }
}

void StartAnewInChild() {
    if (const Process* parents = g_process.load(std::memory_order_acquire)) {
        g_process.store(new Process(parents), std::memory_order_release);
    }
}

Process& FirstUse() {
    static Process& process = *[] {
        auto* created = new Process(nullptr);
        g_process.store(created, std::memory_order_release);
        pthread_atfork(nullptr, nullptr, StartAnewInChild);
        std::atexit(FinishAtExit);
        return created;
    }();
    return process;
}

}  // namespace

Process::Process(const Process* before_fork)
    : parent(before_fork),
      epoch(before_fork != nullptr ? before_fork->epoch + 1 : 1),
      streams(kStreamTag, epoch * kGenerationsPerEpoch),
      events(kEventTag, epoch * kGenerationsPerEpoch),
      contexts(kContextTag, epoch * kGenerationsPerEpoch) {}

Process& ThisProcess() {
    Process* process = g_process.load(std::memory_order_acquire);
    return process != nullptr ? *process : FirstUse();
}

bool WaitForStreams(int32_t device, Deadline deadline) {
    std::vector<std::pair<std::shared_ptr<Stream>, uint64_t>> waits;
    for (std::shared_ptr<Stream>& stream : ThisProcess().streams.All()) {
        const bool wanted = device < 0 || stream->description().device == device;
        if (wanted && !stream->Idle() && stream.get() != Stream::RunningHere()) {
            const uint64_t submitted = stream->Submitted();
            waits.emplace_back(std::move(stream), submitted);
        }
    }
    bool all = true;
    for (const auto& [stream, submitted] : waits) {
        all = stream->WaitFor(submitted, deadline) && all;
    }
    return all;
}

}  // namespace aclnn_cpu::runtime
