// What the user chose, from the environment and from the JSON file given to aclInit.
//
// Environment variable (JSON key under "aclnn_cpu")
//   ACLNN_CPU_ENGINE ("engine")                    auto | native | aicore
//   ACLNN_CPU_SOC ("soc")                          a long SoC name or a compute unit; default Ascend910B1
//   ACLNN_CPU_THREADS ("threads")                  1 .. 1024; default: the CPUs this process may use
//   ACLNN_CPU_TARGET ("target")                    best | baseline | sse4 | avx2 | avx512 (native engine)
//   ACLNN_CPU_VERBOSE ("verbose")                  0 | 1: one report per aclnn call on standard error
//   ACLNN_CPU_LAUNCH_BLOCKING ("launch_blocking")  0 | 1: asynchronous calls wait and return their own error
//   ACLNN_CPU_SCHEDULE ("schedule")                "" (block order) or "random:SEED" with SEED from 1
//   ACLNN_CPU_CHECK ("check")                      "" or 0 (off) | 1 | strict: the checker
//   ACLNN_CPU_BLOCK ("block")                      "" (all blocks) or 0 .. 65534: the only one that runs
//   ACLNN_CPU_TRACE ("trace")                      a file that gets a line per instruction; "-": standard error
//   ACLNN_CPU_WATCHDOG ("watchdog")                seconds without progress that end a kernel; 0: never;
//                                                  default: 60 under the checker, otherwise 0
//
// The environment wins over the file. A value that is not in the list above is an error wherever the setting
// is first needed, never a silent default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/export.h"
#include "base/status.h"

namespace aclnn_cpu::base {

enum class EngineChoice { kAuto, kNative, kAicore };
enum class SimdTarget { kBest, kBaseline, kSse4, kAvx2, kAvx512 };

// Who watches programs and kernels for what they must not do. In order: each looks for what the ones before
// look for, too.
enum class CheckMode {
    kOff,
    kOn,      // what is wrong on any chip, given the synchronisation that the device compiler adds
    kStrict,  // without that help, and what is wrong by the letter only
};

struct Settings {
    EngineChoice engine = EngineChoice::kAuto;
    std::string soc = "Ascend910B1";  // as written; src/platform resolves it
    uint32_t threads = 1;
    SimdTarget target = SimdTarget::kBest;
    bool verbose = false;
    bool launch_blocking = false;
    std::optional<uint64_t> schedule_seed;  // of the order in which blocks start; none: by number
    CheckMode check = CheckMode::kOff;
    std::optional<uint32_t> block;   // the only one of a launch that runs; none: all
    std::string trace;               // file name; "-" or "stderr": standard error; empty: no trace
    std::optional<double> watchdog;  // seconds as written; see WatchdogSeconds
    Status problem;         // the first invalid value met, with code 100000 (ACL_ERROR_INVALID_PARAM)
    uint64_t revision = 0;  // rises with every change, so that what is derived from settings can be cached
};

// The settings in force. The reference stays valid for the life of the process; later changes make a new
// object.
ACLNN_CPU_API const Settings& CurrentSettings();

// After how many seconds of a worker's CPU time without progress a kernel is ended; 0: never.
ACLNN_CPU_API double WatchdogSeconds(const Settings& settings);

// Applies the "aclnn_cpu" object of a JSON text or file. Unknown keys inside that object are errors; other
// objects in the file (dump, profiling, ...) are ignored. Code 100003 (file) or 100000 (contents). Changes
// nothing on error.
// `acceptable` has the last word on what the file and the environment say together.
ACLNN_CPU_API Status ApplySettingsFile(const std::string& path,
                                       Status (*acceptable)(const Settings&) = nullptr);

// Sets one value by its JSON key, as the environment would. For tests and tools.
ACLNN_CPU_API Status SetSetting(std::string_view key, std::string_view value);

}  // namespace aclnn_cpu::base
