// Mask state: what instructions with isSetMask = false work on.
#ifndef ACLNN_CPU_ASCENDC_MASK_H
#define ACLNN_CPU_ASCENDC_MASK_H

#include <cstdint>

#include "ascendc/emulator.h"

namespace AscendC {

// In normal mode the mask has a bit for each element of a repeat; in counter mode its low word is the number
// of elements of all repeats together.
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
    if (len == int32_t(ONE_REPEAT_BYTE_SIZE / sizeof(T))) {
        ResetMask();  // all the elements of a repeat, of narrower types as well
        return;
    }
    const auto leading = [](int32_t bits) {
        return bits <= 0 ? uint64_t(0) : bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    };
    aclnn_cpu::aicore::SetMask(leading(len - 64), leading(len));
}

// The older spelling of SetVectorMask.
class AscendCUtils {
 public:
    template <typename T, bool isSetMask = true>
    static void SetMask(const uint64_t& maskHigh, const uint64_t& maskLow) {
        if (isSetMask) {
            SetVectorMask<T>(maskHigh, maskLow);
        }
    }
    template <typename T, bool isSetMask = true>
    static void SetMask(int32_t len) {
        if (isSetMask) {
            SetVectorMask<T>(len);
        }
    }
    template <bool isSetMask = true>
    static void ResetMask() {
        if (isSetMask) {
            AscendC::ResetMask();
        }
    }
};

}  // namespace AscendC

#endif
