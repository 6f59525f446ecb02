// Runs a kernel on emulated AI Cores. With device_memory.h all that the layers above include of this layer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ascendc/kernel_type.h"
#include "base/export.h"
#include "base/status.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

// What each kernel variant exports: calls the author's kernel with arguments[0], arguments[1], ...;
// `tiling_key` is what TILING_KEY_IS compares.
using KernelEntry = void (*)(void* const* arguments, uint64_t tiling_key);

class DeviceMemory;

// The bytes behind one argument of a kernel.
struct GlobalRange {
    // Of a tensor: the parameter's name in the operator's definition; else "workspace" or "tiling". Lives as
    // long as the launch.
    std::string_view name;
    const void* begin;  // null: an optional tensor that was not given, or no workspace
    // From the first byte that is the argument's to one past the last; 0 for an empty tensor. Need not be
    // device memory: values known in the first phase and tiling data lie in memory of ours.
    uint64_t bytes;
};

inline constexpr uint32_t kMaxBlocks = 65535;  // what the chips can start at once

struct KernelLaunch {
    std::string_view op_type;  // "GeluGrad", for reports
    KernelEntry entry;
    std::span<void* const> arguments;  // tensors in order of definition, then workspace, then tiling
    uint64_t tiling_key;
    uint32_t block_count;  // 1 .. kMaxBlocks
    const platform::Soc* soc;
    uint32_t threads;  // workers; the result does not depend on it
    // What each block starts; KERNEL_TYPE_MAX when the kernel declares none: vector cores.
    KernelMetaType kernel_type = KERNEL_TYPE_MAX;

    // For observers and checks; a kernel runs without. Reachable from a core as core.launch.
    // Of each argument, in the same order, then of tensors that arguments lead to; or empty: unknown.
    std::span<const GlobalRange> ranges = {};
    // What the tiling function filled: the last argument's bytes. UINT64_MAX: unknown.
    uint64_t tiling_bytes = UINT64_MAX;
    const DeviceMemory* device_memory = nullptr;  // null: unknown
};

// Returns when every block has finished. Errors: 507035 (split cores) or 507015 (others) for a fault of the
// kernel, 507034 or 507014 for a deadlock; the message names operator, block, instruction and operands, or
// who waits where for whom. 107000 for a launch that cannot be, 100000 for an invalid setting, 207001 when this
// machine lacks memory for the cores of blocks that wait for one another. Nothing of a failed launch lives on.
ACLNN_CPU_API base::Status Launch(const KernelLaunch& launch);

}  // namespace aclnn_cpu::aicore
