// Tiling data and tiling keys inside a kernel.
#ifndef ACLNN_CPU_ASCENDC_TILING_H
#define ACLNN_CPU_ASCENDC_TILING_H

#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/macros.h"

// The struct is named again where it is read; nothing to do.
#define REGISTER_TILING_DEFAULT(tiling_struct)
#define REGISTER_TILING_FOR_TILINGKEY(condition, tiling_struct)

#define GET_TILING_DATA_WITH_STRUCT(tiling_struct, name, tiling) \
    tiling_struct name;                                          \
    std::memcpy(static_cast<void*>(&name), tiling, sizeof(tiling_struct))

#define GET_TILING_DATA_PTR_WITH_STRUCT(tiling_struct, name, tiling) \
    const __gm__ tiling_struct* name = reinterpret_cast<const __gm__ tiling_struct*>(tiling)

#define GET_TILING_DATA_MEMBER(tiling_struct, member, name, tiling) \
    decltype(tiling_struct::member) name;                           \
    std::memcpy(&name, (tiling) + offsetof(tiling_struct, member), sizeof(name))

// A kernel variant is compiled for one key, which makes this a constant expression there.
#ifdef ACLNN_CPU_TILING_KEY
#define TILING_KEY_IS(key) (static_cast<uint64_t>(key) == static_cast<uint64_t>(ACLNN_CPU_TILING_KEY))
#else
#define TILING_KEY_IS(key) (static_cast<uint64_t>(key) == ::aclnn_cpu::aicore::TilingKey())
#endif

#endif
