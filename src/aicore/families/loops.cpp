#include "aicore/families/loops.h"

#include "base/settings.h"

namespace aclnn_cpu::aicore {

const Loops& SelectLoops() {
    const base::SimdTarget target = base::CurrentSettings().target;
    const bool avx2_allowed = target >= base::SimdTarget::kAvx2 || target == base::SimdTarget::kBest;
    const bool avx512_allowed = target >= base::SimdTarget::kAvx512 || target == base::SimdTarget::kBest;
    if (avx512_allowed && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
        return kLoopsAvx512;
    }
    return avx2_allowed && __builtin_cpu_supports("avx2") ? kLoopsAvx2 : kLoopsBaseline;
}

}  // namespace aclnn_cpu::aicore
