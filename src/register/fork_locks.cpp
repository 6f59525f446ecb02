#include "register/fork_locks.h"

#include <pthread.h>

#include <mutex>
#include <vector>

namespace aclnn_cpu::registry {
namespace {

struct ForkLocks {
    std::mutex mutex;  // of the lists themselves
    std::vector<ForkLock> by_order[2];

    template <typename Visit>
    void ForEach(Visit visit) {
        for (const std::vector<ForkLock>& locks : by_order) {
            for (const ForkLock& lock : locks) {
                visit(lock);
            }
        }
    }
};

ForkLocks& TheLocks();

void BeforeFork() {
    TheLocks().mutex.lock();
    TheLocks().ForEach([](const ForkLock& lock) { lock.lock(lock.mutex); });
}
void InParent() {
    TheLocks().ForEach([](const ForkLock& lock) { lock.unlock(lock.mutex); });
    TheLocks().mutex.unlock();
}
void InChild() {
    TheLocks().ForEach([](const ForkLock& lock) { lock.renew(lock.mutex); });
    TheLocks().mutex.unlock();
}

// Never destroyed: processes fork from exit handlers too.
ForkLocks& TheLocks() {
    static ForkLocks& locks = *[] {
        auto* created = new ForkLocks();
        pthread_atfork(BeforeFork, InParent, InChild);
        return created;
    }();
    return locks;
}

}  // namespace

void AddForkLock(const ForkLock& lock, ForkOrder order) {
    const std::lock_guard guard(TheLocks().mutex);
    TheLocks().by_order[static_cast<size_t>(order)].push_back(lock);
}

}  // namespace aclnn_cpu::registry
