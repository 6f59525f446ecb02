#include "tiling/platform/platform_ascendc.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include <fmt/format.h>

#include "base/log.h"
#include "platform/platform_infos_def.h"
#include "platform/soc.h"
#include "register/fork_locks.h"
#include "register/platform_infos.h"

namespace platform_ascendc {
namespace {

constexpr uint32_t kUnknown = 0xFFFFFFFF;
constexpr uint32_t kMiB = 1024 * 1024;

struct ShortName {
    const char* name;
    SocVersion version;
};

constexpr ShortName kShortNames[] = {
    {"Ascend910", SocVersion::ASCEND910},
    {"Ascend910B", SocVersion::ASCEND910B},
    {"Ascend910_93", SocVersion::ASCEND910B},
    {"Ascend310P", SocVersion::ASCEND310P},
    {"Ascend310B", SocVersion::ASCEND310B},
    {"Ascend950", SocVersion::ASCEND950},
    {"Ascend910_95", SocVersion::ASCEND950},
    {"Ascend910_55", SocVersion::ASCEND910_55},
    {"AS31XM1", SocVersion::AS31XM1},
    {"Ascend031", SocVersion::ASCEND031},
    {"Ascend035", SocVersion::ASCEND035},
    {"Ascend310", SocVersion::ASCEND310},
    {"Ascend610", SocVersion::ASCEND610},
    {"Ascend610Lite", SocVersion::ASCEND610Lite},
    {"BS9SX1A", SocVersion::BS9SX1A},
    {"BS9SX2A", SocVersion::BS9SX2A},
    {"Hi3796CV300CS", SocVersion::HI3796CV300CS},
    {"Hi3796CV300ES", SocVersion::HI3796CV300ES},
    {"MC61AM21A", SocVersion::MC61AM21A},
    {"MC62", SocVersion::MC62},
    {"SD3403", SocVersion::SD3403},
    {"KirinX90", SocVersion::KIRINX90},
    {"Kirin9030", SocVersion::KIRIN9030},
    {"MC32DM11A", SocVersion::MC32DM11A},
    {"Ascend350", SocVersion::ASCEND350},
};

struct MemoryKey {
    CoreMemType memory;
    const char* section;
    const char* key;
};

constexpr MemoryKey kMemoryKeys[] = {
    {CoreMemType::L0_A, "AICoreSpec", "l0_a_size"}, {CoreMemType::L0_B, "AICoreSpec", "l0_b_size"},
    {CoreMemType::L0_C, "AICoreSpec", "l0_c_size"}, {CoreMemType::L1, "AICoreSpec", "l1_size"},
    {CoreMemType::L2, "SoCInfo", "l2_size"},        {CoreMemType::UB, "AICoreSpec", "ub_size"},
    {CoreMemType::HBM, "SoCInfo", "memory_size"},   {CoreMemType::FB, "AICoreSpec", "fb0_size"},
    {CoreMemType::BT, "AICoreSpec", "bt_size"},
};

using aclnn_cpu::platform::Soc;

// A chip of the table with this architecture or short name, for what all such chips have in common.
template <typename Field, typename Value>
const Soc* FirstSoc(Field Soc::*field, const Value& value) {
    const std::span<const Soc> socs = aclnn_cpu::platform::AllSocs();
    const auto found = std::ranges::find(socs, value, field);
    return found == socs.end() ? nullptr : &*found;
}

std::string ShortNameOf(fe::PlatFormInfos& platform) {
    std::string name;
    platform.GetPlatformResWithLock("version", "Short_SoC_version", name);
    return name;
}

void LogWarning(const std::string& text) { aclnn_cpu::base::Log(aclnn_cpu::base::LogLevel::kWarning, text); }

}  // namespace

PlatformAscendC::PlatformAscendC(fe::PlatFormInfos* platform) : platform_(platform) {
    if (platform == nullptr) {
        std::fputs("PlatformAscendC: the platform info is null\n", stderr);
        std::abort();
    }
}

uint64_t PlatformAscendC::Number(const char* section, const char* key, uint64_t otherwise) const {
    std::string text;
    uint64_t number = 0;
    if (!platform_->GetPlatformResWithLock(section, key, text)) {
        return otherwise;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? number : otherwise;
}

bool PlatformAscendC::SplitCores() const {
    std::string cores;
    return platform_->GetPlatformResWithLock("SoCInfo", "core_type_list", cores) &&
           cores == "CubeCore,VectorCore";
}

uint32_t PlatformAscendC::GetCoreNum() const { return platform_->GetCoreNumWithLock(); }
uint32_t PlatformAscendC::GetCoreNumAic() const {
    return static_cast<uint32_t>(Number("SoCInfo", SplitCores() ? "cube_core_cnt" : "ai_core_cnt", 0));
}
uint32_t PlatformAscendC::GetCoreNumAiv() const {
    return static_cast<uint32_t>(Number("SoCInfo", SplitCores() ? "vector_core_cnt" : "ai_core_cnt", 0));
}
uint32_t PlatformAscendC::GetCoreNumVector() const {
    return GetSocVersion() == SocVersion::ASCEND310P
               ? static_cast<uint32_t>(Number("SoCInfo", "vector_core_cnt", 0))
               : 0;
}

uint32_t PlatformAscendC::CalcTschNumBlocks(uint32_t slices, uint32_t aic, uint32_t aiv) const {
    if (aic == 0 || aiv == 0 || aic > aiv) {
        return slices;
    }
    const uint32_t ratio = aiv / aic;
    const uint32_t blocks = slices / ratio + (slices % ratio != 0 ? 1 : 0);
    if (ratio == 2 && blocks > aic) {
        LogWarning(fmt::format("CalcTschNumBlocks: {} slices need {} cube cores, {} are given", slices,
                               blocks, aic));
        return 0;
    }
    return blocks;
}
uint32_t PlatformAscendC::CalcTschBlockDim(uint32_t slices, uint32_t aic, uint32_t aiv) const {
    return CalcTschNumBlocks(slices, aic, aiv);
}

uint32_t PlatformAscendC::GetLibApiWorkSpaceSize() const {
    const NpuArch arch = GetCurNpuArch();
    if (arch == NpuArch::DAV_RESV) {
        return kUnknown;
    }
    const Soc* soc = FirstSoc(&Soc::npu_arch, static_cast<uint32_t>(arch));
    return soc == nullptr ? 2 * kMiB : static_cast<uint32_t>(soc->lib_api_workspace_bytes);
}
uint32_t PlatformAscendC::GetResCubeGroupWorkSpaceSize() const {
    return GetSocVersion() == SocVersion::ASCEND910B ? kMiB : kUnknown;
}
uint32_t PlatformAscendC::GetResGroupBarrierWorkSpaceSize() const { return GetResCubeGroupWorkSpaceSize(); }

void PlatformAscendC::GetCoreMemSize(const CoreMemType& memory, uint64_t& size) const {
    for (const MemoryKey& row : kMemoryKeys) {
        if (row.memory != memory) {
            continue;
        }
        uint64_t bytes = Number(row.section, row.key, UINT64_MAX);
        if (bytes == UINT64_MAX) {
            LogWarning(fmt::format("GetCoreMemSize: the chip's {} is not known", row.key));
            return;
        }
        uint64_t kept_back = memory == CoreMemType::UB ? reserved_bytes_ : 0;
        if (memory == CoreMemType::UB || memory == CoreMemType::L1) {
            const Soc* soc = FirstSoc(&Soc::short_name, std::string_view(ShortNameOf(*platform_)));
            kept_back += soc == nullptr ? 0 : soc->ub_kept_back_bytes;
        }
        size = bytes > kept_back ? bytes - kept_back : 0;
        return;
    }
}

void PlatformAscendC::GetCoreMemBw(const CoreMemType& memory, uint64_t& bandwidth) const {
    if (memory == CoreMemType::L2) {
        bandwidth = Number("AICoreMemoryRates", "l2_rate", bandwidth);
    } else if (memory == CoreMemType::HBM) {
        bandwidth = Number("AICoreMemoryRates", "ddr_rate", bandwidth);
    }
}

void PlatformAscendC::ReserveLocalMemory(ReservedSize size) {
    switch (size) {
        case ReservedSize::RESERVED_SIZE_8K:
            reserved_bytes_ = 8 * 1024;
            break;
        case ReservedSize::RESERVED_SIZE_16K:
            reserved_bytes_ = 16 * 1024;
            break;
        case ReservedSize::RESERVED_SIZE_32K:
            reserved_bytes_ = 32 * 1024;
            break;
    }
}

SocVersion PlatformAscendC::GetSocVersion() const {
    const std::string name = ShortNameOf(*platform_);
    for (const ShortName& row : kShortNames) {
        if (name == row.name) {
            return row.version;
        }
    }
    return SocVersion::RESERVED_VERSION;
}

NpuArch PlatformAscendC::GetCurNpuArch() const {
    const uint64_t arch = Number("version", "NpuArch", 0);
    return arch == 0 ? NpuArch::DAV_RESV : static_cast<NpuArch>(arch);
}

uint32_t PlatformAscendC::GetVecRegLen() const {
    return static_cast<uint32_t>(Number("AICoreSpec", "vector_reg_width", 0));
}

namespace {

struct StandalonePlatform {
    explicit StandalonePlatform(const Soc& soc)
        : infos(aclnn_cpu::registry::MakePlatformInfos(soc, soc.aiv_cores())), platform(&infos) {}

    fe::PlatFormInfos infos;
    PlatformAscendC platform;
};

std::mutex platforms_mutex;
[[maybe_unused]] const bool kKeptAcrossForks = (aclnn_cpu::registry::KeepAcrossForks(platforms_mutex), true);

PlatformAscendC* PlatformOf(const Soc* soc) {
    const std::lock_guard lock(platforms_mutex);
    static auto& platforms = *new std::map<const Soc*, std::unique_ptr<StandalonePlatform>>();
    std::unique_ptr<StandalonePlatform>& known = platforms[soc];
    if (known == nullptr) {
        known = std::make_unique<StandalonePlatform>(*soc);
    }
    return &known->platform;
}

}  // namespace

PlatformAscendC* PlatformAscendCManager::GetInstance() {
    const Soc* soc = nullptr;
    return aclnn_cpu::platform::CurrentSoc(&soc).ok() ? PlatformOf(soc) : nullptr;
}

PlatformAscendC* PlatformAscendCManager::GetInstance(const char* soc_version) {
    const Soc* soc = nullptr;
    if (soc_version == nullptr) {
        return GetInstance();
    }
    return aclnn_cpu::platform::FindSoc(soc_version, &soc).ok() ? PlatformOf(soc) : nullptr;
}

}  // namespace platform_ascendc
