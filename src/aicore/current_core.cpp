// Alone in its file, so that no caller can inline it.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "aicore/core.h"

namespace aclnn_cpu::aicore {

namespace {
// Found without a call, at an offset that is fixed when the library is loaded.
[[gnu::tls_model("initial-exec")]] thread_local Core* current_core = nullptr;
}  // namespace

// For debuggers, in which a call of BlockIndex would let the other threads run on.
__attribute__((visibility("default"), tls_model("initial-exec"))) thread_local int32_t block_index = -1;

__attribute__((noinline)) Core* CurrentCore() { return current_core; }
__attribute__((noinline)) void SetCurrentCore(Core* core) {
    current_core = core;
    block_index = -1;
}
__attribute__((noinline)) void SetBlockIndex(uint32_t block) { block_index = static_cast<int32_t>(block); }

namespace {

std::terminate_handler previous_handler = nullptr;

[[noreturn]] void OnTerminate() {
    if (Core* core = CurrentCore(); core != nullptr && core->waiter != nullptr) {
        core->waiter->Terminated();
    }
    if (previous_handler != nullptr) {
        previous_handler();
    }
    std::abort();
}

}  // namespace

void GuardTermination() {
    previous_handler = std::get_terminate();
    std::set_terminate(OnTerminate);
}

__attribute__((noinline)) Core& ThisCore() {
    if (current_core == nullptr) {
        std::fputs("aclnn-cpu: an Ascend C function was called outside a kernel launch\n", stderr);
        std::abort();
    }
    return *current_core;
}

}  // namespace aclnn_cpu::aicore
