// High-level mathematics (and the activations of the same calling forms), generated from the mathematics
// table; the functions of other forms stand below.
#ifndef ACLNN_CPU_ASCENDC_MATH_H
#define ACLNN_CPU_ASCENDC_MATH_H

#include <cstdint>

#include "ascendc/math_call.h"

namespace AscendC {

// The calling forms that rows of the table share. Without a count the whole of the first source is computed;
// without sharedTmpBuffer the temporary buffer is what TPipe has left of UB. isReuseSource allows overwriting
// the sources.
#define ACLNN_CPU_MATH_FORM(Name, function, Parameters, Operands, count)               \
    template <typename T, bool isReuseSource = false>                                  \
    inline void function(const LocalTensor<T>& dstTensor, ACLNN_CPU_EXPAND Parameters, \
                         CallSite site = CallSite::Here()) {                           \
        aclnn_internal::MathCall(aclnn_internal::Opcode::k##Name, isReuseSource, site) \
            .Tensor(dstTensor) ACLNN_CPU_EXPAND Operands.Count(count);                 \
    }
#define ACLNN_CPU_EXPAND(...) __VA_ARGS__

#define ACLNN_CPU_COUNTED(Name, function, ...)                                                         \
    ACLNN_CPU_MATH_FORM(Name, function,                                                                \
                        (const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>& sharedTmpBuffer, \
                         const uint32_t calCount),                                                     \
                        (.Tensor(srcTensor).Temporary(sharedTmpBuffer)), calCount)                     \
    ACLNN_CPU_MATH_FORM(Name, function, (const LocalTensor<T>& srcTensor, const uint32_t calCount),    \
                        (.Tensor(srcTensor)), calCount)
#define ACLNN_CPU_UNARY(Name, function, ...)                                                            \
    ACLNN_CPU_COUNTED(Name, function)                                                                   \
    ACLNN_CPU_MATH_FORM(Name, function,                                                                 \
                        (const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>& sharedTmpBuffer), \
                        (.Tensor(srcTensor).Temporary(sharedTmpBuffer)), srcTensor.GetSize())           \
    ACLNN_CPU_MATH_FORM(Name, function, (const LocalTensor<T>& srcTensor), (.Tensor(srcTensor)),        \
                        srcTensor.GetSize())
#define ACLNN_CPU_BINARY(Name, function, ...)                                                          \
    ACLNN_CPU_MATH_FORM(Name, function,                                                                \
                        (const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1,           \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount),        \
                        (.Tensor(srcTensor0).Tensor(srcTensor1).Temporary(sharedTmpBuffer)), calCount) \
    ACLNN_CPU_MATH_FORM(                                                                               \
        Name, function,                                                                                \
        (const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1, const uint32_t calCount), \
        (.Tensor(srcTensor0).Tensor(srcTensor1)), calCount)                                            \
    ACLNN_CPU_MATH_FORM(Name, function,                                                                \
                        (const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1,           \
                         const LocalTensor<uint8_t>& sharedTmpBuffer),                                 \
                        (.Tensor(srcTensor0).Tensor(srcTensor1).Temporary(sharedTmpBuffer)),           \
                        srcTensor0.GetSize())                                                          \
    ACLNN_CPU_MATH_FORM(Name, function,                                                                \
                        (const LocalTensor<T>& srcTensor0, const LocalTensor<T>& srcTensor1),          \
                        (.Tensor(srcTensor0).Tensor(srcTensor1)), srcTensor0.GetSize())
#define ACLNN_CPU_SHAPED(...)

ACLNN_CPU_MATH_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_COUNTED, ACLNN_CPU_BINARY, ACLNN_CPU_SHAPED)

// Log and Log10 need no temporary buffer and take none.
#define ACLNN_CPU_PLAIN(Name, function)                                                          \
    ACLNN_CPU_MATH_FORM(Name, function, (const LocalTensor<T>& srcTensor, uint32_t calCount),    \
                        (.Tensor(srcTensor)), calCount)                                          \
    ACLNN_CPU_MATH_FORM(Name, function, (const LocalTensor<T>& srcTensor), (.Tensor(srcTensor)), \
                        srcTensor.GetSize())
ACLNN_CPU_PLAIN(Log, Log)
ACLNN_CPU_PLAIN(Log10, Log10)

// Power with a scalar as the exponent, or as the base.
#define ACLNN_CPU_POWER(Name, Parameters, tensor)                                                           \
    ACLNN_CPU_MATH_FORM(                                                                                    \
        Name, Power,                                                                                        \
        (ACLNN_CPU_EXPAND Parameters, const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount),      \
        (.Tensor(tensor).Scalar(scalarValue).Temporary(sharedTmpBuffer)), calCount)                         \
    ACLNN_CPU_MATH_FORM(Name, Power, (ACLNN_CPU_EXPAND Parameters, uint32_t calCount),                      \
                        (.Tensor(tensor).Scalar(scalarValue)), calCount)                                    \
    ACLNN_CPU_MATH_FORM(Name, Power,                                                                        \
                        (ACLNN_CPU_EXPAND Parameters, const LocalTensor<uint8_t>& sharedTmpBuffer),         \
                        (.Tensor(tensor).Scalar(scalarValue).Temporary(sharedTmpBuffer)), tensor.GetSize()) \
    ACLNN_CPU_MATH_FORM(Name, Power, Parameters, (.Tensor(tensor).Scalar(scalarValue)), tensor.GetSize())
ACLNN_CPU_POWER(PowerTensorScalar, (const LocalTensor<T>& srcTensor0, const T& scalarValue), srcTensor0)
ACLNN_CPU_POWER(PowerScalarTensor, (const T& scalarValue, const LocalTensor<T>& srcTensor1), srcTensor1)

// min(src, scalar) and max(src, scalar).
#define ACLNN_CPU_CLAMP(Name)                                                                          \
    ACLNN_CPU_MATH_FORM(Name, Name,                                                                    \
                        (const LocalTensor<T>& srcTensor, const LocalTensor<uint8_t>& sharedTmpBuffer, \
                         const T scalar, const uint32_t calCount),                                     \
                        (.Tensor(srcTensor).Scalar(scalar).Temporary(sharedTmpBuffer)), calCount)      \
    ACLNN_CPU_MATH_FORM(Name, Name,                                                                    \
                        (const LocalTensor<T>& srcTensor, const T scalar, const uint32_t calCount),    \
                        (.Tensor(srcTensor).Scalar(scalar)), calCount)
ACLNN_CPU_CLAMP(ClampMax)
ACLNN_CPU_CLAMP(ClampMin)

#undef ACLNN_CPU_UNARY
#undef ACLNN_CPU_COUNTED
#undef ACLNN_CPU_BINARY
#undef ACLNN_CPU_SHAPED
#undef ACLNN_CPU_PLAIN
#undef ACLNN_CPU_POWER
#undef ACLNN_CPU_CLAMP
#undef ACLNN_CPU_MATH_FORM
#undef ACLNN_CPU_EXPAND

// e^x by a Taylor series on the chip; here it is as exact with few terms as with many. The level has no
// default, which is what tells these from the instruction Exp.
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
inline void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const uint32_t calCount,
                CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kExpTaylor, isReuseSource, site)
        .Tensor(dstLocal)
        .Tensor(srcLocal)
        .Count(calCount);
}
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
inline void Exp(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount,
                CallSite site = CallSite::Here()) {
    aclnn_internal::MathCall(aclnn_internal::Opcode::kExpTaylor, isReuseSource, site)
        .Tensor(dstLocal)
        .Tensor(srcLocal)
        .Temporary(sharedTmpBuffer)
        .Count(calCount);
}

}  // namespace AscendC

#endif
