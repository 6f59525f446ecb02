// platform_ascendc::PlatformAscendC: what a tiling function asks about the chip.
#ifndef ACLNN_CPU_TILING_PLATFORM_PLATFORM_ASCENDC_H
#define ACLNN_CPU_TILING_PLATFORM_PLATFORM_ASCENDC_H

#include <cstdint>

#include "aclnn_cpu/export.h"
#include "platform/soc_spec.h"

namespace fe {
class PlatFormInfos;
}

namespace platform_ascendc {

enum class CoreMemType {
    L0_A = 0,
    L0_B = 1,
    L0_C = 2,
    L1 = 3,
    L2 = 4,
    UB = 5,
    HBM = 6,
    FB = 7,
    BT = 8,
    RESERVED
};

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,  // the Ascend910_93 chips answer this too
    ASCEND310P,
    ASCEND310B,
    ASCEND950,
    ASCEND910_95 = ASCEND950,
    ASCEND910_55,
    AS31XM1,
    ASCEND031,
    ASCEND035,
    ASCEND310,
    ASCEND610,
    ASCEND610Lite,
    ASCEND910_93,
    BS9SX1A,
    BS9SX2A,
    HI3796CV300CS,
    HI3796CV300ES,
    MC61AM21A,
    MC62,
    SD3403,
    KIRINX90,
    KIRIN9030,
    MC32DM11A,
    ASCEND350,
    RESERVED_VERSION = 99999
};

enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

class ACLNN_CPU_PUBLIC PlatformAscendC {
 public:
    PlatformAscendC() = delete;
    // `platform` must not be null (the process stops with a message) and outlives the object.
    explicit PlatformAscendC(fe::PlatFormInfos* platform);
    ~PlatformAscendC() = default;

    uint32_t GetCoreNum() const;        // cores that the operator at hand may use
    uint32_t GetCoreNumAic() const;     // cube cores, or AI cores where they are not split
    uint32_t GetCoreNumAiv() const;     // vector cores, or AI cores where they are not split
    uint32_t GetCoreNumVector() const;  // the separate vector cores of an Ascend310P, else 0
    // Blocks to launch for `slices` pieces of work; `aic` and `aiv` are 0 for kernels that use no such cores.
    // 0 when more than the chip has.
    uint32_t CalcTschNumBlocks(uint32_t slices, uint32_t aic, uint32_t aiv) const;
    uint32_t CalcTschBlockDim(uint32_t slices, uint32_t aic, uint32_t aiv) const;
    // Bytes for the library at the start of the workspace; 0xFFFFFFFF when the chip is not known.
    uint32_t GetLibApiWorkSpaceSize() const;
    uint32_t GetResCubeGroupWorkSpaceSize() const;
    uint32_t GetResGroupBarrierWorkSpaceSize() const;
    // Leaves `size` alone when the chip has no such memory. UB and L1 answer 256 bytes less than there are on
    // the Ascend910B and Ascend910_93 chips.
    void GetCoreMemSize(const CoreMemType& memory, uint64_t& size) const;
    void GetCoreMemBw(const CoreMemType& memory, uint64_t& bandwidth) const;  // L2 and HBM only
    void ReserveLocalMemory(ReservedSize size);  // later answers for UB are that much smaller
    SocVersion GetSocVersion() const;
    NpuArch GetCurNpuArch() const;
    uint32_t GetVecRegLen() const;

 private:
    uint64_t Number(const char* section, const char* key, uint64_t otherwise) const;
    bool SplitCores() const;

    fe::PlatFormInfos* platform_;
    uint32_t reserved_bytes_ = 0;
};

class ACLNN_CPU_PUBLIC PlatformAscendCManager {
 public:
    // The emulated chip (ACLNN_CPU_SOC), or the one named; valid for the life of the process. GetCoreNum
    // answers the number of vector cores where cores are split, of AI cores elsewhere. Null when there is no
    // such chip.
    static PlatformAscendC* GetInstance();
    static PlatformAscendC* GetInstance(const char* soc_version);
};

}  // namespace platform_ascendc

#endif
