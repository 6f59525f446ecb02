// Tiling data and tiling keys inside a kernel.
#ifndef ACLNN_CPU_ASCENDC_TILING_H
#define ACLNN_CPU_ASCENDC_TILING_H

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/macros.h"

namespace aclnn_cpu::aicore {

// Faults without tiling data; when the struct that the kernel reads is larger than what the tiling function filled;
// and under the checker when it is smaller, for then they are two different structs. Returns `tiling`.
ACLNN_CPU_AICORE_API const void* CheckTiling(const void* tiling, size_t struct_bytes, const char* call,
                                             CallSite site = CallSite::Here());
// Byte for byte: the host wrote the struct that the kernel reads. Checks it, too.
ACLNN_CPU_AICORE_API void CopyTiling(void* data, const void* tiling, size_t bytes,
                                     CallSite site = CallSite::Here());

}  // namespace aclnn_cpu::aicore

// The struct that GET_TILING_DATA reads where it is not named: that of REGISTER_TILING_DEFAULT in the same
// function. Where the struct is declared by host code only, the header made from it declares the alias for
// all kernels.
#define REGISTER_TILING_DEFAULT(...) using AclnnCpuRegisteredTiling [[maybe_unused]] = __VA_ARGS__
// Says which struct belongs to some tiling keys; kernels name it again where they read it.
#define REGISTER_TILING_FOR_TILINGKEY(condition, ...)

#define GET_TILING_DATA(name, tiling) \
    AclnnCpuRegisteredTiling name;    \
    ::aclnn_cpu::aicore::CopyTiling(&name, tiling, sizeof(AclnnCpuRegisteredTiling))

#define GET_TILING_DATA_WITH_STRUCT(tiling_struct, name, tiling) \
    tiling_struct name;                                          \
    ::aclnn_cpu::aicore::CopyTiling(&name, tiling, sizeof(tiling_struct))

#define GET_TILING_DATA_PTR_WITH_STRUCT(tiling_struct, name, tiling)                  \
    const __gm__ tiling_struct* name = reinterpret_cast<const __gm__ tiling_struct*>( \
        ::aclnn_cpu::aicore::CheckTiling(tiling, sizeof(tiling_struct), "GET_TILING_DATA_PTR_WITH_STRUCT"))

#define GET_TILING_DATA_MEMBER(tiling_struct, member, name, tiling)                                      \
    decltype(tiling_struct::member) name;                                                                \
    std::memcpy(&name,                                                                                   \
                static_cast<const char*>(::aclnn_cpu::aicore::CheckTiling(tiling, sizeof(tiling_struct), \
                                                                          "GET_TILING_DATA_MEMBER")) +   \
                    offsetof(tiling_struct, member),                                                     \
                sizeof(name))

// In a variant the keys of the code's branches are known to the table of kernels. A kernel that needs the key as a
// constant expression is compiled once for each key.
#if defined(ACLNN_CPU_TILING_KEY)
#define TILING_KEY_IS(key) (static_cast<uint64_t>(key) == static_cast<uint64_t>(ACLNN_CPU_TILING_KEY))
#elif defined(ACLNN_CPU_KERNEL_VARIANT)
#define TILING_KEY_IS(key) (::aclnn_cpu::kernel::KeyIs<static_cast<uint64_t>(key)>())
#else
#define TILING_KEY_IS(key) (static_cast<uint64_t>(key) == ::aclnn_cpu::aicore::TilingKey())
#endif

#endif
