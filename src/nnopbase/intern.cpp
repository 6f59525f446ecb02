#include "nnopbase/intern.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>

#include "register/fork_locks.h"

namespace aclnn_cpu::nnopbase {
namespace {

std::mutex texts_mutex;
[[maybe_unused]] const bool kKeptAcrossForks = (registry::KeepAcrossForks(texts_mutex), true);

const char* Store(const char* text) {
    const std::lock_guard lock(texts_mutex);
    static auto& texts = *new std::set<std::string, std::less<>>();
    const auto known = texts.find(text);
    return known != texts.end() ? known->c_str() : texts.emplace(text).first->c_str();
}

struct Known {
    const char* literal;
    const char* text;
};
constexpr size_t kKnown = 64;  // a thread's last literals, by address

}  // namespace

const char* Intern(const char* text) {
    if (text == nullptr) {
        return nullptr;
    }
    thread_local Known known[kKnown] = {};
    Known& place = known[reinterpret_cast<uintptr_t>(text) * 0x9E3779B97F4A7C15u >> 58];
    // The contents too: another library may have been loaded at the same address.
    if (place.literal != text || std::strcmp(place.text, text) != 0) {
        place = {text, Store(text)};
    }
    return place.text;
}

}  // namespace aclnn_cpu::nnopbase
