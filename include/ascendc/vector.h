// The vector instructions: functions generated from the table, one set per row.
//
// Each comes in the count form (`count` contiguous elements) and in two mask/repeat/stride forms (a number or
// bits). With isSetMask false the mask is what SetVectorMask left.
#ifndef ACLNN_CPU_ASCENDC_VECTOR_H
#define ACLNN_CPU_ASCENDC_VECTOR_H

#include <cstdint>
#include <cstring>

#include "ascendc/emulator.h"
#include "ascendc/params.h"
#include "ascendc/tensor.h"

namespace AscendC {

namespace aclnn_internal {

using aclnn_cpu::aicore::Instruction;
using aclnn_cpu::aicore::MaskSource;
using aclnn_cpu::aicore::Opcode;
using aclnn_cpu::aicore::Operand;

template <typename T>
uint64_t BitsOf(const T& value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

// Fills one instruction step by step, then issues it.
class Vector {
 public:
    Vector(Opcode opcode, uint8_t operands, CallSite site) {
        instruction_.opcode = opcode;
        instruction_.operands = operands;
        instruction_.site = site;
    }
    template <typename T>
    Vector& Set(int index, const LocalTensor<T>& tensor, uint16_t block_stride = 1,
                uint16_t repeat_stride = 8) {
        Operand& operand = instruction_.operand[index];
        operand = tensor.AsOperand();
        operand.block_stride = block_stride;
        operand.repeat_stride = repeat_stride;
        return *this;
    }
    template <typename T>
    Vector& Scalar(const T& value) {
        instruction_.has_scalar = true;
        instruction_.scalar = BitsOf(value);
        return *this;
    }
    Vector& Round(RoundMode mode) {
        instruction_.round = mode;
        return *this;
    }
    void Count(uint32_t count) {
        instruction_.count = count;
        aclnn_cpu::aicore::Issue(instruction_);
    }
    void Repeat(bool set_mask, uint64_t number, uint8_t repeat) {
        instruction_.mask_source = set_mask ? MaskSource::kNumber : MaskSource::kState;
        instruction_.mask[0] = number;
        instruction_.repeat = repeat;
        aclnn_cpu::aicore::Issue(instruction_);
    }
    void Repeat(bool set_mask, const uint64_t* bits, uint8_t repeat) {
        instruction_.mask_source = set_mask ? MaskSource::kBits : MaskSource::kState;
        if (set_mask) {
            instruction_.mask[0] = bits[0];
            instruction_.mask[1] = bits[1];
        }
        instruction_.repeat = repeat;
        aclnn_cpu::aicore::Issue(instruction_);
    }

 private:
    Instruction instruction_;
};

}  // namespace aclnn_internal

// The high-dimensional forms take the mask as a number or as bits: the same body for both.
#define ACLNN_CPU_UNARY_REPEAT(Name, MaskParameter)                                       \
    template <typename T, bool isSetMask = true>                                          \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, MaskParameter, \
                     const uint8_t repeatTime, const UnaryRepeatParams& params,           \
                     CallSite site = CallSite::Here()) {                                  \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                  \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                        \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                        \
            .Repeat(isSetMask, mask, repeatTime);                                         \
    }
#define ACLNN_CPU_UNARY(Name, ...)                                                               \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t& count, \
                     CallSite site = CallSite::Here()) {                                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst)                                                                         \
            .Set(1, src)                                                                         \
            .Count(uint32_t(count));                                                             \
    }                                                                                            \
    ACLNN_CPU_UNARY_REPEAT(Name, uint64_t mask)                                                  \
    ACLNN_CPU_UNARY_REPEAT(Name, uint64_t mask[])

#define ACLNN_CPU_BINARY_REPEAT(Name, MaskParameter)                                                    \
    template <typename T, bool isSetMask = true>                                                        \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
                     MaskParameter, const uint8_t repeatTime, const BinaryRepeatParams& params,         \
                     CallSite site = CallSite::Here()) {                                                \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)                                \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                                      \
            .Set(1, src0, params.src0BlkStride, params.src0RepStride)                                   \
            .Set(2, src1, params.src1BlkStride, params.src1RepStride)                                   \
            .Repeat(isSetMask, mask, repeatTime);                                                       \
    }
#define ACLNN_CPU_BINARY(Name, ...)                                                                     \
    template <typename T, bool isSetMask = true>                                                        \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, \
                     const int32_t& count, CallSite site = CallSite::Here()) {                          \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 3, site)                                \
            .Set(0, dst)                                                                                \
            .Set(1, src0)                                                                               \
            .Set(2, src1)                                                                               \
            .Count(uint32_t(count));                                                                    \
    }                                                                                                   \
    ACLNN_CPU_BINARY_REPEAT(Name, uint64_t mask)                                                        \
    ACLNN_CPU_BINARY_REPEAT(Name, uint64_t mask[])

#define ACLNN_CPU_SCALAR_REPEAT(Name, MaskParameter)                                             \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                     MaskParameter, const uint8_t repeatTime, const UnaryRepeatParams& params,   \
                     CallSite site = CallSite::Here()) {                                         \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst, params.dstBlkStride, params.dstRepStride)                               \
            .Set(1, src, params.srcBlkStride, params.srcRepStride)                               \
            .Scalar(scalarValue)                                                                 \
            .Repeat(isSetMask, mask, repeatTime);                                                \
    }
#define ACLNN_CPU_SCALAR(Name, ...)                                                              \
    template <typename T, bool isSetMask = true>                                                 \
    inline void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                     const int32_t& count, CallSite site = CallSite::Here()) {                   \
        aclnn_internal::Vector(aclnn_internal::Opcode::k##Name, 2, site)                         \
            .Set(0, dst)                                                                         \
            .Set(1, src)                                                                         \
            .Scalar(scalarValue)                                                                 \
            .Count(uint32_t(count));                                                             \
    }                                                                                            \
    ACLNN_CPU_SCALAR_REPEAT(Name, uint64_t mask)                                                 \
    ACLNN_CPU_SCALAR_REPEAT(Name, uint64_t mask[])

ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)

#undef ACLNN_CPU_UNARY
#undef ACLNN_CPU_UNARY_REPEAT
#undef ACLNN_CPU_BINARY
#undef ACLNN_CPU_BINARY_REPEAT
#undef ACLNN_CPU_SCALAR
#undef ACLNN_CPU_SCALAR_REPEAT

// Mask and count refer to the wider of the two types; strides are each operand's own.
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint32_t count, CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst)
        .Set(1, src)
        .Round(roundMode)
        .Count(count);
}
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint64_t mask, const uint8_t repeatTime, const UnaryRepeatParams& params,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Round(roundMode)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename Dst, typename Src, bool isSetMask = true>
inline void Cast(const LocalTensor<Dst>& dst, const LocalTensor<Src>& src, const RoundMode& roundMode,
                 const uint64_t mask[], const uint8_t repeatTime, const UnaryRepeatParams& params,
                 CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kCast, 2, site)
        .Set(0, dst, params.dstBlkStride, params.dstRepStride)
        .Set(1, src, params.srcBlkStride, params.srcRepStride)
        .Round(roundMode)
        .Repeat(isSetMask, mask, repeatTime);
}

template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, const int32_t& count,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst)
        .Scalar(scalarValue)
        .Count(uint32_t(count));
}
template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask,
                      const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Repeat(isSetMask, mask, repeatTime);
}
template <typename T, bool isSetMask = true>
inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask[],
                      const uint8_t repeatTime, const uint16_t dstBlockStride, const uint8_t dstRepeatStride,
                      CallSite site = CallSite::Here()) {
    aclnn_internal::Vector(aclnn_internal::Opcode::kDuplicate, 1, site)
        .Set(0, dst, dstBlockStride, dstRepeatStride)
        .Scalar(scalarValue)
        .Repeat(isSetMask, mask, repeatTime);
}

// The mask that isSetMask = false instructions use: bits in normal mode, an element count (low word) in
// counter mode.
inline void SetMaskNorm() { aclnn_cpu::aicore::SetMaskMode(MaskMode::NORMAL); }
inline void SetMaskCount() { aclnn_cpu::aicore::SetMaskMode(MaskMode::COUNTER); }
inline void ResetMask() { aclnn_cpu::aicore::SetMask(~uint64_t(0), ~uint64_t(0)); }

template <typename T, MaskMode mode = MaskMode::NORMAL>
inline void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow) {
    aclnn_cpu::aicore::SetMask(maskHigh, maskLow);
}
// The first `len` elements of each repeat; in counter mode `len` elements in all.
template <typename T, MaskMode mode = MaskMode::NORMAL>
inline void SetVectorMask(int32_t len) {
    if (mode == MaskMode::COUNTER) {
        aclnn_cpu::aicore::SetMask(0, uint64_t(len));
        return;
    }
    const auto leading = [](int32_t bits) {
        return bits <= 0 ? uint64_t(0) : bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    };
    aclnn_cpu::aicore::SetMask(leading(len - 64), leading(len));
}

}  // namespace AscendC

#endif
