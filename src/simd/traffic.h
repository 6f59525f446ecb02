// How a loop over dense operands moves its bytes, and who decides: the machine. Which way is fastest depends on sizes
// of caches, on what else lives in them and on the number of threads; so the first calls of each size try all ways and
// the later ones take the one that was fastest. The computed values are the same.
#pragma once

#include <cstdint>

#include "base/export.h"

namespace aclnn_cpu::simd {

enum class Traffic : uint8_t {
    kCached,      // plain loads and stores
    kAhead,       // lines are asked for before they are needed
    kPastCaches,  // as kAhead, and stores do not leave their lines in the caches
};

// One call's choice, and its measurement where one is still wanted: from construction to destruction. Safe on any
// thread; allocates nothing.
class ACLNN_CPU_API TrafficTrial {
 public:
    // `bytes`: all that the call reads and writes; 0, and few enough that the second-level caches hold them, are
    // kCached without a measurement.
    TrafficTrial(int64_t bytes, uint32_t threads);
    ~TrafficTrial();
    TrafficTrial(const TrafficTrial&) = delete;
    TrafficTrial& operator=(const TrafficTrial&) = delete;

    Traffic traffic() const { return traffic_; }

 private:
    struct Record;
    Record* record_ = nullptr;  // null when nothing is to be measured
    Traffic traffic_ = Traffic::kCached;
    int64_t bytes_ = 0;
    int64_t start_ns_ = 0;
};

}  // namespace aclnn_cpu::simd
