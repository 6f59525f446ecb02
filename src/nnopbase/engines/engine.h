// What can run an operator. The engines are one list, best first; each says whether it can and prepares a
// launch; the plan holds what it prepared.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.h"
#include "base/status.h"
#include "opdev/op_arg_def.h"
#include "platform/soc.h"
#include "register/implementations.h"
#include "simd/native_call.h"

namespace aclnn_cpu::nnopbase {

struct Engine;

// A launch on the emulated chip, tiled.
struct AicoreLaunch {
    void (*entry)(void* const* arguments, uint64_t tiling_key);  // of the kernel variant
    const platform::Soc* soc;
    uint64_t tiling_key;
    uint32_t block_count;
    std::vector<uint64_t> workspace_bytes;  // what the tiling function asked for
    std::vector<uint64_t> tiling;           // the tiling structure, in whole words so that it is aligned
    uint64_t tiling_bytes;
    bool clears_outputs;                    // the tiling function asked for outputs with an initial value
    uint32_t kernel_type;                   // as in registry::KernelVariant
    std::vector<std::string> tensor_names;  // of the inputs, then of the outputs, as the definition has them
};

// What a kernel node runs.
struct PreparedKernel {
    const Engine* engine = nullptr;
    const char* reason = "";  // why this engine
    simd::NativeKernel native = nullptr;
    uint32_t native_inputs = 0;
    std::array<float, simd::kMaxAttributes> native_attributes{};
    std::shared_ptr<const AicoreLaunch> aicore;
    bool operator==(const PreparedKernel&) const = default;
};

struct LaunchRequest {
    const char* api;
    const char* op_type;
    const void* library;  // whose host functions and implementations are used
    const registry::OperatorImplementations* implementations;
    const op::OpArgContext* args;
};

struct Engine {
    std::string_view name;  // as in ACLNN_CPU_ENGINE
    base::EngineChoice choice;
    const char* what;  // "a native kernel"
    bool (*has)(const registry::OperatorImplementations& rows);
    // Fills `kernel`, or says why this launch cannot be. `kernel->engine` and `reason` are set already.
    base::Status (*prepare)(const LaunchRequest& request, PreparedKernel* kernel);
};

extern const Engine kNativeEngine;
extern const Engine kAicoreEngine;
std::span<const Engine* const> Engines();

// The settings' own problem, or the instruction set they ask for and this machine lacks: 100000.
base::Status CheckSettings(const base::Settings& settings);

// Whether a native call can walk `from` along with an output of the shape `to`: sizes equal or 1, aligned at
// the last dimension. A call has at most 8 dimensions; beyond, both must be contiguous and of equal shapes.
bool WalksAlong(const aclTensor& from, const aclTensor& to);

// Lets the engine of the settings, or for `auto` the first that has the operator, prepare the launch.
// The settings must have passed CheckSettings. Errors: 561003 when nothing implements the operator or the chosen
// engine does not, or what the engine says.
base::Status PrepareKernel(const LaunchRequest& request, PreparedKernel* kernel);

}  // namespace aclnn_cpu::nnopbase
