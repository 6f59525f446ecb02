// The chip that op_api code asks about. Numbers come from the platform table; the enumeration's order
// matters, because op_api code compares with < and >=.
#ifndef ACLNN_CPU_OPDEV_PLATFORM_H
#define ACLNN_CPU_OPDEV_PLATFORM_H

#include <cstdint>
#include <string>

#include "aclnn/aclnn_base.h"
#include "aclnn_cpu/export.h"
#include "graph/ascend_string.h"
#include "platform/soc_spec.h"

namespace aclnn_cpu::nnopbase {
struct PlatformInfoAccess;
}

namespace op {

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND910_93,
    ASCEND910_95,
    ASCEND950 = ASCEND910_95,
    ASCEND910E,
    ASCEND310,
    ASCEND310P,
    ASCEND310B,
    ASCEND310C,
    ASCEND610LITE,
    KIRINX90,
    KIRIN9030,
    ASCEND350,
    RESERVED_VERSION = 99999
};

class PlatformInfo {
 public:
    SocVersion GetSocVersion() const { return soc_version_; }
    const std::string& GetSocLongVersion() const { return long_name_; }
    NpuArch GetCurNpuArch() const { return npu_arch_; }
    int64_t GetBlockSize() const { return 32; }  // bytes of a block of local memory
    uint32_t GetCubeCoreNum() const { return cube_cores_; }
    uint32_t GetVectorCoreNum() const { return vector_cores_; }
    int32_t GetDeviceId() const { return 0; }
    bool GetFftsPlusMode() const { return npu_arch_ == NpuArch::DAV_2201; }
    // False when the settings name no chip; everything else then describes none.
    bool Valid() const { return valid_; }

 private:
    friend struct aclnn_cpu::nnopbase::PlatformInfoAccess;
    bool valid_ = false;
    SocVersion soc_version_ = SocVersion::RESERVED_VERSION;
    std::string long_name_;
    NpuArch npu_arch_ = NpuArch::DAV_RESV;
    uint32_t cube_cores_ = 0;
    uint32_t vector_cores_ = 0;
};

// The chip that the settings choose. The reference stays valid for the life of the process.
ACLNN_CPU_PUBLIC const PlatformInfo& GetCurrentPlatformInfo();

ACLNN_CPU_PUBLIC ge::AscendString ToString(SocVersion socVersion);  // "Ascend910B"

}  // namespace op

#endif
