// The rows of an operator's table, one per tiling key, from what its compiled kernels say about themselves.
#pragma once

#include <vector>

#include "aclnn_cpu/kernel_facts.h"
#include "register/implementations.h"

namespace aclnn_cpu::registry {

// A chip and a dtype column, with all its keys.
struct CompiledKernel {
    std::string_view compute_unit;
    std::span<const base::DType> dtypes;
    void (*entry)(void* const* arguments, uint64_t tiling_key);
    kernel::Facts facts;
};

// By order of kernels, then of keys. The keys of a kernel are those of its template instances and those that
// TILING_KEY_IS asks for; a kernel with neither has key 0. The type of a key is its KERNEL_TASK_TYPE, else
// the first KERNEL_TASK_TYPE_DEFAULT, else KERNEL_TYPE_MAX.
ACLNN_CPU_API std::vector<KernelVariant> KernelRows(const std::vector<CompiledKernel>& kernels);

}  // namespace aclnn_cpu::registry
