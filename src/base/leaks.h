// What a program made and never gave back, put into one report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/call_stack.h"

namespace aclnn_cpu::base {

struct Leak {
    std::string kind;   // "stream", "executor of aclnnGeluBackward"
    const char* giver;  // what gives it back: "aclrtDestroyStream"
    uint64_t bytes;     // of memory; 0: has no size
    Origin made;        // null: before the checker was on
};

// One line per kind, and below it one per place in the program that made some, most bytes and most objects first:
//   device memory: 3 left, 12288 bytes in all; give them back with aclrtFree
//     2 x 4096 bytes, made at Fill (model.cpp:40) <- main (model.cpp:12)
// Empty when there are no leaks. Takes tens of milliseconds per object file (call_stack.h).
ACLNN_CPU_API std::string LeakReport(const std::vector<Leak>& leaks);

}  // namespace aclnn_cpu::base
