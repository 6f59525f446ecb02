#include "nnopbase/engines/engine.h"

#include <algorithm>
#include <string>

#include "nnopbase/messages.h"
#include "nnopbase/packages.h"
#include "opdev/tensor_view_utils.h"
#include "platform/soc.h"
#include "simd/targets.h"

namespace aclnn_cpu::nnopbase {

std::span<const Engine* const> Engines() {
    static constexpr const Engine* kEngines[] = {&kNativeEngine, &kAicoreEngine};
    return kEngines;
}

base::Status CheckSettings(const base::Settings& settings) {
    ACLNN_CPU_RETURN_IF_ERROR(settings.problem);
    const platform::Soc* soc = nullptr;
    ACLNN_CPU_RETURN_IF_ERROR(platform::CurrentSoc(&soc));
    return simd::ValidateTarget(settings.target);
}

bool WalksAlong(const aclTensor& from, const aclTensor& to) {
    const op::Shape& small = from.GetViewShape();
    const op::Shape& large = to.GetViewShape();
    if (std::max(small.GetDimNum(), large.GetDimNum()) > simd::kMaxRank) {
        return small == large && op::IsContiguous(&from) && op::IsContiguous(&to);
    }
    const size_t shared = std::min(small.GetDimNum(), large.GetDimNum());
    for (size_t i = 1; i <= small.GetDimNum(); ++i) {
        const int64_t size = small[small.GetDimNum() - i];
        if (size != 1 && (i > shared || size != large[large.GetDimNum() - i])) {
            return false;
        }
    }
    return true;
}

namespace {

// Whether the user asked for what only the emulated core can show of a kernel.
bool WatchesKernels(const base::Settings& settings) {
    return settings.check != base::CheckMode::kOff || settings.block.has_value() || !settings.trace.empty();
}

}  // namespace

base::Status PrepareKernel(const LaunchRequest& request, PreparedKernel* kernel) {
    const base::Settings& settings = base::CurrentSettings();
    const registry::OperatorImplementations* rows = request.implementations;
    if (rows == nullptr || std::none_of(Engines().begin(), Engines().end(),
                                        [rows](const Engine* engine) { return engine->has(*rows); })) {
        return NoImplementation(request.api, request.op_type,
                                Packages::OfProcess().Searched(request.op_type));
    }
    const bool forced = settings.engine != base::EngineChoice::kAuto;
    if (!forced && WatchesKernels(settings) && kAicoreEngine.has(*rows)) {
        kernel->engine = &kAicoreEngine;
        kernel->reason = "shows the kernel to the checker, the trace or for a single block";
        base::Status status = kAicoreEngine.prepare(request, kernel);
        if (status.ok() || !kNativeEngine.has(*rows)) {
            return status;
        }
        *kernel = {};
    }
    std::string has;
    for (const Engine* engine : Engines()) {
        if (!engine->has(*rows)) {
            continue;
        }
        if (!forced || engine->choice == settings.engine) {
            kernel->engine = engine;
            kernel->reason = forced ? "asked for" : "best that has the operator";
            return engine->prepare(request, kernel);
        }
        has += (has.empty() ? "" : ", ") + std::string(engine->what);
    }
    const auto chosen = std::find_if(Engines().begin(), Engines().end(),
                                     [&](const Engine* engine) { return engine->choice == settings.engine; });
    return EngineCannot(request.api, request.op_type, (*chosen)->name, has);
}

}  // namespace aclnn_cpu::nnopbase
