// Questions about the chip that tiling code asks its context (a TilingContext or TilingParseContext).
#ifndef ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H
#define ACLNN_CPU_OP_COMMON_OP_HOST_UTIL_PLATFORM_UTIL_H

#include <cstdint>

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "op_common/log/log.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {

// `question` of the context's platform; 0, with a message, when there is none.
template <typename Context, typename Question>
uint32_t AskPlatform(const char* name, const Context* context, Question question) {
    if (context == nullptr || context->GetPlatformInfo() == nullptr) {
        OP_LOGE(name, "%s is null", context == nullptr ? "context" : "the context's platform info");
        return 0;
    }
    return static_cast<uint32_t>(question(platform_ascendc::PlatformAscendC(context->GetPlatformInfo())));
}

template <typename Context>
uint32_t GetAivCoreNum(const Context* context) {
    return AskPlatform("GetAivCoreNum", context,
                       [](const auto& platform) { return platform.GetCoreNumAiv(); });
}
template <typename Context>
uint32_t GetAicCoreNum(const Context* context) {
    return AskPlatform("GetAicCoreNum", context,
                       [](const auto& platform) { return platform.GetCoreNumAic(); });
}
template <typename Context>
uint32_t GetUbSize(const Context* context) {
    return AskPlatform("GetUbSize", context, [](const auto& platform) {
        uint64_t bytes = 0;
        platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, bytes);
        return bytes;
    });
}
template <typename Context>
uint32_t GetWorkspaceSize(const Context* context) {
    return AskPlatform("GetWorkspaceSize", context,
                       [](const auto& platform) { return platform.GetLibApiWorkSpaceSize(); });
}

// Bytes, the same on every chip.
template <typename Context>
uint32_t GetUbBlockSize(const Context*) {
    return 32;
}
template <typename Context>
uint32_t GetVRegSize(const Context*) {
    return 256;
}
template <typename Context>
uint32_t GetCacheLineSize(const Context*) {
    return 256;
}
template <typename Context>
uint32_t GetSectorCacheLineSize(const Context*) {
    return 128;
}
template <typename Context>
uint32_t GetNddmaDcacheSize(const Context*) {
    return 8192;
}
template <typename Context>
uint32_t GetSimtMaxDCacheSize(const Context*) {
    return 131072;
}
template <typename Context>
uint32_t GetSimtMaxThreadNum(const Context*) {
    return 2048;
}

}  // namespace Base
}  // namespace Ops

#endif
