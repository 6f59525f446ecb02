// Which Highway targets we compile (include before any Highway header), and how a table over them is written.
#pragma once

// AVX2 and AVX-512 for speed, SSE4 for old machines, and the portable fallback. The others cost build time
// and gain nothing.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)

#include <hwy/detect_targets.h>

// ACLNN_SIMD_TARGET_TABLE(object): one initialiser per row of simd::CompiledTargets(), the address of
// `object` in each target's namespace. To be used after foreach_target.h, once.
#define ACLNN_SIMD_TARGET_TABLE(object) \
    { &ACLNN_SIMD_BASELINE::object, &N_SSE4::object, &N_AVX2::object, &N_AVX3::object }

#if HWY_TARGETS & HWY_EMU128
#define ACLNN_SIMD_BASELINE N_EMU128
#else
#define ACLNN_SIMD_BASELINE N_SCALAR
#endif
