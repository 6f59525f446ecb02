#include "register/platform_infos.h"

#include <charconv>
#include <mutex>

#include "platform/platform_info.h"
#include "register/fork_locks.h"

namespace fe {
namespace {

using Sections = std::map<std::string, PlatFormInfos::Section>;

struct MemoryKey {
    const char* section;
    const char* key;
};

constexpr MemoryKey kSizeKeys[] = {{"AICoreSpec", "l0_a_size"}, {"AICoreSpec", "l0_b_size"},
                                   {"AICoreSpec", "l0_c_size"}, {"AICoreSpec", "l1_size"},
                                   {"SoCInfo", "l2_size"},      {"AICoreSpec", "ub_size"},
                                   {"SoCInfo", "memory_size"}};

bool ParseNumber(const std::string& text, uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc();
}

}  // namespace

// Copies share the sections until one of them changes.
struct PlatFormInfos::Data {
    mutable std::mutex mutex;
    std::shared_ptr<const Sections> sections = std::make_shared<const Sections>();
    uint32_t core_num = 0;

    void CopyFrom(const Data& other) {
        std::shared_ptr<const Sections> theirs;
        uint32_t cores = 0;
        {
            const std::lock_guard lock(other.mutex);
            theirs = other.sections;
            cores = other.core_num;
        }
        const std::lock_guard lock(mutex);
        sections = std::move(theirs);
        core_num = cores;
    }
    std::shared_ptr<const Sections> Get() const {
        const std::lock_guard lock(mutex);
        return sections;
    }
};

PlatFormInfos::PlatFormInfos() : data_(std::make_unique<Data>()) {}
PlatFormInfos::PlatFormInfos(const PlatFormInfos& other) : PlatFormInfos() { data_->CopyFrom(*other.data_); }
PlatFormInfos& PlatFormInfos::operator=(const PlatFormInfos& other) {
    if (this != &other) {
        data_->CopyFrom(*other.data_);
    }
    return *this;
}
PlatFormInfos::~PlatFormInfos() = default;

bool PlatFormInfos::Init() {
    data_->CopyFrom(Data());
    return true;
}

bool PlatFormInfos::GetPlatformResWithLock(const std::string& section, const std::string& key,
                                           std::string& value) {
    const std::shared_ptr<const Sections> sections = data_->Get();
    const auto found = sections->find(section);
    if (found == sections->end()) {
        return false;
    }
    const auto entry = found->second.find(key);
    if (entry == found->second.end()) {
        return false;
    }
    value = entry->second;
    return true;
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string& section, Section& values) {
    const std::shared_ptr<const Sections> sections = data_->Get();
    const auto found = sections->find(section);
    if (found == sections->end()) {
        return false;
    }
    values = found->second;
    return true;
}
bool PlatFormInfos::GetPlatformResWithLock(std::map<std::string, Section>& sections) {
    sections = *data_->Get();
    return true;
}
bool PlatFormInfos::GetPlatformRes(const std::string& section, const std::string& key, std::string& value) {
    return GetPlatformResWithLock(section, key, value);
}
bool PlatFormInfos::GetPlatformRes(const std::string& section, Section& values) {
    return GetPlatformResWithLock(section, values);
}

void PlatFormInfos::SetPlatformResWithLock(const std::string& section, Section& values) {
    const std::lock_guard lock(data_->mutex);
    auto changed = std::make_shared<Sections>(*data_->sections);
    (*changed)[section] = values;
    data_->sections = std::move(changed);
}
void PlatFormInfos::SetPlatformRes(const std::string& section, Section& values) {
    SetPlatformResWithLock(section, values);
}

uint32_t PlatFormInfos::GetCoreNumWithLock() const {
    const std::lock_guard lock(data_->mutex);
    return data_->core_num;
}
uint32_t PlatFormInfos::GetCoreNum() const { return GetCoreNumWithLock(); }
void PlatFormInfos::SetCoreNum(const uint32_t& core_num) {
    const std::lock_guard lock(data_->mutex);
    data_->core_num = core_num;
}

uint32_t PlatFormInfos::GetCoreNumByType(const std::string& core_type) {
    const bool vector = core_type == "VectorCore" || core_type == "AIV" || core_type == "MIX_AIV" ||
                        core_type == "MIX_VECTOR_CORE";
    const bool mixed = core_type.starts_with("MIX") && core_type != "MIX_AIC";
    std::string text;
    uint64_t number = 0;
    if ((mixed && GetPlatformResWithLock("SoCInfo", "mix_vector_core_cnt", text)) ||
        GetPlatformResWithLock("SoCInfo", vector ? "vector_core_cnt" : "ai_core_cnt", text)) {
        ParseNumber(text, number);
    }
    return static_cast<uint32_t>(number);
}
void PlatFormInfos::SetCoreNumByCoreType(const std::string& core_type) {
    SetCoreNum(GetCoreNumByType(core_type));
}

void PlatFormInfos::GetLocalMemSize(const LocalMemType& memory, uint64_t& size) {
    const auto index = static_cast<size_t>(memory);
    std::string text;
    if (index < std::size(kSizeKeys) &&
        GetPlatformResWithLock(kSizeKeys[index].section, kSizeKeys[index].key, text)) {
        ParseNumber(text, size);
    }
}
void PlatFormInfos::GetLocalMemBw(const LocalMemType& memory, uint64_t& bandwidth) {
    const char* key = memory == LocalMemType::L2 ? "l2_rate" : memory == LocalMemType::HBM ? "ddr_rate" : "";
    std::string text;
    if (GetPlatformResWithLock("AICoreMemoryRates", key, text)) {
        ParseNumber(text, bandwidth);
    }
}

bool OptionalInfos::Init() { return true; }
std::string OptionalInfos::GetSocVersion() const { return soc_version_; }
std::string OptionalInfos::GetCoreType() const { return core_type_; }
uint32_t OptionalInfos::GetAICoreNum() const { return ai_core_num_; }
void OptionalInfos::SetSocVersion(std::string soc_version) { soc_version_ = std::move(soc_version); }
void OptionalInfos::SetCoreType(std::string core_type) { core_type_ = std::move(core_type); }
void OptionalInfos::SetAICoreNum(uint32_t ai_core_num) { ai_core_num_ = ai_core_num; }

namespace {

constexpr uint32_t kUnknownChip = 0xFFFFFFFF;

uint32_t Fill(const aclnn_cpu::platform::Soc& soc, PlatFormInfos& platform_info,
              OptionalInfos& optional_info) {
    platform_info = aclnn_cpu::registry::MakePlatformInfos(soc, soc.ai_cores);
    optional_info.SetSocVersion(std::string(soc.name));
    optional_info.SetCoreType("AiCore");
    optional_info.SetAICoreNum(soc.ai_cores);
    return 0;
}

}  // namespace

PlatformInfoManager& PlatformInfoManager::Instance() {
    static PlatformInfoManager manager;
    return manager;
}
PlatformInfoManager& PlatformInfoManager::GeInstance() { return Instance(); }
uint32_t PlatformInfoManager::InitializePlatformInfo() { return 0; }
uint32_t PlatformInfoManager::Finalize() { return 0; }

uint32_t PlatformInfoManager::GetPlatformInfos(const std::string& soc_version, PlatFormInfos& platform_info,
                                               OptionalInfos& optional_info) {
    const aclnn_cpu::platform::Soc* soc = nullptr;
    return aclnn_cpu::platform::FindSoc(soc_version, &soc).ok() ? Fill(*soc, platform_info, optional_info)
                                                                : kUnknownChip;
}
uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatFormInfos& platform_info,
                                                               OptionalInfos& optional_info) {
    const aclnn_cpu::platform::Soc* soc = nullptr;
    return aclnn_cpu::platform::CurrentSoc(&soc).ok() ? Fill(*soc, platform_info, optional_info)
                                                      : kUnknownChip;
}

}  // namespace fe

namespace aclnn_cpu::registry {
namespace {

using Section = fe::PlatFormInfos::Section;

void AddIfPresent(Section& section, const char* key, uint64_t number) {
    if (number != 0) {
        section[key] = std::to_string(number);
    }
}

fe::PlatFormInfos Describe(const platform::Soc& soc) {
    Section version{{"SoC_version", std::string(soc.name)},
                    {"Short_SoC_version", std::string(soc.short_name)},
                    {"NpuArch", std::to_string(soc.npu_arch)}};
    Section soc_info{{"core_type_list", std::string(soc.core_type_list)},
                     {"ai_core_cnt", std::to_string(soc.ai_cores)},
                     {"vector_core_cnt", std::to_string(soc.vector_cores)},
                     {"l2_size", std::to_string(soc.l2_bytes)}};
    AddIfPresent(soc_info, "cube_core_cnt", soc.cube_cores);
    AddIfPresent(soc_info, "mix_vector_core_cnt", soc.mix_cores);
    AddIfPresent(soc_info, "memory_size", soc.memory_bytes);
    Section core{{"cube_m_size", "16"},
                 {"cube_n_size", std::to_string(soc.cube_n)},
                 {"cube_k_size", "16"},
                 {"vec_calc_size", "128"},
                 {"ubblock_size", "32"},
                 {"ub_size", std::to_string(soc.ub_bytes)},
                 {"l1_size", std::to_string(soc.l1_bytes)},
                 {"l0_a_size", std::to_string(soc.l0a_bytes)},
                 {"l0_b_size", std::to_string(soc.l0b_bytes)},
                 {"l0_c_size", std::to_string(soc.l0c_bytes)}};
    AddIfPresent(core, "cube_freq", soc.frequency_mhz);
    AddIfPresent(core, "bt_size", soc.bt_bytes);
    AddIfPresent(core, "fb0_size", soc.fb0_bytes);
    AddIfPresent(core, "vector_reg_width", soc.vector_register_bytes);
    Section rates;
    AddIfPresent(rates, "ddr_rate", soc.ddr_rate);
    AddIfPresent(rates, "ddr_read_rate", soc.ddr_rate);
    AddIfPresent(rates, "ddr_write_rate", soc.ddr_rate);
    AddIfPresent(rates, "l2_rate", soc.l2_rate);
    fe::PlatFormInfos infos;
    infos.SetPlatformRes("version", version);
    infos.SetPlatformRes("SoCInfo", soc_info);
    infos.SetPlatformRes("AICoreSpec", core);
    infos.SetPlatformRes("AICoreMemoryRates", rates);
    return infos;
}

std::mutex described_mutex;
[[maybe_unused]] const bool kKeptAcrossForks = (KeepAcrossForks(described_mutex, ForkOrder::kInner), true);

}  // namespace

fe::PlatFormInfos MakePlatformInfos(const platform::Soc& soc, uint32_t core_number) {
    const std::lock_guard lock(described_mutex);
    static auto& described = *new std::map<const platform::Soc*, fe::PlatFormInfos>();
    auto known = described.find(&soc);
    if (known == described.end()) {
        known = described.emplace(&soc, Describe(soc)).first;
    }
    fe::PlatFormInfos infos = known->second;
    infos.SetCoreNum(core_number);
    return infos;
}

}  // namespace aclnn_cpu::registry
