// How much temporary buffer the high-level functions of a kernel need, as a tiling function asks it.
//
//   Get...MaxMinTmpSize(shape, typeSize, isReuseSource, max, min): `min` bytes are enough, more than `max` are no use.
//   Get...TmpBufferFactorSize(typeSize, count, extra): with n bytes of buffer besides `extra`, n / count / typeSize
//   elements can be computed in one go.
//
// A shape without elements (or of unknown ones) leaves the results alone.
#ifndef ACLNN_CPU_TILING_TILING_API_H
#define ACLNN_CPU_TILING_TILING_API_H

#include <algorithm>
#include <cstdint>

#include "ascendc/instructions.h"
#include "ascendc/temporary.h"
#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/reduce_tiling.h"

namespace matmul_tiling {
struct ACLNN_CPU_NO_MATMUL MatmulApiTiling {};
struct ACLNN_CPU_NO_MATMUL MultiCoreMatmulTiling {};
}  // namespace matmul_tiling

namespace AscendC {

using TensorShape = ge::Shape;
using TensorDataType = ge::DataType;

namespace aclnn_internal {

using aclnn_cpu::aicore::ElementType;
using aclnn_cpu::aicore::Opcode;
using aclnn_cpu::aicore::TemporaryRule;

inline bool IsOn310P(const platform_ascendc::PlatformAscendC* platform) {
    return platform != nullptr && platform->GetCurNpuArch() == NpuArch::DAV_2002;
}
inline ElementType TypeOfSize(uint32_t type_size) {
    return type_size == sizeof(float) ? ElementType::kFloat : ElementType::kHalf;
}
inline void TmpSize(const TemporaryRule& rule, const TensorShape& shape, uint32_t& most, uint32_t& least) {
    const int64_t elements = shape.GetShapeSize();
    if (elements > 0) {
        most = static_cast<uint32_t>(rule.Most(static_cast<uint64_t>(elements)));
        least = static_cast<uint32_t>(rule.Least());
    }
}
inline void FactorSize(const TemporaryRule& rule, uint32_t type_size, uint32_t& count, uint32_t& extra) {
    count = rule.per_element / type_size;
    extra = rule.extra;
}

}  // namespace aclnn_internal

#define ACLNN_CPU_TMP_SIZE(result, Name, Function, status)                                                 \
    inline result Function(const TensorShape& srcShape, const uint32_t typeSize, const bool isReuseSource, \
                           uint32_t& maxValue, uint32_t& minValue) {                                       \
        constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::k##Name);       \
        aclnn_internal::TmpSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), false, isReuseSource),      \
                                srcShape, maxValue, minValue);                                             \
        return status;                                                                                     \
    }
#define ACLNN_CPU_FACTOR_SIZE(Name, Function)                                                              \
    inline void Function(const uint32_t typeSize, uint32_t& maxLiveNodeCount, uint32_t& extraBuf) {        \
        constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::k##Name);       \
        aclnn_internal::FactorSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), false, false), typeSize, \
                                   maxLiveNodeCount, extraBuf);                                            \
    }
#define ACLNN_CPU_TMP(Name)                                    \
    ACLNN_CPU_TMP_SIZE(void, Name, Get##Name##MaxMinTmpSize, ) \
    ACLNN_CPU_FACTOR_SIZE(Name, Get##Name##TmpBufferFactorSize)

ACLNN_CPU_TMP(Acos)
ACLNN_CPU_TMP(Acosh)
ACLNN_CPU_TMP(Asin)
ACLNN_CPU_TMP(Asinh)
ACLNN_CPU_TMP(Atan)
ACLNN_CPU_TMP(Atanh)
ACLNN_CPU_TMP(Ceil)
ACLNN_CPU_TMP(Cos)
ACLNN_CPU_TMP(Cosh)
ACLNN_CPU_TMP(Erf)
ACLNN_CPU_TMP(Erfc)
ACLNN_CPU_TMP(Floor)
ACLNN_CPU_TMP(Fmod)
ACLNN_CPU_TMP(Frac)
ACLNN_CPU_TMP(GeGLU)
ACLNN_CPU_TMP(Log)
ACLNN_CPU_TMP(Log10)
ACLNN_CPU_TMP(Log2)
ACLNN_CPU_TMP(Sign)
ACLNN_CPU_TMP(Sin)
ACLNN_CPU_TMP(Sinh)
ACLNN_CPU_TMP(Tan)
ACLNN_CPU_TMP(Tanh)
ACLNN_CPU_TMP(Trunc)
ACLNN_CPU_TMP(Xor)
ACLNN_CPU_TMP_SIZE(void, Sigmoid, GetSigmoidMaxMinTmpSize, )
ACLNN_CPU_TMP_SIZE(void, ReGlu, GetReGluMaxMinTmpSize, )
ACLNN_CPU_TMP_SIZE(void, Silu, GetSiluTmpSize, )
ACLNN_CPU_TMP_SIZE(void, Swish, GetSwishTmpSize, )
ACLNN_CPU_TMP_SIZE(bool, ExpTaylor, GetExpMaxMinTmpSize, srcShape.GetShapeSize() > 0)
ACLNN_CPU_FACTOR_SIZE(ExpTaylor, GetExpTmpBufferFactorSize)
ACLNN_CPU_FACTOR_SIZE(SwiGLU, GetSwiGLUTmpBufferFactorSize)
ACLNN_CPU_TMP_SIZE(void, ClampMax, GetClampMaxMinTmpSize, )

#undef ACLNN_CPU_TMP
#undef ACLNN_CPU_TMP_SIZE
#undef ACLNN_CPU_FACTOR_SIZE

// One byte per element, whatever its type.
inline void GetClampTmpBufferFactorSize(const uint32_t /*typeSize*/, uint32_t& maxLiveNodeCount,
                                        uint32_t& extraBuf) {
    maxLiveNodeCount = 1;
    extraBuf = 0;
}

// Note the order of the arguments.
inline void GetSwiGLUMaxMinTmpSize(const TensorShape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                                   uint32_t& minValue, const bool isReuseSource) {
    constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::kSwiGLU);
    aclnn_internal::TmpSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), false, isReuseSource), srcShape,
                            maxValue, minValue);
}

// For Gelu, FasterGelu and FasterGeluV2.
inline void GetGeluMaxMinTmpSize(const TensorShape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                                 uint32_t& minValue) {
    constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::kGelu);
    aclnn_internal::TmpSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), false, false), srcShape, maxValue,
                            minValue);
}
inline uint32_t GetGeluMaxTmpSize(const TensorShape& srcShape, const uint32_t typeSize) {
    uint32_t most = 0;
    uint32_t least = 0;
    GetGeluMaxMinTmpSize(srcShape, typeSize, most, least);
    return most;
}
inline uint32_t GetGeluMinTmpSize(const TensorShape& srcShape, const uint32_t typeSize) {
    uint32_t most = 0;
    uint32_t least = 0;
    GetGeluMaxMinTmpSize(srcShape, typeSize, most, least);
    return least;
}

// Those of Round and Power depend on the chip.
inline void GetRoundMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                                  const TensorShape& srcShape, const uint32_t typeSize,
                                  const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::kRound);
    const bool on_310p = aclnn_internal::IsOn310P(&ascendcPlatform);
    aclnn_internal::TmpSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), on_310p, isReuseSource), srcShape,
                            maxValue, minValue);
}
inline void GetRoundTmpBufferFactorSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                                        const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                        uint32_t& extraBuf) {
    constexpr auto rules = aclnn_cpu::aicore::TemporaryRulesOf(aclnn_internal::Opcode::kRound);
    const bool on_310p = aclnn_internal::IsOn310P(&ascendcPlatform);
    aclnn_internal::FactorSize(rules.Of(aclnn_internal::TypeOfSize(typeSize), on_310p, false), typeSize,
                               maxLiveNodeCount, extraBuf);
}

namespace aclnn_internal {

inline TemporaryRule PowerRule(bool both_tensors, bool integer, uint32_t type_size) {
    const auto rules =
        aclnn_cpu::aicore::TemporaryRulesOf(both_tensors ? Opcode::kPower : Opcode::kPowerTensorScalar);
    return rules.Of(integer ? ElementType::kInt32 : TypeOfSize(type_size),
                    IsOn310P(platform_ascendc::PlatformAscendCManager::GetInstance()), false);
}
// One dimension of length one stands for a scalar.
inline bool IsTensor(const TensorShape& shape) { return shape.GetDimNum() != 1 || shape.GetDim(0) != 1; }

}  // namespace aclnn_internal

inline void GetPowerMaxMinTmpSize(const TensorShape& srcShape1, const TensorShape& srcShape2,
                                  const bool typeIsInt, const uint32_t typeSize, const bool /*isReuseSource*/,
                                  uint32_t& maxValue, uint32_t& minValue) {
    const bool first = aclnn_internal::IsTensor(srcShape1);
    const bool both = first && aclnn_internal::IsTensor(srcShape2);
    aclnn_internal::TmpSize(aclnn_internal::PowerRule(both, typeIsInt, typeSize),
                            first ? srcShape1 : srcShape2, maxValue, minValue);
}
inline void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor, const bool typeIsInt,
                                        const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                        uint32_t& extraBuffer) {
    aclnn_internal::FactorSize(aclnn_internal::PowerRule(baseIsTensor && expIsTensor, typeIsInt, typeSize),
                               typeSize, maxLiveNodeCount, extraBuffer);
}

}  // namespace AscendC

#endif
