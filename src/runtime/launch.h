// How the layers above put work on a stream.
#pragma once

#include <cstdint>

#include "base/export.h"
#include "base/status.h"
#include "base/task.h"

namespace aclnn_cpu::runtime {

struct Work {
    // What an error report names: a string that lives until the work has run.
    const char* name;
    // Runs on the stream's thread, or on the calling thread when the stream is idle and the work is small.
    // Its error becomes the stream's error: reported by the next synchronise, with the name; later work of
    // the stream still runs.
    base::Task run;
    // A guess of how long `run` takes, in nanoseconds on one thread. Work below kInlineNanoseconds may run
    // inline.
    uint64_t estimated_nanoseconds;
};

// About what handing work to another thread and waiting for it costs.
inline constexpr uint64_t kInlineNanoseconds = 20'000;

// Queues work on a stream (null: the default stream of the current context), after all that was queued before
// it. Errors: 107002 when the thread has no context, 107003 when the stream belongs to another context or
// does not exist. With ACLNN_CPU_LAUNCH_BLOCKING=1 waits and returns the work's own error.
ACLNN_CPU_API base::Status Launch(void* stream, Work work);

// The device memory block that holds `address`: its first byte and usable size, which is the size asked for
// rounded up to 32 bytes; an address in the 32 spare bytes behind belongs to the block too. False when no
// live allocation holds the address.
ACLNN_CPU_API bool FindAllocation(const void* address, const void** base, uint64_t* bytes);

// Changes with every allocation and every free: until then FindAllocation answers as before.
ACLNN_CPU_API uint64_t AllocationRevision();

// Called by every aclFinalize that ends the use of the runtime, after all streams have run dry; for reports
// of what was left behind. At most 8 hooks, which must stay callable for the life of the process.
using FinalizeHook = void (*)();
ACLNN_CPU_API void AddFinalizeHook(FinalizeHook hook);

}  // namespace aclnn_cpu::runtime
