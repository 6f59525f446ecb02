#include <map>
#include <mutex>

#include "base/settings.h"
#include "opdev/platform.h"
#include "platform/soc.h"
#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {

struct PlatformInfoAccess {
    static void Fill(op::PlatformInfo& info, const platform::Soc& soc) {
        info.valid_ = true;
        info.long_name_ = soc.name;
        info.npu_arch_ = static_cast<NpuArch>(soc.npu_arch);
        info.cube_cores_ = soc.ai_cores;  // the public answer is the number of AI Cores
        info.vector_cores_ = soc.vector_cores;
        switch (soc.family) {
            case platform::Family::kAscend910:
                info.soc_version_ = op::SocVersion::ASCEND910;
                break;
            case platform::Family::kAscend910B:
                info.soc_version_ = op::SocVersion::ASCEND910B;
                break;
            case platform::Family::kAscend910_93:
                info.soc_version_ = op::SocVersion::ASCEND910_93;
                break;
            case platform::Family::kAscend310P:
                info.soc_version_ = op::SocVersion::ASCEND310P;
                break;
            case platform::Family::kAscend310B:
                info.soc_version_ = op::SocVersion::ASCEND310B;
                break;
            case platform::Family::kToy:
                info.soc_version_ = op::SocVersion::RESERVED_VERSION;
                break;
        }
    }
};

namespace {

std::mutex infos_mutex;
[[maybe_unused]] const bool kKeptAcrossForks = (registry::KeepAcrossForks(infos_mutex), true);

const op::PlatformInfo& InfoOf(const platform::Soc* soc) {
    const std::lock_guard lock(infos_mutex);
    static auto& infos = *new std::map<const platform::Soc*, op::PlatformInfo>();  // outlives every thread
    const auto [place, is_new] = infos.try_emplace(soc);
    if (is_new && soc != nullptr) {
        PlatformInfoAccess::Fill(place->second, *soc);
    }
    return place->second;
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase

namespace op {

const PlatformInfo& GetCurrentPlatformInfo() {
    using namespace aclnn_cpu;
    thread_local uint64_t known_revision = 0;
    thread_local const PlatformInfo* known = nullptr;
    const uint64_t revision = base::CurrentSettings().revision;
    if (known == nullptr || known_revision != revision) {
        const platform::Soc* soc = nullptr;
        if (!platform::CurrentSoc(&soc).ok()) {
            soc = nullptr;  // the engine that needs the chip reports the bad setting
        }
        known = &nnopbase::InfoOf(soc);
        known_revision = revision;
    }
    return *known;
}

ge::AscendString ToString(SocVersion version) {
    static constexpr struct {
        SocVersion version;
        const char* name;
    } kNames[] = {
        {SocVersion::ASCEND910, "Ascend910"},       {SocVersion::ASCEND910B, "Ascend910B"},
        {SocVersion::ASCEND910_93, "Ascend910_93"}, {SocVersion::ASCEND950, "Ascend950"},
        {SocVersion::ASCEND910E, "Ascend910E"},     {SocVersion::ASCEND310, "Ascend310"},
        {SocVersion::ASCEND310P, "Ascend310P"},     {SocVersion::ASCEND310B, "Ascend310B"},
        {SocVersion::ASCEND310C, "Ascend310C"},     {SocVersion::ASCEND610LITE, "Ascend610Lite"},
        {SocVersion::KIRINX90, "KirinX90"},         {SocVersion::KIRIN9030, "Kirin9030"},
        {SocVersion::ASCEND350, "Ascend350"},
    };
    for (const auto& row : kNames) {
        if (row.version == version) {
            return ge::AscendString(row.name);
        }
    }
    return ge::AscendString("unknown SoC");
}

}  // namespace op
