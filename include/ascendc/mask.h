// Mask state: what instructions with isSetMask = false work on.
#ifndef ACLNN_CPU_ASCENDC_MASK_H
#define ACLNN_CPU_ASCENDC_MASK_H

#include <cstdint>

#include "ascendc/emulator.h"

namespace AscendC {

using aclnn_cpu::aicore::CallSite;

// In normal mode the mask has a bit for each element of a repeat; in counter mode its low word is the number
// of elements of all repeats together.
inline void SetMaskNorm(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetMaskMode(MaskMode::NORMAL, site);
}
inline void SetMaskCount(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetMaskMode(MaskMode::COUNTER, site);
}
inline void ResetMask(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetMask(~uint64_t(0), ~uint64_t(0), aclnn_cpu::aicore::MaskMeaning::kBits, site);
}

template <typename T, MaskMode mode = MaskMode::NORMAL>
inline void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetMask(maskHigh, maskLow, aclnn_cpu::aicore::MaskMeaning::kAny, site);
}
// The first `len` elements of each repeat; in counter mode `len` elements in all.
template <typename T, MaskMode mode = MaskMode::NORMAL>
inline void SetVectorMask(int32_t len, CallSite site = CallSite::Here()) {
    using aclnn_cpu::aicore::MaskMeaning;
    if (mode == MaskMode::COUNTER) {
        aclnn_cpu::aicore::SetMask(0, uint64_t(len), MaskMeaning::kNumber, site);
        return;
    }
    if (len == int32_t(ONE_REPEAT_BYTE_SIZE / sizeof(T))) {
        ResetMask(site);  // all the elements of a repeat, of narrower types as well
        return;
    }
    const auto leading = [](int32_t bits) {
        return bits <= 0 ? uint64_t(0) : bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    };
    aclnn_cpu::aicore::SetMask(leading(len - 64), leading(len), MaskMeaning::kBits, site);
}

// The older spelling of SetVectorMask.
class AscendCUtils {
 public:
    template <typename T, bool isSetMask = true>
    static void SetMask(const uint64_t& maskHigh, const uint64_t& maskLow, CallSite site = CallSite::Here()) {
        if (isSetMask) {
            SetVectorMask<T>(maskHigh, maskLow, site);
        }
    }
    template <typename T, bool isSetMask = true>
    static void SetMask(int32_t len, CallSite site = CallSite::Here()) {
        if (isSetMask) {
            SetVectorMask<T>(len, site);
        }
    }
    template <bool isSetMask = true>
    static void ResetMask(CallSite site = CallSite::Here()) {
        if (isSetMask) {
            AscendC::ResetMask(site);
        }
    }
};

}  // namespace AscendC

#endif
