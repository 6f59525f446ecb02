// The second phase, and what programs do with executor handles.
#include <mutex>
#include <string>

#include "aclnn/aclnn_base.h"
#include "base/error_log.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/settings.h"
#include "nnopbase/device_memory.h"
#include "nnopbase/executor.h"
#include "nnopbase/messages.h"
#include "nnopbase/phase.h"
#include "nnopbase/versions.h"
#include "nnopbase/workspace.h"
#include "opdev/op_executor.h"
#include "runtime/launch.h"

namespace aclnn_cpu::nnopbase {
namespace {

using base::Status;

Status CheckWorkspace(const ProgramData& program, const void* workspace, uint64_t given) {
    if (program.workspace_bytes == 0) {
        return Status::Ok();
    }
    if (workspace == nullptr) {
        return WorkspaceMissing(program.api, program.workspace_bytes, given);
    }
    if (given < program.workspace_bytes) {
        return WorkspaceTooSmall(program.api, program.workspace_bytes, given);
    }
    if (reinterpret_cast<uintptr_t>(workspace) % kWorkspaceAddressAlignment != 0) {
        return WorkspaceMisaligned(program.api, workspace, kWorkspaceAddressAlignment);
    }
    return CheckDeviceMemory(program.api, nullptr, workspace, program.workspace_bytes);
}

Status CheckUserMemory(const ProgramData& program) {
    for (const UserRange& range : program.user_ranges) {
        if (range.first == nullptr) {
            return NullData(program.api, range.name.Text(), {range.sizes, range.rank});
        }
        ACLNN_CPU_RETURN_IF_ERROR(CheckDeviceMemory(program.api, &range.name, range.first, range.bytes));
    }
    return Status::Ok();
}

// Whether the phase may run what the function's first phase made: its own, or, as the first phases of in-place forms
// often do, that of the form with an output: aclnnInplaceAddRelu and aclnnAddRelu.
bool BelongTogether(std::string_view phase, std::string_view maker) {
    constexpr std::string_view kPrefix = "aclnn";
    constexpr std::string_view kInplace = "aclnnInplace";
    return phase == maker || (phase.starts_with(kInplace) && maker.starts_with(kPrefix) &&
                              phase.substr(kInplace.size()) == maker.substr(kPrefix.size()));
}

Status RunExecutor(const char* api, aclOpExecutor* handle, void* workspace, uint64_t workspace_size,
                   aclrtStream stream) {
    if (handle == nullptr) {
        return NullArgument(api, "executor");
    }
    if (handle == FailedExecutor()) {
        return NoExecutorMade(api);
    }
    const char* phase = CurrentPhaseTwo();
    bool foreign = false;
    std::shared_ptr<Program> program = Executors().FindOrRemove(handle, [&](const Program& found) {
        foreign = phase != nullptr && !BelongTogether(phase, found.api);
        return foreign || found.repeatable.load(std::memory_order_relaxed);
    });
    if (program == nullptr) {
        return NoSuchExecutor(api, handle, ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR);
    }
    if (foreign) {
        return ForeignExecutor(phase, program->api);  // still good for its own second phase
    }
    ACLNN_CPU_RETURN_IF_ERROR(program->problem);
    ProgramRun run;
    ACLNN_CPU_RETURN_IF_ERROR(ProgramRun::Begin(std::move(program), &run));
    const ProgramData& version = run.version();
    ACLNN_CPU_RETURN_IF_ERROR(CheckWorkspace(version, workspace, workspace_size));
    ACLNN_CPU_RETURN_IF_ERROR(CheckUserMemory(version));
    run.program().ran.store(true, std::memory_order_relaxed);
    const char* name = version.api;
    const uint64_t estimate = version.estimated_nanoseconds;
    return runtime::Launch(stream, {name,
                                    [run = std::move(run), workspace] {
                                        return run.version().Run(static_cast<unsigned char*>(workspace));
                                    },
                                    estimate});
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

using namespace aclnn_cpu;

namespace aclnn_cpu::nnopbase {
namespace {

// Says each thing once, however often the program finalises.
void ReportNeverRunExecutors() {
    static std::mutex mutex;
    static auto& said = *new std::string();
    const std::string never_run = NeverRunExecutors();
    const std::lock_guard lock(mutex);
    if (!never_run.empty() && never_run != said) {
        base::Log(base::LogLevel::kWarning, never_run);
    }
    said = never_run;
}

// Programs end with aclFinalize; few call aclnnFinalize. The checker's report has the executors, too.
[[maybe_unused]] const bool g_hooked = [] {
    runtime::AddFinalizeHook([] {
        if (base::CurrentSettings().check == base::CheckMode::kOff) {
            ReportNeverRunExecutors();
        }
    });
    return true;
}();

}  // namespace
}  // namespace aclnn_cpu::nnopbase

aclnnStatus CommonOpExecutorRun(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) {
    const char* api = nnopbase::CurrentApi("CommonOpExecutorRun");
    return base::Guarded(api, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return nnopbase::RunExecutor(api, executor, workspace, workspaceSize, stream);
    });
}

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
    constexpr const char* kName = "aclSetAclOpExecutorRepeatable";
    return base::Guarded(kName, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        if (executor == nullptr) {
            return nnopbase::NullForExecutor(kName, "executor");
        }
        if (executor == nnopbase::FailedExecutor()) {
            return nnopbase::NoExecutorMade(kName);
        }
        const std::shared_ptr<nnopbase::Program> program = nnopbase::Executors().Find(executor);
        if (program == nullptr) {
            return nnopbase::NoSuchExecutor(kName, executor, ACLNN_ERR_INNER);
        }
        program->repeatable = true;
        return base::Status::Ok();
    });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
    constexpr const char* kName = "aclDestroyAclOpExecutor";
    return base::Guarded(kName, ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        if (executor == nullptr) {
            return nnopbase::NullForExecutor(kName, "executor");
        }
        if (executor == nnopbase::FailedExecutor()) {
            return base::Status::Ok();  // there is nothing to give back
        }
        return nnopbase::Executors().Remove(executor) == nullptr
                   ? nnopbase::NoSuchExecutor(kName, executor, ACLNN_ERR_INNER)
                   : base::Status::Ok();
    });
}

aclnnStatus aclnnInit(const char* configPath) {
    return base::Guarded("aclnnInit", ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        return configPath == nullptr || *configPath == '\0' ? base::Status::Ok()
                                                            : base::ApplySettingsFile(configPath);
    });
}

aclnnStatus aclnnFinalize() {
    return base::Guarded("aclnnFinalize", ACLNN_ERR_INNER, ACLNN_ERR_INNER, [&] {
        nnopbase::ReportNeverRunExecutors();
        return base::Status::Ok();
    });
}

}  // extern "C"
