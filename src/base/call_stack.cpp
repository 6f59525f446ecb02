#include "base/call_stack.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/line_lookup.h"

namespace aclnn_cpu::base {
namespace {

constexpr size_t kFramesInText = 3;
constexpr size_t kFramesLookedUp = 8;  // some may have no debug information

// The libraries that programs link, whose frames say nothing about the program.
constexpr std::string_view kOurs[] = {"libaclnn_cpu_base.so", "libascendcl.so", "libnnopbase.so",
                                      "libaicore.so", "libopapi"};

std::string_view FileName(std::string_view path) {
    const size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Of a return address; the call is the byte before it.
struct Place : CodePlace {
    std::string symbol;  // of the dynamic table; may be empty
    bool Ours() const {
        const std::string_view name = FileName(object);
        return std::any_of(std::begin(kOurs), std::end(kOurs),
                           [name](std::string_view ours) { return name.starts_with(ours); });
    }
};

std::string PathOfProgram() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
    return length > 0 ? std::string(path, static_cast<size_t>(length)) : std::string();
}

std::string Demangled(const char* symbol) {
    int status = 0;
    char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    std::string result = text != nullptr ? text : symbol;
    std::free(text);
    return result;
}

Place PlaceOf(void* return_address) {
    Place place;
    Dl_info info{};
    link_map* map = nullptr;
    void* const call = static_cast<char*>(return_address) - 1;
    place.offset = reinterpret_cast<uintptr_t>(call);
    if (dladdr1(call, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 || map == nullptr) {
        return place;
    }
    place.object = map->l_name != nullptr && map->l_name[0] != '\0' ? map->l_name : PathOfProgram();
    place.offset -= map->l_addr;
    place.symbol = info.dli_sname != nullptr ? Demangled(info.dli_sname) : "";
    return place;
}

std::string WithoutLine(const Place& place) {
    const std::string_view file = FileName(place.object);
    return place.symbol.empty() ? fmt::format("{}+{:#x}", file.empty() ? "address " : file, place.offset)
                                : fmt::format("{} ({})", place.symbol, file);
}

std::vector<Place> PlacesOf(const CallStack& stack) {
    std::vector<Place> places;
    for (void* const frame : stack.frames()) {
        Place place = PlaceOf(frame);
        if ((!places.empty() || !place.Ours()) && places.size() < kFramesLookedUp) {
            places.push_back(std::move(place));
        }
    }
    return places;
}

}  // namespace

__attribute__((noinline)) std::shared_ptr<const CallStack> CallStack::Here() {
    auto stack = std::make_shared<CallStack>();
    const auto begin = stack->frames_.begin();
    const auto end = begin + backtrace(stack->frames_.data(), static_cast<int>(kMost));
    // From the caller on: what stands before it is ours, or of a sanitizer whose backtrace it is.
    const auto caller = std::find(begin, end, __builtin_return_address(0));
    const auto skipped = caller != end ? caller - begin : 0;
    stack->count_ = static_cast<size_t>(std::shift_left(begin, end, skipped) - begin);
    return stack;
}

void CallStack::LookUp(std::span<const std::shared_ptr<const CallStack>> stacks) {
    std::vector<CodePlace> all;
    for (const auto& stack : stacks) {
        const std::vector<Place> places =
            stack != nullptr && stack->text_ == nullptr ? PlacesOf(*stack) : std::vector<Place>();
        all.insert(all.end(), places.begin(), places.end());
    }
    LineLookup::Shared().Find(all);
}

std::string CallStack::Text() const {
    const std::string* text = text_.load(std::memory_order_acquire);
    if (text == nullptr) {
        auto found = std::make_unique<const std::string>(FindText());
        if (text_.compare_exchange_strong(text, found.get(), std::memory_order_acq_rel)) {
            text = found.release();
        }
    }
    return *text;
}

std::string CallStack::FindText() const {
    const std::vector<Place> places = PlacesOf(*this);
    const std::vector<LineLookup::Lines> found =
        LineLookup::Shared().Find(std::vector<CodePlace>(places.begin(), places.end()));
    std::vector<std::string> lines;
    for (size_t i = 0; i < places.size(); ++i) {
        if (found[i].empty() && lines.empty()) {
            lines.push_back(WithoutLine(places[i]));  // better than nothing; but what called it may say more
        }
        lines.insert(lines.end(), found[i].begin(), found[i].end());
        if (lines.back().starts_with("main (")) {
            break;
        }
    }
    lines.resize(std::min(lines.size(), kFramesInText));
    return fmt::format("{}", fmt::join(lines, " <- "));
}

std::string AtOrigin(const Origin& origin) {
    const std::string text = origin != nullptr ? origin->Text() : std::string();
    return text.empty() ? text : " at " + text;
}

}  // namespace aclnn_cpu::base
