// fe::PlatformInfoManager: the numbers of a chip by name.
#ifndef ACLNN_CPU_PLATFORM_PLATFORM_INFO_H
#define ACLNN_CPU_PLATFORM_PLATFORM_INFO_H

#include <cstdint>
#include <string>

#include "aclnn_cpu/export.h"
#include "platform/platform_infos_def.h"

namespace fe {

class ACLNN_CPU_PUBLIC PlatformInfoManager {
 public:
    static PlatformInfoManager& Instance();
    static PlatformInfoManager& GeInstance();

    // Every function returns 0 on success and 0xFFFFFFFF for a chip that is not known.
    uint32_t InitializePlatformInfo();
    uint32_t Finalize();
    uint32_t GetPlatformInfos(const std::string& soc_version, PlatFormInfos& platform_info,
                              OptionalInfos& optional_info);
    // Of the emulated chip (ACLNN_CPU_SOC).
    uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos& platform_info, OptionalInfos& optional_info);
};

}  // namespace fe

#endif
