// Does at load what else would be done at first use: in the child of a process that forks while another thread is in
// the middle of it, the first use would wait for that thread for ever. For what reads no environment variable, which a
// program may still set before its first call.
#pragma once

namespace aclnn_cpu::base {

struct AtLoad {
    template <typename Function>
    explicit AtLoad(Function function) {
        function();
    }
};

}  // namespace aclnn_cpu::base
