#include "aicore/families/loops.h"

#include <cpuid.h>

#include "base/settings.h"

namespace aclnn_cpu::aicore {

namespace {

// Not every compiler has a name for it.
bool HasF16c() {
    uint32_t eax = 0;
    uint32_t ebx = 0;
    uint32_t ecx = 0;
    uint32_t edx = 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}

const bool kHasF16c = HasF16c();

}  // namespace

const Loops& SelectLoops() {
    const base::SimdTarget target = base::CurrentSettings().target;
    const bool avx2_allowed =
        kHasF16c && (target >= base::SimdTarget::kAvx2 || target == base::SimdTarget::kBest);
    const bool avx512_allowed = target >= base::SimdTarget::kAvx512 || target == base::SimdTarget::kBest;
    if (avx512_allowed && kHasF16c && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq")) {
        return kLoopsAvx512;
    }
    return avx2_allowed && __builtin_cpu_supports("avx2") ? kLoopsAvx2 : kLoopsBaseline;
}

}  // namespace aclnn_cpu::aicore
