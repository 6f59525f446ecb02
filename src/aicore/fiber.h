// A stack on which a block runs and can be suspended. The only place that knows Boost.Context and the
// sanitizers' fiber annotations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclnn_cpu::aicore {

class Fiber {
 public:
    Fiber();   // throws std::bad_alloc
    ~Fiber();  // the fiber must not be suspended
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Runs body(argument) on the fiber until it returns or suspends. The body must not throw. A finished
    // fiber can be started again, on any thread; a suspended one is resumed on the thread that started it.
    void Start(void (*body)(void*), void* argument);
    void Resume();
    bool suspended() const { return suspended_; }

    // On the fiber: back to whoever started or resumed it.
    void Suspend();
    // On the fiber: the same for good, as if the body had returned. Nothing on the stack is destroyed.
    [[noreturn]] void Leave();

 private:
    // What the C++ runtime keeps of exceptions that are being thrown or handled, per thread: the beginning of
    // __cxa_eh_globals in the Itanium C++ ABI.
    struct Exceptions {
        void* caught = nullptr;
        unsigned int uncaught = 0;
    };
    // One side of a switch.
    struct Context {
        void* context = nullptr;
        const void* stack_bottom = nullptr;
        size_t stack_bytes = 0;
        void* fake_stack = nullptr;  // AddressSanitizer's
        void* tsan_fiber = nullptr;  // ThreadSanitizer's
        Exceptions exceptions;
    };
    struct Entry;

    void Switch(Context& from, Context& to, bool for_good);
    void RunBody();

    uint8_t* mapping_;
    Context own_;
    Context host_;
    void (*body_)(void*) = nullptr;
    void* argument_ = nullptr;
    bool suspended_ = false;
};

}  // namespace aclnn_cpu::aicore
