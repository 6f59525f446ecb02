// Whether arithmetic since construction has met subnormal numbers: the processor's sticky flags of the calling thread.
// They are cleared for the time and raised again at the end where they were.
#pragma once

#include <xmmintrin.h>

namespace aclnn_cpu::simd {

class SubnormalFlags {
 public:
    SubnormalFlags() : before_(_mm_getcsr()) {
        if ((before_ & kFlags) != 0) {
            _mm_setcsr(before_ & ~kFlags);
        }
    }
    ~SubnormalFlags() {
        if ((before_ & kFlags) != 0) {
            _mm_setcsr(_mm_getcsr() | (before_ & kFlags));
        }
    }
    SubnormalFlags(const SubnormalFlags&) = delete;
    SubnormalFlags& operator=(const SubnormalFlags&) = delete;

    bool Raised() const { return (_mm_getcsr() & kFlags) != 0; }

 private:
    // A subnormal operand, a result that underflowed.
    static constexpr unsigned kFlags = _MM_EXCEPT_DENORM | _MM_EXCEPT_UNDERFLOW;
    unsigned before_;
};

}  // namespace aclnn_cpu::simd
