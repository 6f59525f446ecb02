// Whether arithmetic has met subnormal numbers: the processor's sticky flags of the calling thread.
#pragma once

#include <xmmintrin.h>

namespace aclnn_cpu::simd {

// A subnormal operand, a result that underflowed.
inline constexpr unsigned kSubnormalFlags = _MM_EXCEPT_DENORM | _MM_EXCEPT_UNDERFLOW;

// Gives back at its end the flags that were raised before it, and starts with none. Writing the flags takes as long
// as a row of a tile: this is for a whole loop, so that SubnormalFlags within it seldom has to.
class KeptSubnormalFlags {
 public:
    KeptSubnormalFlags() : before_(_mm_getcsr() & kSubnormalFlags) {
        if (before_ != 0) {
            _mm_setcsr(_mm_getcsr() & ~kSubnormalFlags);
        }
    }
    ~KeptSubnormalFlags() {
        if (before_ != 0) {
            _mm_setcsr(_mm_getcsr() | before_);
        }
    }
    KeptSubnormalFlags(const KeptSubnormalFlags&) = delete;
    KeptSubnormalFlags& operator=(const KeptSubnormalFlags&) = delete;

 private:
    unsigned before_;
};

// Which of kFlags have been raised since construction.
template <unsigned kFlags>
class SubnormalFlags {
    static_assert((kFlags & ~kSubnormalFlags) == 0);

 public:
    SubnormalFlags() {
        const unsigned before = _mm_getcsr();
        if ((before & kFlags) != 0) {
            _mm_setcsr(before & ~kFlags);
        }
    }
    bool Raised() const { return (_mm_getcsr() & kFlags) != 0; }
};

}  // namespace aclnn_cpu::simd
