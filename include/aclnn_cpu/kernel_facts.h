// What a compiled kernel says about itself: generated code hands it to the library's table of kernels.
#ifndef ACLNN_CPU_KERNEL_FACTS_H
#define ACLNN_CPU_KERNEL_FACTS_H

#include <cstddef>
#include <cstdint>

namespace aclnn_cpu::kernel {

// The key of a KERNEL_TASK_TYPE_DEFAULT; no tiling function can ask for it.
inline constexpr uint64_t kEveryKey = UINT64_MAX;

struct TypeOfKey {
    uint64_t key;
    uint64_t type;  // KernelMetaType
};

// Of one object: a chip and a dtype column, with all its keys. The arrays may hold an entry more than once.
struct Facts {
    const uint64_t* instance_keys;  // of the template instances, or those the build names
    size_t instance_count;
    const uint64_t* keys;  // TILING_KEY_IS in the code
    const uint64_t* keys_end;
    const TypeOfKey* types;  // KERNEL_TASK_TYPE and KERNEL_TASK_TYPE_DEFAULT in the code
    const TypeOfKey* types_end;
    uint64_t tiling_struct_bytes;  // 0 if the build does not name the struct
};

}  // namespace aclnn_cpu::kernel

#endif
