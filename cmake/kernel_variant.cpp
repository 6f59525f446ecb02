// The whole of one kernel variant: the author's source, compiled with the macros of one chip, one dtype
// column and one tiling key, and an entry that the emulated core calls. Compiled by aclnn_kernel_variants
// (cmake/KernelVariant.cmake), which also makes every other symbol local.
//
//   ACLNN_CPU_KERNEL_SOURCE         the author's file
//   ACLNN_CPU_KERNEL                the kernel function, with its template arguments if it is a template
//   ACLNN_CPU_KERNEL_ENTRY          the name of the entry
//   ACLNN_CPU_KERNEL_TILING_STRUCT  the tiling struct, if the kernel reads one
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernel_operator.h"

#include ACLNN_CPU_KERNEL_SOURCE

namespace {

template <typename... Arguments, size_t... indices>
void CallKernel(void (*kernel)(Arguments...), void* const* arguments, std::index_sequence<indices...>) {
    kernel(static_cast<Arguments>(arguments[indices])...);
}

template <typename... Arguments>
void CallKernel(void (*kernel)(Arguments...), void* const* arguments) {
    CallKernel(kernel, arguments, std::index_sequence_for<Arguments...>());
}

}  // namespace

#define ACLNN_CPU_JOIN_NAMES(a, b) a##b
#define ACLNN_CPU_JOIN(a, b) ACLNN_CPU_JOIN_NAMES(a, b)

extern "C" {

// What KERNEL_TASK_TYPE_DEFAULT and KERNEL_TASK_TYPE in the author's source leave behind (ascendc/kernel_type.h).
extern const int32_t aclnn_cpu_kernel_type_default __attribute__((weak, visibility("hidden")));
extern const int32_t aclnn_cpu_kernel_type_of_key __attribute__((weak, visibility("hidden")));

__attribute__((visibility("hidden"))) uint32_t ACLNN_CPU_JOIN(ACLNN_CPU_KERNEL_ENTRY, _kernel_type)() {
    return static_cast<uint32_t>(&aclnn_cpu_kernel_type_of_key != nullptr    ? aclnn_cpu_kernel_type_of_key
                                 : &aclnn_cpu_kernel_type_default != nullptr ? aclnn_cpu_kernel_type_default
                                                                             : KERNEL_TYPE_MAX);
}

__attribute__((visibility("hidden"))) void ACLNN_CPU_KERNEL_ENTRY(void* const* arguments, uint64_t) {
    CallKernel(&ACLNN_CPU_KERNEL, arguments);
}

__attribute__((visibility("hidden"))) extern const uint64_t ACLNN_CPU_JOIN(ACLNN_CPU_KERNEL_ENTRY,
                                                                           _tiling_bytes);
const uint64_t ACLNN_CPU_JOIN(ACLNN_CPU_KERNEL_ENTRY, _tiling_bytes) =
#ifdef ACLNN_CPU_KERNEL_TILING_STRUCT
    sizeof(ACLNN_CPU_KERNEL_TILING_STRUCT);
#else
    0;
#endif
}
