#include "platform/soc.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/settings.h"

namespace aclnn_cpu::platform {
namespace {

constexpr int32_t kInvalidParam = 100000;  // ACL_ERROR_INVALID_PARAM

constexpr char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return Lower(x) == Lower(y); });
}

base::Status AmbiguousSoc(std::string_view name) {
    return base::Status(
        kInvalidParam,
        fmt::format(
            "SoC '{}' has two readings: an old Ascend910 with 30 coupled cores (use ascend910:Ascend910B), "
            "and the Atlas A2 family (use ascend910b for Ascend910B1, or Ascend910B1, B2, B2C, B3, B4 or "
            "B4-1)",
            name));
}

base::Status UnknownSoc(std::string_view name) {
    std::string names;
    std::string units;
    std::string_view last_unit;
    for (const Soc& soc : AllSocs()) {
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

base::Status FindSoc(std::string_view name, const Soc** soc) {
    const std::span<const Soc> socs = AllSocs();
    const auto found = [&](const auto& matches) {
        const auto row = std::ranges::find_if(socs, matches);
        if (row != socs.end()) {
            *soc = &*row;
        }
        return row != socs.end();
    };
    if (found([&](const Soc& row) { return row.compute_unit == name; })) {
        return base::Status::Ok();
    }
    if (EqualIgnoringCase(name, "Ascend910B")) {
        return AmbiguousSoc(name);
    }
    const size_t colon = name.find(':');
    const std::string_view unit = name.substr(0, colon == std::string_view::npos ? 0 : colon);
    const std::string_view long_name = name.substr(colon + 1);  // all of it when there is no colon
    return found([&](const Soc& row) {
        return EqualIgnoringCase(row.name, long_name) &&
               (colon == std::string_view::npos || row.compute_unit == unit);
    })
               ? base::Status::Ok()
               : UnknownSoc(name);
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
