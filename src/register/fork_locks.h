// Locks and forks. A child has only the thread that forked: a lock that another thread held at that moment
// would never be released in it, and the child's first aclnn call would wait for ever. Every lock of this
// library that outlives a call is therefore taken before a fork and free after it, in parent and child.
#pragma once

#include <new>

#include "base/sanitizers.h"

namespace aclnn_cpu::registry {

struct ForkLock {
    void* mutex;
    void (*lock)(void*);
    void (*unlock)(void*);
    void (*renew)(void*);  // in the child, where a shared_mutex cannot be unlocked: its thread has a new id
};

// Outer locks are taken before inner ones, which are those that code takes while it holds an outer one.
enum class ForkOrder { kOuter, kInner };

void AddForkLock(const ForkLock& lock, ForkOrder order);

#if ACLNN_CPU_TSAN
extern "C" void __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
extern "C" void __tsan_mutex_post_unlock(void* mutex, unsigned flags);
#endif

// Makes the locked mutex a free one, in the child. The thread sanitizer is told, since it sees no unlock.
template <typename Mutex>
void RenewLock(void* mutex) {
#if ACLNN_CPU_TSAN
    __tsan_mutex_pre_unlock(mutex, 0);
    __tsan_mutex_post_unlock(mutex, 0);
#endif
    new (mutex) Mutex();
}

// For a mutex that is never destroyed; call it once, while the library is loaded, before threads use it.
template <typename Mutex>
void KeepAcrossForks(Mutex& mutex, ForkOrder order = ForkOrder::kOuter) {
    AddForkLock({&mutex, [](void* m) { static_cast<Mutex*>(m)->lock(); },
                 [](void* m) { static_cast<Mutex*>(m)->unlock(); }, &RenewLock<Mutex>},
                order);
}

}  // namespace aclnn_cpu::registry
