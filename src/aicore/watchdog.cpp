#include "aicore/watchdog.h"

#include <fmt/format.h>

#include <algorithm>

#include "aicore/core.h"
#include "aicore/text.h"
#include "aicore/watchdog_timer.h"
#include "base/log.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr uint64_t kAccessesPerLook = 1024;
constexpr std::string_view kRemedy =
    "a loop may never end, or it polls memory that another block should change, which needs SyncAll or "
    "flags; "
    "ACLNN_CPU_WATCHDOG sets the seconds, 0 for none";

// What scalar accesses of one kind have touched since the last step: the ends.
struct Touched {
    uint64_t first = UINT64_MAX;
    uint64_t last = 0;
    // Whether the access is beyond them, as in work on one element after the other; a poll never is for long.
    bool Extend(uint64_t address) {
        const bool beyond = address < first || address > last;
        first = std::min(first, address);
        last = std::max(last, address);
        return beyond;
    }
};

// Of the worker that runs on this thread.
struct Worker {
    Timed timed;
    std::string_view last = "its start";  // step
    CallSite last_site;
    uint64_t accesses = 0;  // to scalars
    Touched touched[2][2];  // local or global, read or written
    uint64_t progress = 0;  // steps that a poll does not make
    // Of the last look.
    uint64_t seen = 0;
    double since = 0;
};
[[gnu::tls_model("initial-exec")]] thread_local Worker worker;

std::string LastStep() {
    return worker.last_site.file == nullptr
               ? std::string(worker.last)
               : fmt::format("{} at {}", worker.last, Describe(worker.last_site));
}

std::string Duration(double seconds) {
    return seconds < 0.1 ? fmt::format("{:.3g} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

Fault NoProgress(const Core& core, double seconds) {
    Fault fault;
    fault.kind = FaultKind::kNoProgress;
    fault.At(core);
    fault.problem = fmt::format("no progress for {} of computing", Duration(seconds));
    fault.remedy = kRemedy;
    return fault;
}

// On the stack of the block, in place of its kernel's next instruction.
void Leave() {
    EndWith([](const Core& core) {
        Fault fault = NoProgress(core, worker.timed.stuck_seconds);
        fault.problem += fmt::format("; the last step was {}, and the kernel now runs code at {}", LastStep(),
                                     PlaceOf(worker.timed.stuck_at));
        return fault;
    });
}

class Watchdog : public Observer {
 public:
    Watchdog(const KernelLaunch& launch, double seconds) : seconds_(seconds), code_(CodeOf(launch.entry)) {}

    void OnWorkerBegin() override {
        worker.timed.seconds = seconds_;
        worker.timed.code = code_;
        worker.timed.in_instruction = false;
        if (!StartTimer(&worker.timed, &Leave)) {
            base::Log(
                base::LogLevel::kWarning,
                "ACLNN_CPU_WATCHDOG: the system has no timer left; a kernel that calls nothing would run on");
        }
    }
    void OnWorkerEnd() override { StopTimer(); }

    void OnBlockBegin(const Core&) override { Step("its start", {}); }
    void OnInstructionBegin(const Core&, const Instruction& instruction) override {
        Step(InfoOf(instruction.opcode).api_name, instruction.site);
        worker.timed.in_instruction.store(true, std::memory_order_relaxed);
    }
    void OnInstructionEnd(const Core&, const Instruction&) override {
        worker.timed.in_instruction.store(false, std::memory_order_relaxed);
    }
    void OnFault(const Core&, const Fault&) override {
        worker.timed.in_instruction.store(false, std::memory_order_relaxed);
    }
    void OnAllocate(const Core&, const BufferRecord& buffer) override { Step("InitBuffer", buffer.site); }
    void OnQueue(const Core&, const QueueEvent& event) override {
        Step(QueueCallName(event.kind), event.site);
    }
    void OnFlag(const Core&, const FlagEvent& event) override {
        Step(event.wait ? "WaitFlag" : "SetFlag", event.site);
    }
    void OnPipeBarrier(const Core&, pipe_t, const CallSite& site) override { Step("PipeBarrier", site); }
    void OnSyncAllArrive(const Core&, const CallSite& site) override { Step("SyncAll", site); }
    void OnSyncAllLeave(const Core&, const CallSite& site) override { Step("SyncAll", site); }
    void OnCrossCoreFlag(const Core&, const CrossCoreFlagEvent& event) override {
        Step(event.wait ? "CrossCoreWaitFlag" : "CrossCoreSetFlag", event.site);
    }
    void OnInterBlock(const Core&, const InterBlockEvent& event) override {
        Step(event.set ? "IBSet" : "IBWait", event.site);
    }

    // These show that the kernel lives, but change nothing that a poll could wait for.
    void OnPipeReset(const Core&) override { Life("a change of the TPipe", {}); }
    void OnMask(const Core&, MaskMeaning, const CallSite& site) override { Life("SetVectorMask", site); }
    void OnMaskMode(const Core&, const CallSite& site) override { Life("SetMaskCount or SetMaskNorm", site); }

    void OnScalar(const Core& core, const Operand& element, bool write, const CallSite& site) override {
        const bool global = MemoryOf(element.position) == MemoryKind::kCount;
        if (worker.touched[global][write].Extend(element.address)) {
            ++worker.progress;
            Count();
            return;
        }
        if (++worker.accesses % kAccessesPerLook != 0) {
            return;
        }
        const double now = ThreadCpuSeconds();
        if (worker.progress != worker.seen) {
            worker.seen = worker.progress;
            worker.since = now;
        } else if (now - worker.since >= seconds_) {
            Fault fault = NoProgress(core, now - worker.since);
            fault.instruction = fmt::format("{}({})", write ? "SetValue" : "GetValue", Describe(element));
            fault.site = site;
            fault.problem += fmt::format(
                " but scalar accesses to the same memory; the last other step was {}", LastStep());
            Raise(std::move(fault));
        }
    }

 private:
    static void Step(std::string_view name, const CallSite& site) {
        ++worker.progress;
        Life(name, site);
        worker.touched[0][0] = worker.touched[0][1] = worker.touched[1][0] = worker.touched[1][1] = {};
    }
    static void Life(std::string_view name, const CallSite& site) {
        Count();
        worker.last = name;
        worker.last_site = site;
    }
    // No other thread writes it, and the signal handler only reads.
    static void Count() {
        worker.timed.steps.store(worker.timed.steps.load(std::memory_order_relaxed) + 1,
                                 std::memory_order_relaxed);
    }

    const double seconds_;
    const CodeRange code_;
};

}  // namespace

std::unique_ptr<Observer> MakeWatchdog(const KernelLaunch& launch, double seconds) {
    return std::make_unique<Watchdog>(launch, seconds);
}

}  // namespace aclnn_cpu::aicore
