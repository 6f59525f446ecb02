// Activations whose calling forms are their own. The others (Sigmoid, GeGLU) are generated from the
// mathematics table by math.h.
#ifndef ACLNN_CPU_ASCENDC_ACTIVATION_H
#define ACLNN_CPU_ASCENDC_ACTIVATION_H

#include <cstdint>

#include "ascendc/math_call.h"

namespace AscendC {

// highPrecision and highPerformance choose among the chip's ways; here there is one.
#define ACLNN_CPU_GELU(Name)                                                               \
    template <typename T, bool highPrecision = false, bool highPerformance = false>        \
    inline void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,       \
                     const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t dataSize, \
                     CallSite site = CallSite::Here()) {                                   \
        aclnn_internal::MathCall(aclnn_internal::Opcode::k##Name, false, site)             \
            .Tensor(dstLocal)                                                              \
            .Tensor(srcLocal)                                                              \
            .Temporary(sharedTmpBuffer)                                                    \
            .Count(dataSize);                                                              \
    }                                                                                      \
    template <typename T, bool highPrecision = false, bool highPerformance = false>        \
    inline void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,       \
                     const uint32_t dataSize, CallSite site = CallSite::Here()) {          \
        aclnn_internal::MathCall(aclnn_internal::Opcode::k##Name, false, site)             \
            .Tensor(dstLocal)                                                              \
            .Tensor(srcLocal)                                                              \
            .Count(dataSize);                                                              \
    }
ACLNN_CPU_GELU(Gelu)
ACLNN_CPU_GELU(FasterGelu)
ACLNN_CPU_GELU(FasterGeluV2)
#undef ACLNN_CPU_GELU

template <typename T, bool isReuseSource = false>
inline void Silu(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, uint32_t dataSize,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kSilu, isReuseSource, site)
        .Tensor(dstLocal)
        .Tensor(srcLocal)
        .Count(dataSize);
}

// src / (1 + e^(-scalarValue src))
template <typename T, bool isReuseSource = false>
inline void Swish(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, uint32_t dataSize,
                  const T scalarValue, CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kSwish, isReuseSource, site)
        .Tensor(dstLocal)
        .Tensor(srcLocal)
        .Scalar(scalarValue)
        .Count(dataSize);
}

// srcTensor0 Swish(srcTensor1, scalarValue)
template <typename T, bool isReuseSource = false>
inline void SwiGLU(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                   const LocalTensor<T>& srcTensor1, const float& scalarValue,
                   const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kSwiGLU, isReuseSource, site)
        .Tensor(dstTensor)
        .Tensor(srcTensor0)
        .Tensor(srcTensor1)
        .Scalar(scalarValue)
        .Temporary(sharedTmpBuffer)
        .Count(calCount);
}
template <typename T, bool isReuseSource = false>
inline void SwiGLU(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                   const LocalTensor<T>& srcTensor1, const float& scalarValue,
                   const LocalTensor<uint8_t>& sharedTmpBuffer, CallSite site = CallSite::Here()) {
    SwiGLU<T, isReuseSource>(dstTensor, srcTensor0, srcTensor1, scalarValue, sharedTmpBuffer,
                             srcTensor0.GetSize(), site);
}
template <typename T, bool isReuseSource = false>
inline void SwiGLU(LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                   const LocalTensor<T>& srcTensor1, const float& scalarValue, const uint32_t calCount,
                   CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kSwiGLU, isReuseSource, site)
        .Tensor(dstTensor)
        .Tensor(srcTensor0)
        .Tensor(srcTensor1)
        .Scalar(scalarValue)
        .Count(calCount);
}
template <typename T, bool isReuseSource = false>
inline void SwiGLU(LocalTensor<T>& dstTensor, LocalTensor<T>& srcTensor0, LocalTensor<T>& srcTensor1,
                   const float& scalarValue, CallSite site = CallSite::Here()) {
    SwiGLU<T, isReuseSource>(dstTensor, srcTensor0, srcTensor1, scalarValue, srcTensor0.GetSize(), site);
}

// srcTensor0 max(srcTensor1, 0)
template <typename T, bool isReuseSource = false>
inline void ReGlu(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                  const LocalTensor<T>& srcTensor1, const LocalTensor<uint8_t>& sharedTmpBuffer,
                  const uint32_t calCount, CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kReGlu, isReuseSource, site)
        .Tensor(dstTensor)
        .Tensor(srcTensor0)
        .Tensor(srcTensor1)
        .Temporary(sharedTmpBuffer)
        .Count(calCount);
}
template <typename T, bool isReuseSource = false>
inline void ReGlu(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,
                  const LocalTensor<T>& srcTensor1, const uint32_t calCount,
                  CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kReGlu, isReuseSource, site)
        .Tensor(dstTensor)
        .Tensor(srcTensor0)
        .Tensor(srcTensor1)
        .Count(calCount);
}

}  // namespace AscendC

#endif
