// Repeatable programs: running one many times, and giving its tensors other addresses in between.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "nnopbase/program.h"

namespace aclnn_cpu::nnopbase {

// A run of a program that a stream holds. It is over when the object is gone.
class ProgramRun {
 public:
    // Of a repeatable program the version that is current, which from now on does not change; else the program itself.
    // 161002 when a tensor that was given another address is in another one's way (BuffersAreApart).
    static base::Status Begin(std::shared_ptr<Program> program, ProgramRun* run);

    ProgramRun() = default;
    ProgramRun(ProgramRun&& other) noexcept
        : program_(std::move(other.program_)), version_(other.version_), counted_(other.counted_) {
        other.counted_ = false;
    }
    ProgramRun& operator=(ProgramRun&& other) = delete;
    ~ProgramRun() {
        if (counted_) {
            version_->runs.fetch_sub(1, std::memory_order_release);
        } else if (program_ != nullptr) {
            program_->lent.store(false, std::memory_order_release);
        }
    }

    Program& program() const { return *program_; }
    const ProgramData& version() const { return *version_; }

 private:
    std::shared_ptr<Program> program_;
    Program* version_ = nullptr;
    bool counted_ = false;
};

// Gives a buffer of a repeatable program another address, for the runs that begin from now on. Throws std::bad_alloc
// when a queued run needs the old one and there is no memory for both.
void Move(Program& program, uint32_t buffer, uintptr_t address);

// Whether the moved buffers leave what the plan took for granted: 161002 when something the program writes overlaps
// another tensor of the call in part, or another that it writes, or altogether one that a step after the first may read.
base::Status BuffersAreApart(const ProgramData& program);

}  // namespace aclnn_cpu::nnopbase
