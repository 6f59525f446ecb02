// The measurements, one function and one file each: it prints its table and returns what the JSON holds of it.
#pragma once

#include <span>

#include "benchmarks/native/session.h"

namespace aclnn_cpu::benchmarks {

// Copies of each cache level's size and multiply-adds: what bounds every row.
Json MeasureLimits(const Session& session);
// Dense tensors by activation, type, size and threads.
Json MeasureContiguous(const Session& session);
// Views against the contiguous call.
Json MeasureLayouts(const Session& session);
// Classes of values against each other.
Json MeasureValues(const Session& session);
// Two threads of one process against two processes of one thread.
Json MeasureScaling(const Session& session);
// Peak memory of a call and its allocations.
Json MeasureMemory(const Session& session);
// Small tensors: the kernel, the whole aclnn call, the peers.
Json MeasureLatency(const Session& session);
// What call_cost_benchmark says, when the build has it.
Json MeasureCallCost(const Session& session);

struct Part {
    const char* name;  // of the JSON's key and of --only=
    Json (*measure)(const Session& session);
};
std::span<const Part> Parts();

// What the processes do that MeasureScaling and MeasureMemory start; `worker` is what they pass to --worker=.
int RunScalingWorker(const std::string& worker);
int RunMemoryWorker(const std::string& worker);

}  // namespace aclnn_cpu::benchmarks
