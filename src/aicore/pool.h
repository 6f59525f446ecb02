// What launches use again: fibers with their cores, and teams of threads. Safe from any thread.
// A forked child starts with teams of its own, since it has none of its parent's threads; what launches of
// the parent had in use at that moment is lost to the child. A fork inside a kernel is not provided for.
#pragma once

#include <cstdint>
#include <memory>

#include "aicore/core.h"
#include "aicore/fiber.h"
#include "base/worker_team.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

// A core and the stack its blocks run on.
struct Carrier {
    explicit Carrier(const platform::Soc& soc) : core(soc) {}
    Core core;
    Fiber fiber;
};

// A carrier whose core has the chip's memories, from the pool or new.
std::unique_ptr<Carrier> AcquireCarrier(const platform::Soc& soc);
void ReleaseCarrier(std::unique_ptr<Carrier> carrier);

std::unique_ptr<base::WorkerTeam> AcquireTeam(uint32_t workers);
void ReleaseTeam(std::unique_ptr<base::WorkerTeam> team);

}  // namespace aclnn_cpu::aicore
