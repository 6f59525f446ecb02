#include "simd/targets.h"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>

#include "base/at_load.h"

namespace aclnn_cpu::simd {
namespace {

using base::SimdTarget;

constexpr int32_t kInvalidParam = 100000;  // ACL_ERROR_INVALID_PARAM

struct TargetRowData {
    SimdTarget target;
    std::string_view name;
    int64_t highway;  // the bit Highway has for it, 0 for what every machine runs
};

constexpr TargetRowData kTargets[kTargetCount] = {
    {SimdTarget::kBaseline, "baseline", 0},
    {SimdTarget::kSse4, "sse4", HWY_SSE4},
    {SimdTarget::kAvx2, "avx2", HWY_AVX2},
    {SimdTarget::kAvx512, "avx512", HWY_AVX3},
};

struct Available {
    std::array<SimdTarget, kTargetCount> targets{};
    size_t count = 0;
};

const Available& DetectedTargets() {
    static const Available available = [] {
        Available found;
        const int64_t supported = hwy::SupportedTargets();
        for (const TargetRowData& row : kTargets) {
            if (row.highway == 0 || (supported & row.highway) != 0) {
                found.targets[found.count++] = row.target;
            }
        }
        return found;
    }();
    return available;
}

[[maybe_unused]] const base::AtLoad kDetected([] { DetectedTargets(); });

base::Status TargetMissing(SimdTarget target) {
    std::string names;
    for (const SimdTarget available : AvailableTargets()) {
        names += names.empty() ? "" : ", ";
        names += TargetName(available);
    }
    return base::Status(kInvalidParam,
                        fmt::format("ACLNN_CPU_TARGET is {}, which this CPU lacks; it has: {}. Choose one "
                                    "of these or best.",
                                    TargetName(target), names));
}

}  // namespace

std::span<const SimdTarget> CompiledTargets() {
    static constexpr SimdTarget kAll[] = {SimdTarget::kBaseline, SimdTarget::kSse4, SimdTarget::kAvx2,
                                          SimdTarget::kAvx512};
    return kAll;
}

std::span<const SimdTarget> AvailableTargets() {
    const Available& available = DetectedTargets();
    return {available.targets.data(), available.count};
}

std::string_view TargetName(SimdTarget target) {
    const auto* row = std::ranges::find(kTargets, target, &TargetRowData::target);
    return row != std::end(kTargets) ? row->name : "best";
}

base::Status ValidateTarget(SimdTarget target) {
    const auto available = AvailableTargets();
    if (target == SimdTarget::kBest || std::ranges::find(available, target) != available.end()) {
        return base::Status::Ok();
    }
    return TargetMissing(target);
}

SimdTarget ResolveTarget(SimdTarget target) {
    return target == SimdTarget::kBest ? AvailableTargets().back() : target;
}

size_t TargetRow(SimdTarget target) {
    const SimdTarget resolved = ResolveTarget(target);
    return static_cast<size_t>(std::ranges::find(kTargets, resolved, &TargetRowData::target) -
                               std::begin(kTargets));
}

}  // namespace aclnn_cpu::simd
