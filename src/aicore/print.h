// Text that kernels print.
#pragma once

#include <string>
#include <string_view>

namespace aclnn_cpu::aicore {

// Hands whole lines to standard output, so that lines of blocks that run side by side do not mix.
class LinePrinter {
 public:
    void Print(std::string_view text);
    void Flush();  // also the line that has not ended yet

 private:
    std::string line_;  // not ended yet
};

}  // namespace aclnn_cpu::aicore
