#include "simd/traffic.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <limits>

namespace aclnn_cpu::simd {
namespace {

constexpr size_t kWays = 3;
// The fastest of so many counts: the first call of a size may meet pages that have never been touched.
constexpr uint32_t kTrialsOfEach = 4;
constexpr size_t kSizes = 64;        // by the number of bits of the size in bytes
constexpr size_t kThreadCounts = 8;  // by the number of bits of the number of threads

int64_t NowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// Of one core, in bytes.
int64_t SecondLevelCache() {
    static const int64_t bytes = [] {
        constexpr int64_t kAtLeast = 256 << 10;  // where the system does not say
        return std::max<int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE), kAtLeast);
    }();
    return bytes;
}

}  // namespace

// Of one size and number of threads.
struct TrafficTrial::Record {
    std::atomic<uint32_t> begun{0};  // trials, of the ways in turn
    std::atomic<uint32_t> ended{0};
    std::atomic<int64_t> fastest[kWays]{};  // ns per GiB, 0 before the first
};

TrafficTrial::TrafficTrial(int64_t bytes, uint32_t threads) : bytes_(bytes) {
    const uint32_t sharers = std::max(threads, 1u);
    if (bytes / sharers <= SecondLevelCache() / 2) {
        return;
    }
    static Record records[kSizes][kThreadCounts];
    const size_t size = static_cast<size_t>(std::bit_width(static_cast<uint64_t>(bytes)));
    const size_t team = std::min<size_t>(std::bit_width(sharers), kThreadCounts) - 1;
    Record& record = records[size - 1][team];
    if (record.ended.load(std::memory_order_relaxed) >= kWays * kTrialsOfEach) {
        const auto* fastest = std::min_element(std::begin(record.fastest), std::end(record.fastest));
        traffic_ = static_cast<Traffic>(fastest - std::begin(record.fastest));
        return;
    }
    record_ = &record;
    traffic_ = static_cast<Traffic>(record.begun.fetch_add(1, std::memory_order_relaxed) % kWays);
    start_ns_ = NowNs();
}

TrafficTrial::~TrafficTrial() {
    if (record_ == nullptr) {
        return;
    }
    const auto gib = static_cast<double>(bytes_) / (1 << 30);
    const auto ns_per_gib =
        std::max(static_cast<int64_t>(static_cast<double>(NowNs() - start_ns_) / gib), int64_t{1});
    std::atomic<int64_t>& fastest = record_->fastest[static_cast<size_t>(traffic_)];
    int64_t known = fastest.load(std::memory_order_relaxed);
    while ((known == 0 || ns_per_gib < known) &&
           !fastest.compare_exchange_weak(known, ns_per_gib, std::memory_order_relaxed)) {
    }
    record_->ended.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace aclnn_cpu::simd
