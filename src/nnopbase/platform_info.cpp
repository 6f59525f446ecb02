#include <map>
#include <mutex>

#include "base/settings.h"
#include "opdev/platform.h"
#include "platform/soc.h"
#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {

namespace {

constexpr struct {
    op::SocVersion version;
    const char* short_name;
} kVersions[] = {
    {op::SocVersion::ASCEND910, "Ascend910"},       {op::SocVersion::ASCEND910B, "Ascend910B"},
    {op::SocVersion::ASCEND910_93, "Ascend910_93"}, {op::SocVersion::ASCEND950, "Ascend950"},
    {op::SocVersion::ASCEND910E, "Ascend910E"},     {op::SocVersion::ASCEND310, "Ascend310"},
    {op::SocVersion::ASCEND310P, "Ascend310P"},     {op::SocVersion::ASCEND310B, "Ascend310B"},
    {op::SocVersion::ASCEND310C, "Ascend310C"},     {op::SocVersion::ASCEND610LITE, "Ascend610Lite"},
    {op::SocVersion::KIRINX90, "KirinX90"},         {op::SocVersion::KIRIN9030, "Kirin9030"},
    {op::SocVersion::ASCEND350, "Ascend350"},
};

// The toy chip is none of the public versions.
op::SocVersion VersionOf(const platform::Soc& soc) {
    for (const auto& row : kVersions) {
        if (row.short_name == soc.short_name && soc.family != platform::Family::kToy) {
            return row.version;
        }
    }
    return op::SocVersion::RESERVED_VERSION;
}

}  // namespace

struct PlatformInfoAccess {
    static void Fill(op::PlatformInfo& info, const platform::Soc& soc) {
        info.valid_ = true;
        info.long_name_ = soc.name;
        info.npu_arch_ = static_cast<NpuArch>(soc.npu_arch);
        info.cube_cores_ = soc.ai_cores;  // the public answer is the number of AI Cores
        info.vector_cores_ = soc.vector_cores;
        info.soc_version_ = VersionOf(soc);
    }
    static const char* ShortName(op::SocVersion version) {
        for (const auto& row : kVersions) {
            if (row.version == version) {
                return row.short_name;
            }
        }
        return "unknown SoC";
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
    return ge::AscendString(aclnn_cpu::nnopbase::PlatformInfoAccess::ShortName(version));
}

}  // namespace op
