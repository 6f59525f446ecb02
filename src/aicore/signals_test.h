// For tests of what a signal does to a kernel.
#pragma once

#include <gtest/gtest.h>

#include "base/sanitizers.h"

// The thread sanitizer keeps signals back until a thread calls something.
#define SKIP_WITHOUT_SIGNALS()                                        \
    if (ACLNN_CPU_TSAN) {                                             \
        GTEST_SKIP() << "the thread sanitizer holds the signal back"; \
    }
