#include "nnopbase/versions.h"

#include <thread>
#include <utility>

#include "nnopbase/messages.h"
#include "nnopbase/overlap.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;

class Locked {
 public:
    explicit Locked(Versions& versions) : versions_(versions) {
        while (versions_.locked.exchange(true, std::memory_order_acquire)) {
            std::this_thread::yield();
        }
    }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;
    ~Locked() { versions_.locked.store(false, std::memory_order_release); }

 private:
    Versions& versions_;
};

bool Runs(const Program& version) { return version.runs.load(std::memory_order_acquire) != 0; }

// A version that nothing runs, as a copy of the current one.
Program* Spare(Program& program, const Program& current) {
    Program* spare = Runs(program) ? nullptr : &program;
    for (const std::shared_ptr<Program>& copy : program.versions.copies) {
        spare = spare == nullptr && !Runs(*copy) ? copy.get() : spare;
    }
    if (spare == nullptr) {
        program.versions.copies.push_back(NewProgram());
        spare = program.versions.copies.back().get();
    }
    static_cast<ProgramData&>(*spare) = current;
    return spare;
}

MemoryView ViewOf(const UserRange& range) {
    if (range.element_bytes == 0) {  // one block
        return {reinterpret_cast<uintptr_t>(range.first), range.bytes, {}, {}};
    }
    return {reinterpret_cast<uintptr_t>(range.first),
            range.element_bytes,
            {range.sizes, range.rank},
            {range.strides, range.rank}};
}

MemoryView ViewOf(const simd::NativeCall& call, const simd::Operand& operand) {
    return {reinterpret_cast<uintptr_t>(operand.data),
            base::ElementBytes(operand.dtype),
            {call.sizes, call.rank},
            {operand.strides, call.rank}};
}

// Whether the only step may write what it has not read yet, though its tensors coincide.
bool OverwritesItself(const ProgramData& program) {
    const Step& step = program.steps.front();
    if (program.steps.size() > 1 || step.native == nullptr) {
        return program.steps.size() > 1;
    }
    if (step.user_buffers[simd::kMaxOperands] == kAbsent) {
        return false;
    }
    const MemoryView output = ViewOf(step.call, step.call.output);
    for (uint32_t i = 0; i < step.call.input_count; ++i) {
        if (step.user_buffers[i] != kAbsent &&
            Compare(output, ViewOf(step.call, step.call.inputs[i])) == Overlap::kPartial) {
            return true;
        }
    }
    return false;
}

// Whether they lie to each other as in the first phase, which looked at that.
bool LieAsPlanned(const UserBuffer& a, const UserBuffer& b) {
    return a.planned != 0 && b.planned != 0 && a.address - b.address == a.planned - b.planned;
}

}  // namespace

Status BuffersAreApart(const ProgramData& program) {
    for (const UserRange& written : program.user_ranges) {
        for (const UserRange& other : program.user_ranges) {
            if (!written.written || other.buffer == written.buffer || written.first == nullptr ||
                other.first == nullptr ||
                LieAsPlanned(program.buffers[written.buffer], program.buffers[other.buffer])) {
                continue;
            }
            switch (Compare(ViewOf(written), ViewOf(other))) {
                case Overlap::kNone:
                    break;
                case Overlap::kPartial:
                    return PartlyOverlaps(program.api, written.name.Text(), other.name.Text());
                case Overlap::kExact:
                    if (other.written || OverwritesItself(program)) {
                        return SharedAfterMove(program.api, written.name.Text(), other.name.Text());
                    }
            }
        }
    }
    return Status::Ok();
}

Status ProgramRun::Begin(std::shared_ptr<Program> program, ProgramRun* run) {
    Program* version = program.get();
    if (program->repeatable.load(std::memory_order_acquire)) {
        const Locked lock(program->versions);
        version = program->versions.current != nullptr ? program->versions.current : version;
        if (version->moved) {
            ACLNN_CPU_RETURN_IF_ERROR(BuffersAreApart(*version));
            version->moved = false;
        }
        version->runs.fetch_add(1, std::memory_order_relaxed);
        run->counted_ = true;
    }
    run->version_ = version;
    run->program_ = std::move(program);
    return Status::Ok();
}

void Move(Program& program, uint32_t buffer, uintptr_t address) {
    Versions& versions = program.versions;
    const Locked lock(versions);
    Program* current = versions.current != nullptr ? versions.current : &program;
    if (current->buffers[buffer].address == address) {
        return;
    }
    if (Runs(*current)) {
        current = versions.current = Spare(program, *current);
    }
    current->Bind(buffer, address);
    current->moved = true;
}

}  // namespace aclnn_cpu::nnopbase
