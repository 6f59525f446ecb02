#include "platform/soc.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/settings.h"

namespace aclnn_cpu::platform {
namespace {

constexpr int32_t kInvalidParam = 100000;  // ACL_ERROR_INVALID_PARAM
constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;
constexpr uint64_t kGiB = 1024 * kMiB;

// What the chips of a family share; a row replaces the rest.
constexpr Soc kAscend910{.name = {},
                         .short_name = "Ascend910",
                         .compute_unit = "ascend910",
                         .family = Family::kAscend910,
                         .npu_arch = 1001,
                         .core_type_list = "AICore",
                         .ai_cores = 0,
                         .cube_cores = 0,
                         .vector_cores = 0,
                         .ub_bytes = 256 * kKiB,
                         .ub_kept_back_bytes = 0,
                         .l1_bytes = 1 * kMiB,
                         .l0a_bytes = 64 * kKiB,
                         .l0b_bytes = 64 * kKiB,
                         .l0c_bytes = 256 * kKiB,
                         .bt_bytes = 0,
                         .fb0_bytes = 0,
                         .l2_bytes = 32 * kMiB,
                         .memory_bytes = 0,
                         .lib_api_workspace_bytes = 2 * kMiB,
                         .frequency_mhz = 0,
                         .ddr_rate = 32,
                         .l2_rate = 110,
                         .aclnn_bfloat16 = false};

constexpr Soc kAscend910B{.name = {},
                          .short_name = "Ascend910B",
                          .compute_unit = "ascend910b",
                          .family = Family::kAscend910B,
                          .npu_arch = 2201,
                          .core_type_list = "CubeCore,VectorCore",
                          .ai_cores = 0,
                          .cube_cores = 0,
                          .vector_cores = 0,
                          .ub_bytes = 192 * kKiB,
                          .ub_kept_back_bytes = 256,
                          .l1_bytes = 512 * kKiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 128 * kKiB,
                          .bt_bytes = 1 * kKiB,
                          .fb0_bytes = 2 * kKiB,
                          .l2_bytes = 0,
                          .memory_bytes = 0,
                          .lib_api_workspace_bytes = 16 * kMiB,
                          .frequency_mhz = 0,
                          .ddr_rate = 32,
                          .l2_rate = 110,
                          .aclnn_bfloat16 = true};

constexpr Soc kAscend310P{.name = {},
                          .short_name = "Ascend310P",
                          .compute_unit = "ascend310p",
                          .family = Family::kAscend310P,
                          .npu_arch = 2002,
                          .core_type_list = "AICore,VectorCore",
                          .ai_cores = 0,
                          .cube_cores = 0,
                          .vector_cores = 0,
                          .ub_bytes = 256 * kKiB,
                          .ub_kept_back_bytes = 0,
                          .l1_bytes = 1 * kMiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 256 * kKiB,
                          .bt_bytes = 0,
                          .fb0_bytes = 0,
                          .l2_bytes = 16 * kMiB,
                          .memory_bytes = 24'000'000'000,
                          .lib_api_workspace_bytes = 2 * kMiB,
                          .frequency_mhz = 0,
                          .ddr_rate = 17,
                          .l2_rate = 114,
                          .aclnn_bfloat16 = false};

constexpr Soc kAscend310B{.name = {},
                          .short_name = "Ascend310B",
                          .compute_unit = "ascend310b",
                          .family = Family::kAscend310B,
                          .npu_arch = 3002,
                          .core_type_list = "AICore,VectorCore,CubeCore",
                          .ai_cores = 1,
                          .cube_cores = 1,
                          .vector_cores = 1,
                          .ub_bytes = 248 * kKiB,
                          .ub_kept_back_bytes = 0,
                          .l1_bytes = 1 * kMiB,
                          .l0a_bytes = 64 * kKiB,
                          .l0b_bytes = 64 * kKiB,
                          .l0c_bytes = 128 * kKiB,
                          .bt_bytes = 1 * kKiB,
                          .fb0_bytes = 2 * kKiB,
                          .l2_bytes = 4 * kMiB,
                          .memory_bytes = 0,
                          .lib_api_workspace_bytes = 2 * kMiB,
                          .frequency_mhz = 1224,
                          .ddr_rate = 17,
                          .l2_rate = 256,
                          .aclnn_bfloat16 = false};

constexpr Soc Ascend910A() {
    Soc soc = kAscend910;
    soc.name = "Ascend910A";
    soc.ai_cores = 32;
    soc.frequency_mhz = 1000;
    return soc;
}

// One cube core and two vector cores per AI core.
constexpr Soc Split(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory) {
    Soc soc = kAscend910B;
    soc.name = name;
    soc.ai_cores = ai_cores;
    soc.cube_cores = ai_cores;
    soc.vector_cores = 2 * ai_cores;
    soc.l2_bytes = l2;
    soc.frequency_mhz = mhz;
    soc.memory_bytes = memory;
    return soc;
}

constexpr Soc A3(std::string_view name, uint32_t ai_cores, uint64_t l2, uint32_t mhz, uint64_t memory) {
    Soc soc = Split(name, ai_cores, l2, mhz, memory);
    soc.short_name = "Ascend910_93";
    soc.compute_unit = "ascend910_93";
    soc.family = Family::kAscend910_93;
    return soc;
}

constexpr Soc P310(std::string_view name, uint32_t ai_cores, uint32_t vector_cores, uint32_t mhz) {
    Soc soc = kAscend310P;
    soc.name = name;
    soc.ai_cores = ai_cores;
    soc.vector_cores = vector_cores;
    soc.frequency_mhz = mhz;
    return soc;
}

constexpr Soc B310(std::string_view name, uint64_t memory) {
    Soc soc = kAscend310B;
    soc.name = name;
    soc.memory_bytes = memory;
    return soc;
}

constexpr Soc Ascend310B4() {
    Soc soc = B310("Ascend310B4", 0);
    soc.frequency_mhz = 500;
    soc.ddr_rate = 8;
    return soc;
}

constexpr Soc Toy() {
    Soc soc = Split("AscendToy", 1, 1 * kMiB, 1000, 1 * kGiB);
    soc.family = Family::kToy;
    soc.ub_bytes = 8 * kKiB;
    soc.l1_bytes = 16 * kKiB;
    soc.l0a_bytes = 4 * kKiB;
    soc.l0b_bytes = 4 * kKiB;
    soc.l0c_bytes = 8 * kKiB;
    return soc;
}

constexpr Soc kSocs[] = {
    Ascend910A(),
    Split("Ascend910B1", 24, 192 * kMiB, 1850, 64 * kGiB),
    Split("Ascend910B2", 24, 192 * kMiB, 1800, 64 * kGiB),
    Split("Ascend910B2C", 24, 192 * kMiB, 1800, 0),
    Split("Ascend910B3", 20, 192 * kMiB, 1800, 64 * kGiB),
    Split("Ascend910B4", 20, 96 * kMiB, 1500, 32 * kGiB),
    Split("Ascend910B4-1", 20, 168 * kMiB, 1500, 32 * kGiB),
    A3("Ascend910_9391", 24, 192 * kMiB, 1850, 64 * kGiB),
    A3("Ascend910_9392", 24, 192 * kMiB, 1850, 64 * kGiB),
    A3("Ascend910_9381", 24, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9382", 24, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9372", 20, 192 * kMiB, 1800, 64 * kGiB),
    A3("Ascend910_9362", 20, 168 * kMiB, 1500, 64 * kGiB),
    A3("Ascend910_9363", 20, 168 * kMiB, 1500, 32 * kGiB),
    P310("Ascend310P1", 10, 8, 1060),
    P310("Ascend310P3", 8, 7, 1060),
    P310("Ascend310P5", 8, 7, 800),
    P310("Ascend310P7", 8, 7, 550),
    B310("Ascend310B1", 32 * kGiB),
    B310("Ascend310B2", 0),
    B310("Ascend310B3", 0),
    Ascend310B4(),
    Toy(),
};

constexpr char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return Lower(x) == Lower(y); });
}

base::Status AmbiguousSoc(std::string_view name) {
    return base::Status(
        kInvalidParam,
        fmt::format(
            "SoC '{}' has two readings: an old Ascend910 with 30 coupled cores (use Ascend910A), and the "
            "Atlas A2 family (use ascend910b for Ascend910B1, or Ascend910B1, B2, B2C, B3, B4 or B4-1)",
            name));
}

base::Status UnknownSoc(std::string_view name) {
    std::string names;
    std::string units;
    std::string_view last_unit;
    for (const Soc& soc : kSocs) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", soc.name);
        if (soc.compute_unit != last_unit && soc.family != Family::kToy) {
            units += fmt::format("{}{} ({})", units.empty() ? "" : ", ", soc.compute_unit, soc.name);
            last_unit = soc.compute_unit;
        }
    }
    return base::Status(
        kInvalidParam,
        fmt::format("SoC '{}' is not known, expected a compute unit: {}; or a name: {}", name, units, names));
}

}  // namespace

std::span<const Soc> AllSocs() { return kSocs; }

base::Status FindSoc(std::string_view name, const Soc** soc) {
    const auto unit = std::ranges::find(kSocs, name, &Soc::compute_unit);
    if (unit != std::end(kSocs)) {
        *soc = unit;
        return base::Status::Ok();
    }
    if (EqualIgnoringCase(name, "Ascend910B")) {
        return AmbiguousSoc(name);
    }
    const auto row =
        std::ranges::find_if(kSocs, [&](const Soc& s) { return EqualIgnoringCase(s.name, name); });
    if (row == std::end(kSocs)) {
        return UnknownSoc(name);
    }
    *soc = row;
    return base::Status::Ok();
}

base::Status CurrentSoc(const Soc** soc) {
    struct Resolved {
        uint64_t revision = 0;
        const Soc* soc = nullptr;
    };
    thread_local Resolved resolved;  // settings change rarely, calls ask often
    const base::Settings& settings = base::CurrentSettings();
    if (resolved.revision != settings.revision) {
        ACLNN_CPU_RETURN_IF_ERROR(settings.problem);
        const Soc* found = nullptr;
        ACLNN_CPU_RETURN_IF_ERROR(FindSoc(settings.soc, &found));
        resolved = {settings.revision, found};
    }
    *soc = resolved.soc;
    return base::Status::Ok();
}

}  // namespace aclnn_cpu::platform
