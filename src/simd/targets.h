// The instruction sets that kernels are compiled for, and which of them this machine has.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/export.h"
#include "base/settings.h"
#include "base/status.h"

namespace aclnn_cpu::simd {

inline constexpr size_t kTargetCount = 4;  // baseline, sse4, avx2, avx512

// All instruction sets kernels are compiled for, least first; the machine may lack some.
ACLNN_CPU_API std::span<const base::SimdTarget> CompiledTargets();

// Those of CompiledTargets() that this machine can run, least first. Never empty.
ACLNN_CPU_API std::span<const base::SimdTarget> AvailableTargets();

// As ACLNN_CPU_TARGET spells it: "avx2".
ACLNN_CPU_API std::string_view TargetName(base::SimdTarget target);

// Whether kernels can be run for `target`: ok for kBest; code 100000, naming what exists, when the machine
// lacks it.
ACLNN_CPU_API base::Status ValidateTarget(base::SimdTarget target);

// What `target` means here: kBest becomes the best available one, any other stays itself. Requires
// ValidateTarget to be ok.
ACLNN_CPU_API base::SimdTarget ResolveTarget(base::SimdTarget target);

// The place of ResolveTarget(target) in CompiledTargets(): the row of a kernel table.
ACLNN_CPU_API size_t TargetRow(base::SimdTarget target);

}  // namespace aclnn_cpu::simd
