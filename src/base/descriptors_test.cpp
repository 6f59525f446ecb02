#include "base/descriptors.h"

#include <gtest/gtest.h>

namespace {

using aclnn_cpu::base::AboveStandardStreams;

TEST(Descriptors, OfOursAreAboveThoseOfStandardStreams) {
    const int saved = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    const int low = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int moved = AboveStandardStreams(low);
    const bool still_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
    dup2(saved, STDOUT_FILENO);
    close(saved);
    EXPECT_EQ(low, STDOUT_FILENO);
    EXPECT_GT(moved, STDERR_FILENO);
    EXPECT_FALSE(still_open);
    EXPECT_EQ(fcntl(moved, F_GETFD), FD_CLOEXEC);
    EXPECT_EQ(AboveStandardStreams(moved), moved);
    close(moved);
}

TEST(Descriptors, ThatAreNoneStayNone) { EXPECT_EQ(AboveStandardStreams(-1), -1); }

}  // namespace
