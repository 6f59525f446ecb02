// What can run an operator: the compiled kernels for the emulated chip, and the native kernel if there is
// one. Each operator library registers its rows at load; the key is the library (ACLNN_CPU_THIS_LIBRARY), so
// a built-in and a custom package may both hold the same operator.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/dtype.h"
#include "base/export.h"

namespace aclnn_cpu::registry {

using LibraryKey = const void*;

// One compiled kernel: a chip, a dtype column (inputs then outputs, in order of definition) and a tiling key.
struct KernelVariant {
    std::string_view compute_unit;  // "ascend910b"
    std::span<const base::DType> dtypes;
    uint64_t tiling_key;
    void (*entry)(void* const* arguments, uint64_t tiling_key);  // aicore::KernelEntry
    uint64_t tiling_struct_bytes;  // sizeof the kernel's tiling struct, 0 if it reads none: checked against
                                   // the host's
    uint32_t kernel_type;  // KernelMetaType of ascendc/kernel_type.h; KERNEL_TYPE_MAX if none is declared
};

struct OperatorImplementations {
    const char* op_type;      // "GeluGrad"
    const char* kernel_file;  // for reports
    std::span<const KernelVariant> kernels;
    const void* native_kernel;  // simd::NativeKernel, or null
    uint32_t native_inputs;     // how many leading inputs the native kernel reads
};

// Called by generated code in the operator library's static initialisers. `abi_tag` is ACLNN_CPU_ABI_TAG of
// the headers the library was built with; another tag than ours is refused with one line on standard error,
// and its operators are not found.
ACLNN_CPU_API void RegisterImplementations(LibraryKey library, const char* abi_tag,
                                           const OperatorImplementations& rows);

// The rows of an operator: those of `library` if it has any, else those of any other library. Null when there
// are none. The row itself is never freed; what it points to goes when its library is unloaded, and so does
// its validity: see RegistryRevision.
ACLNN_CPU_API const OperatorImplementations* FindImplementations(LibraryKey library,
                                                                 std::string_view op_type);

// Rises whenever anything is registered or unregistered: what was found before may no longer hold.
ACLNN_CPU_API uint64_t RegistryRevision();

}  // namespace aclnn_cpu::registry
