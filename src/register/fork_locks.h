// Locks and forks. A child has only the thread that forked: a lock that another thread held at that moment
// would never be released in it, and the child's first aclnn call would wait for ever. Every lock of this
// library that outlives a call is therefore taken before a fork and free after it, in parent and child.
#pragma once

#include <new>

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

// For a mutex that is never destroyed; call it once, while the library is loaded, before threads use it.
template <typename Mutex>
void KeepAcrossForks(Mutex& mutex, ForkOrder order = ForkOrder::kOuter) {
    AddForkLock({&mutex, [](void* m) { static_cast<Mutex*>(m)->lock(); },
                 [](void* m) { static_cast<Mutex*>(m)->unlock(); }, [](void* m) { new (m) Mutex(); }},
                order);
}

}  // namespace aclnn_cpu::registry
