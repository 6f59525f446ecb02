// Work for later: a callable without arguments that returns Status. Unlike std::function it may hold what cannot be
// copied, and callables of up to kInlineBytes need no memory of their own.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "base/status.h"

namespace aclnn_cpu::base {

class Task {
 public:
    static constexpr size_t kInlineBytes = 48;

    Task() = default;
    Task(std::nullptr_t) {}
    // Throws std::bad_alloc when the callable does not fit inline.
    template <typename F, typename = std::enable_if_t<!std::is_same_v<std::decay_t<F>, Task>>>
    Task(F&& callable) {
        using Callable = std::decay_t<F>;
        if constexpr (kFits<Callable>) {
            new (place_) Callable(std::forward<F>(callable));
            kind_ = &kInline<Callable>;
        } else {
            new (place_) Callable*(new Callable(std::forward<F>(callable)));
            kind_ = &kOutside<Callable>;
        }
    }
    Task(Task&& other) noexcept { TakeFrom(other); }
    Task& operator=(Task&& other) noexcept {
        if (this != &other) {
            Drop();
            TakeFrom(other);
        }
        return *this;
    }
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task() { Drop(); }

    explicit operator bool() const { return kind_ != nullptr; }
    // Not for an empty task.
    Status operator()() { return kind_->run(place_); }

 private:
    struct Kind {
        Status (*run)(void* place);
        void (*move)(void* from, void* to) noexcept;  // leaves `from` destroyed
        void (*destroy)(void* place) noexcept;
    };
    template <typename Callable>
    static constexpr bool kFits =
        sizeof(Callable) <= kInlineBytes &&
        alignof(Callable) <= alignof(std::max_align_t) && std::is_nothrow_move_constructible_v<Callable>;

    template <typename Callable>
    static constexpr Kind kInline = {
        [](void* place) -> Status { return (*static_cast<Callable*>(place))(); },
        [](void* from, void* to) noexcept {
            auto* const callable = static_cast<Callable*>(from);
            new (to) Callable(std::move(*callable));
            std::destroy_at(callable);
        },
        [](void* place) noexcept { std::destroy_at(static_cast<Callable*>(place)); },
    };
    template <typename Callable>
    static constexpr Kind kOutside = {
        [](void* place) -> Status { return (**static_cast<Callable**>(place))(); },
        [](void* from, void* to) noexcept { new (to) Callable*(*static_cast<Callable**>(from)); },
        [](void* place) noexcept { delete *static_cast<Callable**>(place); },
    };

    void TakeFrom(Task& other) noexcept {
        kind_ = std::exchange(other.kind_, nullptr);
        if (kind_ != nullptr) {
            kind_->move(other.place_, place_);
        }
    }
    void Drop() noexcept {
        if (const Kind* kind = std::exchange(kind_, nullptr)) {
            kind->destroy(place_);
        }
    }

    const Kind* kind_ = nullptr;
    alignas(std::max_align_t) unsigned char place_[kInlineBytes];
};

}  // namespace aclnn_cpu::base
