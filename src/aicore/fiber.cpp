#include "aicore/fiber.h"

#include <cxxabi.h>
#include <sys/mman.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "base/sanitizers.h"

#if ACLNN_CPU_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if ACLNN_CPU_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace aclnn_cpu::aicore {

namespace {

namespace context = boost::context::detail;

constexpr size_t kPage = 4096;

#if ACLNN_CPU_ASAN
// What only the stack of a block refers to that was left for good stays allocated, by design, and is no leak to
// report: a copy of such a stack is kept where the sanitizer looks for references. The only place that hides
// anything from it.
__attribute__((no_sanitize_address)) void KeepReferences(const void* from, const void* end) {
    static auto& kept = *new std::vector<std::unique_ptr<uintptr_t[]>>;
    static auto& mutex = *new std::mutex;
    const auto* words = static_cast<const volatile uintptr_t*>(from);
    const size_t count = (static_cast<const char*>(end) - static_cast<const char*>(from)) / sizeof(uintptr_t);
    auto* const copy = new uintptr_t[count];
    for (size_t i = 0; i < count; ++i) {  // not memcpy, which the sanitizer watches: redzones are copied too
        copy[i] = words[i];
    }
    const std::lock_guard lock(mutex);
    kept.emplace_back(copy);
}
#endif

#if ACLNN_CPU_ASAN || ACLNN_CPU_TSAN
constexpr size_t kStackBytes = 1024 * 1024;  // instrumented frames are larger
#else
constexpr size_t kStackBytes = 256 * 1024;
#endif

}  // namespace

struct Fiber::Entry {
    static void Run(context::transfer_t transfer) {
        auto* fiber = static_cast<Fiber*>(transfer.data);
        fiber->host_.context = transfer.fctx;
        fiber->RunBody();
    }
};

Fiber::Fiber() {
    // The lowest page stays unreadable: running off the stack is a clean crash.
    void* mapping = mmap(nullptr, kStackBytes + kPage, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapping == MAP_FAILED) {
        throw std::bad_alloc();
    }
    if (mprotect(mapping, kPage, PROT_NONE) != 0) {  // as when the process has all the mappings it may have
        munmap(mapping, kStackBytes + kPage);
        throw std::bad_alloc();
    }
    mapping_ = static_cast<uint8_t*>(mapping);
    own_.stack_bottom = mapping_ + kPage;
    own_.stack_bytes = kStackBytes;
}

Fiber::~Fiber() {
#if ACLNN_CPU_ASAN
    // The last frames never returned; whoever maps this memory next must not inherit their redzones.
    ASAN_UNPOISON_MEMORY_REGION(mapping_ + kPage, kStackBytes);
#endif
    munmap(mapping_, kStackBytes + kPage);
}

void Fiber::Start(void (*body)(void*), void* argument) {
    body_ = body;
    argument_ = argument;
    own_.fake_stack = nullptr;
    own_.exceptions = Exceptions{};
    own_.context = context::make_fcontext(mapping_ + kPage + kStackBytes, kStackBytes, &Entry::Run);
#if ACLNN_CPU_ASAN
    ASAN_UNPOISON_MEMORY_REGION(mapping_ + kPage, kStackBytes);
#endif
#if ACLNN_CPU_TSAN
    own_.tsan_fiber = __tsan_create_fiber(0);
#endif
    Resume();
}

void Fiber::Resume() {
    suspended_ = false;
#if ACLNN_CPU_TSAN
    host_.tsan_fiber = __tsan_get_current_fiber();
#endif
    Switch(host_, own_, false);
#if ACLNN_CPU_TSAN
    if (!suspended_) {
        __tsan_destroy_fiber(own_.tsan_fiber);
    }
#endif
}

void Fiber::Suspend() {
    suspended_ = true;
    Switch(own_, host_, false);
}

void Fiber::Leave() {
#if ACLNN_CPU_ASAN
    const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) & ~(sizeof(uintptr_t) - 1);
    KeepReferences(reinterpret_cast<const void*>(here), mapping_ + kPage + kStackBytes);
#endif
    Switch(own_, host_, true);
    __builtin_unreachable();
}

void Fiber::RunBody() {
#if ACLNN_CPU_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &host_.stack_bottom, &host_.stack_bytes);
#endif
    body_(argument_);
    Switch(own_, host_, true);
}

void Fiber::Switch([[maybe_unused]] Context& from, Context& to, [[maybe_unused]] bool for_good) {
#if ACLNN_CPU_ASAN
    __sanitizer_start_switch_fiber(for_good ? nullptr : &from.fake_stack, to.stack_bottom, to.stack_bytes);
#endif
#if ACLNN_CPU_TSAN
    __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
    // Both sides run on one thread, and either may be in the middle of throwing or handling.
    void* const exceptions = abi::__cxa_get_globals();
    std::memcpy(&from.exceptions, exceptions, sizeof(Exceptions));
    std::memcpy(exceptions, &to.exceptions, sizeof(Exceptions));
    const context::transfer_t transfer = context::jump_fcontext(to.context, this);
    to.context = transfer.fctx;
#if ACLNN_CPU_ASAN
    const void* bottom = nullptr;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(from.fake_stack, &bottom, &bytes);
    if (&from == &own_) {  // resumed: the host's stack may be another part of the same thread
        host_.stack_bottom = bottom;
        host_.stack_bytes = bytes;
    }
#endif
}

}  // namespace aclnn_cpu::aicore
