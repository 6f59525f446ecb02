// A launch in which nothing can go on, in words: who waits where, for whom.
#pragma once

#include <span>

#include "aicore/meetings.h"

namespace aclnn_cpu::aicore {

// `waiters`: every core that has not ended, at least one.
Fault DescribeDeadlock(std::span<Waiter* const> waiters, const CoreLayout& layout, const Meetings& meetings);

}  // namespace aclnn_cpu::aicore
