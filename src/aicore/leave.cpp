#include "aicore/leave.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <vector>

#include "aicore/core.h"
#include "base/at_load.h"
#include "base/fork.h"
#include "base/log.h"

namespace aclnn_cpu::aicore {

namespace {

constexpr const char* kLeftWhereItStood =
    "; the block was left where it stood: a lock that its kernel held there, or a static variable that it "
    "was "
    "initialising, stays taken, and whatever uses it later in this process waits for ever";

struct Walk {
    uint64_t at;
    const CodeRange* code;
    bool started = false;
    bool from_the_emulator = false;  // the kernel, and nothing between it and what called it
};

// From the interrupted function outwards.
_Unwind_Reason_Code Visit(_Unwind_Context* context, void* argument) {
    auto& walk = *static_cast<Walk*>(argument);
    const uint64_t address = _Unwind_GetIP(context);
    walk.started = walk.started || address == walk.at;
    if (!walk.started || walk.code->Holds(address)) {
        return _URC_NO_REASON;
    }
    walk.from_the_emulator = _Unwind_GetRegionStart(context) == reinterpret_cast<uint64_t>(&CallWatched);
    return _URC_END_OF_STACK;
}

// Around the loader's lock, which some versions of glibc leave locked in the child of a fork.
std::mutex searching;
[[maybe_unused]] const base::AtLoad kForkSafe([] { base::HoldInForks<searching>(); });

// Kernels of which a block was left since their last launch.
std::mutex leaving;
[[maybe_unused]] const base::AtLoad kLeavingForkSafe([] { base::HoldInForks<leaving>(); });
std::atomic<bool> any_left{false};
std::vector<KernelEntry>& Left() {  // with `leaving` held
    static auto& left = *new std::vector<KernelEntry>;
    return left;
}

void NoteLeft(const Core& core) {
    const std::lock_guard lock(leaving);
    Left().push_back(core.launch->entry);
    any_left.store(true, std::memory_order_release);
}

struct CodeSearch {
    uint64_t address;
    CodeRange found;
};

int FindCode(dl_phdr_info* info, size_t, void* argument) {
    auto& search = *static_cast<CodeSearch*>(argument);
    CodeRange range{~uint64_t(0), 0};
    bool holds = false;
    for (uint32_t i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& header = info->dlpi_phdr[i];
        if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
            const CodeRange segment{info->dlpi_addr + header.p_vaddr,
                                    info->dlpi_addr + header.p_vaddr + header.p_memsz};
            holds = holds || segment.Holds(search.address);
            range = {std::min(range.begin, segment.begin), std::max(range.end, segment.end)};
        }
    }
    if (holds) {
        search.found = range;
    }
    return holds ? 1 : 0;
}

}  // namespace

CodeRange CodeOf(KernelEntry entry) {
    CodeSearch search{reinterpret_cast<uint64_t>(entry), {}};
    const std::lock_guard lock(searching);
    dl_iterate_phdr(&FindCode, &search);
    return search.found.Holds(reinterpret_cast<uint64_t>(&CallWatched)) ? CodeRange{} : search.found;
}

__attribute__((noinline)) void CallWatched(KernelEntry entry, void* const* arguments, uint64_t tiling_key) {
    entry(arguments, tiling_key);
    asm volatile("" ::: "memory");  // so that it is a call and leaves this function on the stack
}

bool MayLeave(const CodeRange& code, uint64_t at) {
    if (!code.Holds(at)) {
        return false;
    }
    Walk walk{at, &code};
    _Unwind_Backtrace(&Visit, &walk);
    return walk.from_the_emulator;
}

void Redirect(ucontext_t& context, void (*leave)()) {
    constexpr uint64_t kRedZone = 128;  // below the stack pointer, in use (System V ABI)
    constexpr int64_t kDirectionFlag = 0x400;
    greg_t* const registers = context.uc_mcontext.gregs;
    uint64_t stack = (static_cast<uint64_t>(registers[REG_RSP]) - kRedZone) & ~uint64_t(15);
    stack -= sizeof(uint64_t);
    *reinterpret_cast<uint64_t*>(stack) = 0;  // the return address: nobody called
    registers[REG_RSP] = static_cast<greg_t>(stack);
    registers[REG_RIP] = reinterpret_cast<greg_t>(leave);
    registers[REG_EFL] &= ~kDirectionFlag;
}

void EndWith(Fault (*make)(const Core& core)) {
    asm volatile("fninit");  // the kernel may have been in the middle of long double arithmetic
    const Core& core = ThisCore();
    if (!core.waiter->Unwinds()) {
        Fault fault = make(core);
        fault.remedy += kLeftWhereItStood;
        const bool first = core.waiter->Report() == nullptr;
        core.waiter->Failed(fault);
        NoteLeft(core);
        // Now: the launch may never return its report.
        if (first && core.launch->threads > 1 && core.block_count > 1) {
            base::Log(base::LogLevel::kWarning,
                      fmt::format(
                          "{}: {} {} was left where it stood: {}; if the launch does not end, another block "
                          "waits for what that one held",
                          core.op_type, core.name, core.block, fault.problem));
        }
    }
    core.waiter->Terminated();
    __builtin_unreachable();
}

void WarnOfLeft(const KernelLaunch& launch) {
    if (!any_left.load(std::memory_order_acquire)) [[likely]] {
        return;
    }
    size_t blocks = 0;
    {
        const std::lock_guard lock(leaving);
        blocks = std::erase(Left(), launch.entry);
        any_left.store(!Left().empty(), std::memory_order_release);
    }
    if (blocks != 0) {
        base::Log(
            base::LogLevel::kWarning,
            fmt::format(
                "{}: a block of an earlier launch of this kernel was left where it stood; if this launch "
                "does not end, it waits for what that one held",
                launch.op_type));
    }
}

std::string PlaceOf(uint64_t code) {
    Dl_info info;
    void* map = nullptr;
    if (dladdr1(reinterpret_cast<const void*>(code), &info, &map, RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr || map == nullptr) {
        return fmt::format("{:#x}", code);
    }
    const uint64_t offset =
        code - static_cast<const link_map*>(map)->l_addr;  // 0 for a program at a fixed place
    return fmt::format("{0} + {1:#x} (addr2line -Cfie {0} {1:#x} names the line)", info.dli_fname, offset);
}

void WriteError(const char* text) { static_cast<void>(!write(STDERR_FILENO, text, std::strlen(text))); }

}  // namespace aclnn_cpu::aicore
