#include "aicore/arithmetic_trap.h"

#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>

#include "aicore/core.h"
#include "aicore/leave.h"

namespace aclnn_cpu::aicore {

namespace {

struct sigaction previous;
[[gnu::tls_model("initial-exec")]] thread_local uint64_t trapped_at = 0;

void Leave() {
    EndWith([](const Core& core) {
        Fault fault;
        fault.kind = FaultKind::kArithmetic;
        fault.At(core);
        fault.problem =
            fmt::format("the kernel divides an integer by zero, or the least integer by -1, in code at {}",
                        PlaceOf(trapped_at));
        fault.remedy = "the chip does not stop there and goes on with some value; test the divisor first";
        return fault;
    });
}

void Tell(const Core& core, uint64_t at) {
    char text[300];
    std::snprintf(
        text, sizeof(text),
        "aclnn-cpu: %.*s: %.*s %u: the kernel divides an integer by zero, or the least integer by -1, "
        "at %#lx, in code that cannot be left (a library that the kernel calls)\n",
        static_cast<int>(core.op_type.size()), core.op_type.data(), static_cast<int>(core.name.size()),
        core.name.data(), core.block, at);
    WriteError(text);
}

void PassOn(int signal, siginfo_t* info, void* context) {
    if ((previous.sa_flags & SA_SIGINFO) != 0) {
        previous.sa_sigaction(signal, info, context);
    } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
        previous.sa_handler(signal);
    } else if (info->si_code > 0 || previous.sa_handler == SIG_DFL) {
        sigaction(signal, &previous, nullptr);  // the instruction traps again, past us
        if (info->si_code <= 0) {               // another process or the program itself has sent it
            raise(signal);
        }
    }
}

void Handle(int signal, siginfo_t* info, void* context) {
    const int error = errno;
    const Core* const core = CurrentCore();
    const bool divides = info->si_code == FPE_INTDIV || info->si_code == FPE_INTOVF;
    if (core != nullptr && divides) {
        auto& interrupted = *static_cast<ucontext_t*>(context);
        const auto at = static_cast<uint64_t>(interrupted.uc_mcontext.gregs[REG_RIP]);
        if (MayLeave(CodeOf(core->launch->entry), at)) {
            trapped_at = at;
            Redirect(interrupted, &Leave);
            errno = error;
            return;
        }
        Tell(*core, at);
    }
    PassOn(signal, info, context);
    errno = error;
}

}  // namespace

void GuardArithmetic() {
    struct sigaction action {};
    action.sa_sigaction = &Handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGFPE, nullptr, &previous);  // before ours can run
    sigaction(SIGFPE, &action, nullptr);
}

}  // namespace aclnn_cpu::aicore
