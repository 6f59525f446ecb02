#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/at_load.h"
#include "base/sanitizers.h"

#if ACLNN_CPU_TSAN
#include <thread>
#else
#include <pthread.h>

#include <memory>
#include <mutex>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#endif

namespace aclnn_cpu::base {
namespace {

void RunHere(uint32_t parts, const std::function<void(uint32_t)>& body) {
    for (uint32_t part = 0; part < parts; ++part) {
        body(part);
    }
}

#if ACLNN_CPU_TSAN

void RunOnThreads(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body) {
    std::atomic<uint32_t> next{0};
    const auto work = [&] {
        for (uint32_t part = next++; part < parts; part = next++) {
            body(part);
        }
    };
    std::vector<std::thread> helpers;
    for (uint32_t i = 1; i < threads; ++i) {
        helpers.emplace_back(work);
    }
    work();
    for (std::thread& helper : helpers) {
        helper.join();
    }
}

#else

// Whether a parent of this process had used TBB when it forked: its threads, and the places they hold in
// arenas, are not to be had here.
std::atomic<bool> g_forked{false};

// Whether this process has used it.
std::atomic<bool> g_used{false};

[[maybe_unused]] const AtLoad kWatching([] {
    pthread_atfork(nullptr, nullptr, [] { g_forked.store(g_used.load(), std::memory_order_relaxed); });
});

// One arena per thread count, kept for the life of the process: making one costs more than a small loop. A child of a
// process that has come here never does (g_forked), so it finds no lock held.
tbb::task_arena& ArenaOf(uint32_t threads) {
    static std::mutex mutex;
    static auto& arenas = *new std::vector<std::unique_ptr<tbb::task_arena> >();
    const std::lock_guard lock(mutex);
    if (arenas.size() <= threads) {
        arenas.resize(threads + 1);
    }
    if (arenas[threads] == nullptr) {
        arenas[threads] = std::make_unique<tbb::task_arena>(static_cast<int>(threads));
    }
    return *arenas[threads];
}

void RunOnThreads(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body) {
    // First of all: TBB has locks of its own, which a thread of the parent may have held.
    if (g_forked.load(std::memory_order_relaxed)) {
        RunHere(parts, body);
        return;
    }
    g_used.store(true, std::memory_order_relaxed);
    // Asking for more makes TBB write a warning and changes nothing else.
    threads = static_cast<uint32_t>(std::min<size_t>(
        threads, tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
    if (threads <= 1) {
        RunHere(parts, body);
        return;
    }
    ArenaOf(threads).execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<uint32_t>(0, parts, 1),
            [&](const tbb::blocked_range<uint32_t>& range) {
                for (uint32_t part = range.begin(); part != range.end(); ++part) {
                    body(part);
                }
            },
            tbb::simple_partitioner());
    });
}

#endif

}  // namespace

void ParallelParts(uint32_t threads, uint32_t parts, const std::function<void(uint32_t)>& body) {
    threads = std::min(threads, parts);
    if (threads <= 1) {
        RunHere(parts, body);
        return;
    }
    RunOnThreads(threads, parts, body);
}

}  // namespace aclnn_cpu::base
