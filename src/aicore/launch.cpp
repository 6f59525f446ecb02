#include "aicore/launch.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "aicore/arithmetic_trap.h"
#include "aicore/leave.h"
#include "aicore/observers.h"
#include "aicore/scheduler.h"
#include "base/at_load.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore {

namespace {

// Indices of cores in the order they start: as they stand (an empty order) or shuffled by a seed.
std::vector<uint32_t> MakeOrder(const CoreLayout& layout, std::optional<uint64_t> seed) {
    if (!seed.has_value()) {
        return {};
    }
    std::vector<uint32_t> order(layout.running());
    std::iota(order.begin(), order.end(), layout.first_running());
    std::mt19937_64 random(*seed);
    for (uint32_t i = layout.running(); i > 1; --i) {
        std::swap(order[i - 1], order[random() % i]);
    }
    return order;
}

base::Status Check(const KernelLaunch& launch) {
    if (launch.block_count == 0 || launch.entry == nullptr || launch.soc == nullptr) {
        return base::Status(
            107000,
            fmt::format("{}: the launch has {} blocks{}{}, expected at least 1 block, a kernel and a chip",
                        launch.op_type, launch.block_count, launch.entry == nullptr ? ", no kernel" : "",
                        launch.soc == nullptr ? ", no chip" : ""));
    }
    if (launch.block_count > kMaxBlocks) {
        return base::Status(
            107000, fmt::format("{}: the launch has {} blocks, expected at most {}; let each block do more",
                                launch.op_type, launch.block_count, kMaxBlocks));
    }
    return CoreLayout::Check(launch.kernel_type, launch.op_type, *launch.soc);
}

base::Status CheckBlock(const KernelLaunch& launch, std::optional<uint32_t> only) {
    if (!only.has_value()) {
        return base::Status::Ok();
    }
    if (*only >= launch.block_count) {
        return base::Status(
            107000,
            fmt::format("{}: ACLNN_CPU_BLOCK chooses block {}, and the launch has {} blocks, expected 0 "
                        "to {}; choose one of them, or unset it to run all",
                        launch.op_type, *only, launch.block_count, launch.block_count - 1));
    }
    if (launch.block_count > 1) {
        base::Log(base::LogLevel::kWarning,
                  fmt::format("{}: only block {} of {} runs (ACLNN_CPU_BLOCK), so its results are partial",
                              launch.op_type, *only, launch.block_count));
    }
    return base::Status::Ok();
}

std::mutex guarding;
[[maybe_unused]] const base::AtLoad kForkSafe([] { base::HoldInForks<guarding>(); });

// At the first launch, not at load: what the program has set until then is to be found.
void GuardProcess() {
    static std::atomic<bool> guarded{false};
    if (guarded.load(std::memory_order_acquire)) {
        return;
    }
    const std::lock_guard lock(guarding);
    if (!guarded.load(std::memory_order_relaxed)) {
        GuardTermination();
        GuardArithmetic();
        guarded.store(true, std::memory_order_release);
    }
}

}  // namespace

base::Status Launch(const KernelLaunch& launch) {
    if (const Core* core = CurrentCore(); core != nullptr) {
        return base::Status(107000,
                            fmt::format("{}: launched by the kernel {} on block {}, expected host code; "
                                        "launch it before or after that kernel",
                                        launch.op_type, core->op_type, core->block));
    }
    if (base::Status status = Check(launch); !status.ok()) {
        return status;
    }
    GuardProcess();
    WarnOfLeft(launch);
    const base::Settings& settings = base::CurrentSettings();
    if (!settings.problem.ok()) {
        return base::Status(settings.problem.code(),
                            fmt::format("{}: {}", launch.op_type, settings.problem.message()));
    }
    ACLNN_CPU_RETURN_IF_ERROR(CheckBlock(launch, settings.block));
    const CoreLayout layout(launch.kernel_type, launch.block_count, *launch.soc, settings.block);
    LaunchObservers observers;
    ACLNN_CPU_RETURN_IF_ERROR(observers.Begin(launch, layout));
    base::Status status =
        Scheduler(launch, layout, MakeOrder(layout, settings.schedule_seed), observers.get()).Run();
    status = observers.End(launch, std::move(status));
    if (!status.ok() && settings.check != base::CheckMode::kOff) {
        base::Log(base::LogLevel::kError, status.message());  // few programs print aclGetRecentErrMsg
    }
    return status;
}

}  // namespace aclnn_cpu::aicore
