// aclInit, aclFinalize, aclGetRecentErrMsg
#include <array>
#include <atomic>

#include "base/log.h"
#include "base/settings.h"
#include "platform/soc.h"
#include "runtime/c_api.h"
#include "runtime/launch.h"
#include "runtime/leaks.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

std::array<std::atomic<FinalizeHook>, 8> g_finalize_hooks{};

base::Status ApplySettings(const char* path) {
    if (path != nullptr && path[0] != '\0') {
        ACLNN_CPU_RETURN_IF_ERROR(base::ApplySettingsFile(path, [](const base::Settings& settings) {
            const platform::Soc* soc = nullptr;
            return platform::FindSoc(settings.soc, &soc);
        }));
    }
    ACLNN_CPU_RETURN_IF_ERROR(base::CurrentSettings().problem);
    const platform::Soc* soc = nullptr;
    return platform::CurrentSoc(&soc);
}

// Lowers the use count, at once to zero on request; at zero waits for all streams.
base::Status Finalize(const char* function, bool to_zero, uint64_t* left) {
    Process& process = ThisProcess();
    bool last = false;
    {
        const std::lock_guard lock(process.init_mutex);
        if (left != nullptr) {
            *left = 0;
        }
        if (process.init_count == 0) {
            return NotInitialised(function);
        }
        process.init_count = to_zero ? 0 : process.init_count - 1;
        last = process.init_count == 0;
        if (left != nullptr) {
            *left = process.init_count;
        }
    }
    if (last) {
        WaitForStreams(/*device=*/-1, std::nullopt);
        for (const auto& slot : g_finalize_hooks) {
            if (const FinalizeHook hook = slot.load(std::memory_order_acquire)) {
                hook();
            }
        }
        if (base::CurrentSettings().check != base::CheckMode::kOff) {
            if (const std::string report = ReportLeaks(); !report.empty()) {
                base::Log(base::LogLevel::kWarning, report);
            }
        }
    }
    return base::Status::Ok();
}

}  // namespace

namespace aclnn_cpu::runtime {

void AddFinalizeHook(FinalizeHook hook) {
    for (auto& slot : g_finalize_hooks) {
        FinalizeHook empty = nullptr;
        if (slot.compare_exchange_strong(empty, hook) || empty == hook) {
            return;
        }
    }
}

}  // namespace aclnn_cpu::runtime

aclError aclInit(const char* configPath) {
    return Exported(__func__, [&] {
        Process& process = ThisProcess();
        const std::lock_guard lock(process.init_mutex);
        if (process.init_count != 0) {
            return InitialisedAlready(++process.init_count);
        }
        ACLNN_CPU_RETURN_IF_ERROR(ApplySettings(configPath));
        process.init_count = 1;
        return base::Status::Ok();
    });
}

aclError aclFinalize(void) {
    return Exported(__func__, [function = __func__] { return Finalize(function, true, nullptr); });
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return Exported(__func__, [&, function = __func__] { return Finalize(function, false, refCount); });
}

const char* aclGetRecentErrMsg(void) {
    const char* text = nullptr;
    Exported(__func__, [&text] {
        text = base::TakeRecentErrors();
        return base::Status::Ok();
    });
    return text;
}
