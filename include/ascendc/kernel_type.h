// Which cores a kernel starts, and which of them runs the code.
#ifndef ACLNN_CPU_ASCENDC_KERNEL_TYPE_H
#define ACLNN_CPU_ASCENDC_KERNEL_TYPE_H

#include <cstdint>

#include "ascendc/emulator.h"

enum KernelMetaType : uint8_t {
    KERNEL_TYPE_AIV_ONLY,
    KERNEL_TYPE_AIC_ONLY,
    KERNEL_TYPE_MIX_AIV_1_0,
    KERNEL_TYPE_MIX_AIC_1_0,
    KERNEL_TYPE_MIX_AIC_1_1,
    KERNEL_TYPE_MIX_AIC_1_2,
    KERNEL_TYPE_AICORE,
    KERNEL_TYPE_VECTORCORE,
    KERNEL_TYPE_MIX_AICORE,
    KERNEL_TYPE_MIX_VECTOR_CORE,
    KERNEL_TYPE_MAX,  // here: none declared
};

// The type of the kernel they stand in, for every tiling key or for one. They execute nothing: they leave a
// constant in the kernel's object file (aclnn_cpu/kernel_entry.h). A kernel that is no variant of its own (a
// test that calls it directly) is started by its caller, who says the type.
#ifdef ACLNN_CPU_KERNEL_VARIANT
#define KERNEL_TASK_TYPE_DEFAULT(type) (::aclnn_cpu::kernel::HasType<UINT64_MAX, type>())
#define KERNEL_TASK_TYPE(key, type) (::aclnn_cpu::kernel::HasType<static_cast<uint64_t>(key), type>())
#else
#define KERNEL_TASK_TYPE_DEFAULT(type) static_cast<void>(type)
#define KERNEL_TASK_TYPE(key, type) (static_cast<void>(key), static_cast<void>(type))
#endif

// Written `if ASCEND_IS_AIV {`: the parentheses are part of the macro. A coupled core is neither.
#define ASCEND_IS_AIV (::aclnn_cpu::aicore::IsVectorCore())
#define ASCEND_IS_AIC (::aclnn_cpu::aicore::IsCubeCore())
#define ASCEND_IS_NOT_AIV (!::aclnn_cpu::aicore::IsVectorCore())
#define ASCEND_IS_NOT_AIC (!::aclnn_cpu::aicore::IsCubeCore())

namespace AscendC {

// GetBlockIdx counts the cores of the caller's kind; GetBlockNum is what the host asked for.
inline int64_t GetBlockIdx() { return aclnn_cpu::aicore::BlockIndex(); }
inline int64_t GetBlockNum() { return aclnn_cpu::aicore::BlockCount(); }
// The core among those of its kind in its logical AI Core, and how many they are.
inline int64_t GetSubBlockIdx() { return aclnn_cpu::aicore::SubBlockIndex(); }
inline int64_t GetSubBlockNum() { return aclnn_cpu::aicore::SubBlockCount(); }
// Cores of the caller's kind per logical AI Core.
inline int64_t GetTaskRatio() { return aclnn_cpu::aicore::SubBlockCount(); }
inline int64_t GetTaskRation() { return aclnn_cpu::aicore::SubBlockCount(); }

}  // namespace AscendC

#endif
