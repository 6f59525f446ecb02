// For kernels of tests that race in global memory on purpose, on several workers.
#pragma once

#include "base/sanitizers.h"

#if ACLNN_CPU_TSAN
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace aclnn_cpu::aicore_tests {

// While it lives, ThreadSanitizer takes no note of what this block accesses; elsewhere nothing. The block must
// not wait for others meanwhile.
class IntendedRace {
 public:
    IntendedRace() {
#if ACLNN_CPU_TSAN
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
    }
    ~IntendedRace() {
#if ACLNN_CPU_TSAN
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
    }
    IntendedRace(const IntendedRace&) = delete;
    IntendedRace& operator=(const IntendedRace&) = delete;
};

}  // namespace aclnn_cpu::aicore_tests
