// fe::PlatFormInfos: the numbers of a chip as text under a section and a key, the way the platform
// configuration files hold them ("AICoreSpec", "ub_size" -> "196608").
#ifndef ACLNN_CPU_PLATFORM_PLATFORM_INFOS_DEF_H
#define ACLNN_CPU_PLATFORM_PLATFORM_INFOS_DEF_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "aclnn_cpu/export.h"

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

// Copies are cheap and independent. One object may be read from several threads, and the ...WithLock
// functions change it safely.
class ACLNN_CPU_PUBLIC PlatFormInfos {
 public:
    using Section = std::map<std::string, std::string>;

    PlatFormInfos();
    PlatFormInfos(const PlatFormInfos& other);
    PlatFormInfos& operator=(const PlatFormInfos& other);
    ~PlatFormInfos();

    // Starts over with nothing known. Always true.
    bool Init();

    // False, and the result unchanged, when there is no such section or key.
    bool GetPlatformRes(const std::string& section, const std::string& key, std::string& value);
    bool GetPlatformRes(const std::string& section, Section& values);
    bool GetPlatformResWithLock(const std::string& section, const std::string& key, std::string& value);
    bool GetPlatformResWithLock(const std::string& section, Section& values);
    bool GetPlatformResWithLock(std::map<std::string, Section>& sections);
    // Replaces the section.
    void SetPlatformRes(const std::string& section, Section& values);
    void SetPlatformResWithLock(const std::string& section, Section& values);

    // The number of cores the operator at hand may use.
    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumWithLock() const;
    void SetCoreNum(const uint32_t& core_num);
    // "VectorCore" and "AIV" choose the vector cores, anything else the AI cores.
    void SetCoreNumByCoreType(const std::string& core_type);
    uint32_t GetCoreNumByType(const std::string& core_type);

    // Bytes, or bytes per cycle (L2 and HBM); unchanged when not known.
    void GetLocalMemSize(const LocalMemType& memory, uint64_t& size);
    void GetLocalMemBw(const LocalMemType& memory, uint64_t& bandwidth);

 private:
    struct Data;
    std::unique_ptr<Data> data_;
};

class ACLNN_CPU_PUBLIC OptionalInfos {
 public:
    bool Init();
    std::string GetSocVersion() const;
    std::string GetCoreType() const;
    uint32_t GetAICoreNum() const;
    void SetSocVersion(std::string soc_version);
    void SetCoreType(std::string core_type);
    void SetAICoreNum(uint32_t ai_core_num);

 private:
    std::string soc_version_;
    std::string core_type_;
    uint32_t ai_core_num_ = 0;
};

}  // namespace fe

#endif
