// Where in the program something was done: remembered as addresses, put into words when a report needs them.
#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/export.h"
#include "base/settings.h"

namespace aclnn_cpu::base {

class ACLNN_CPU_API CallStack {
 public:
    // Of the calling thread. Takes microseconds. Throws std::bad_alloc.
    static std::shared_ptr<const CallStack> Here();

    CallStack() = default;
    CallStack(const CallStack&) = delete;
    CallStack& operator=(const CallStack&) = delete;
    ~CallStack() { delete text_.load(std::memory_order_relaxed); }

    // The first frames outside our own libraries, innermost first: "Fill (model.cpp:40) <- main
    // (model.cpp:12)". A frame without debug information is named by function and library as far as they are
    // known. The first time takes some 100 microseconds, and tens of milliseconds for each object file with
    // places not met before: lines are looked up by another process (line_lookup.h). To be called without
    // holding a lock that a fork waits for.
    std::string Text() const;

    // Looks the lines of several up together, with one process per object file, for texts that follow.
    static void LookUp(std::span<const std::shared_ptr<const CallStack>> stacks);

    std::span<void* const> frames() const { return {frames_.data(), count_}; }  // return addresses

 private:
    std::string FindText() const;

    static constexpr size_t kMost = 24;
    std::array<void*, kMost> frames_;
    size_t count_ = 0;
    mutable std::atomic<const std::string*> text_{nullptr};  // no lock, which a fork could find taken
};

// Null: not known, since the checker was off.
using Origin = std::shared_ptr<const CallStack>;

inline Origin OriginIfChecked() {
    return CurrentSettings().check != CheckMode::kOff ? CallStack::Here() : nullptr;
}

// " at Fill (model.cpp:40) <- ...", or nothing when it is not known.
ACLNN_CPU_API std::string AtOrigin(const Origin& origin);

}  // namespace aclnn_cpu::base
