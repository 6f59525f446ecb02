// Mutexes and forks. A child has the memory of all its parent's threads and only one of them: a mutex that another one
// holds stays locked in the child for ever, and what it guards half changed. So does the guard of a static variable
// that another thread is making.
#pragma once

#include <pthread.h>

#include <mutex>

namespace aclnn_cpu::base {

// Has forks wait for whoever holds the mutex, a constant-initialised one at namespace scope. At load (AtLoad). No
// thread may take a second such mutex while it holds one: a fork takes them in no particular order.
template <std::mutex& mutex>
void HoldInForks() {
    pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
}

}  // namespace aclnn_cpu::base
