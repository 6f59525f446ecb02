// A fixed set of threads with identities: worker i is the same OS thread for the life of the team. For work
// that must stay on one thread (fibers). Loops over data use base/parallel.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/export.h"

namespace aclnn_cpu::base {

class ACLNN_CPU_API WorkerTeam {
 public:
    // `workers` >= 1. The calling thread of Run acts as worker 0, so a team of one starts no thread.
    explicit WorkerTeam(uint32_t workers);
    ~WorkerTeam();
    WorkerTeam(const WorkerTeam&) = delete;
    WorkerTeam& operator=(const WorkerTeam&) = delete;

    uint32_t size() const;

    // Calls body(worker) once on each worker and returns when all have. One Run at a time; body must not
    // throw.
    void Run(const std::function<void(uint32_t worker)>& body);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace aclnn_cpu::base
