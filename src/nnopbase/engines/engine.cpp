#include "nnopbase/engines/engine.h"

#include <algorithm>
#include <string>

#include "nnopbase/messages.h"

namespace aclnn_cpu::nnopbase {

std::span<const Engine* const> Engines() {
    static constexpr const Engine* kEngines[] = {&kNativeEngine, &kAicoreEngine};
    return kEngines;
}

base::Status PrepareKernel(const LaunchRequest& request, PreparedKernel* kernel) {
    const base::Settings& settings = base::CurrentSettings();
    if (!settings.problem.ok()) {
        return settings.problem;
    }
    const registry::OperatorImplementations* rows = request.implementations;
    if (rows == nullptr || std::none_of(Engines().begin(), Engines().end(),
                                        [rows](const Engine* engine) { return engine->has(*rows); })) {
        return NoImplementation(request.api, request.op_type);
    }
    const bool forced = settings.engine != base::EngineChoice::kAuto;
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
