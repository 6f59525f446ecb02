#include "base/call_stack.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

extern char** environ;

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

// A return address in its object file. The call is the byte before it.
struct Place {
    std::string object;  // path
    uintptr_t offset = 0;
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

// What addr2line prints for addresses of an object: each address, then pairs of lines, function and file:line,
// innermost inlined call first. Empty when it cannot be run.
std::string RunAddr2line(std::string object, const std::vector<uintptr_t>& offsets) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return {};
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char tool[] = "addr2line";
    char options[] = "-aCife";
    std::vector<std::string> addresses;
    for (const uintptr_t offset : offsets) {
        addresses.push_back(fmt::format("{:#x}", offset));
    }
    std::vector<char*> arguments{tool, options, object.data()};
    for (std::string& address : addresses) {
        arguments.push_back(address.data());
    }
    arguments.push_back(nullptr);
    pid_t child = 0;
    // Not fork: that would wait for the locks that are kept across forks, and copy our state.
    const bool started = posix_spawnp(&child, tool, &actions, nullptr, arguments.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    char buffer[4096];
    ssize_t length = 0;
    while (started &&
           ((length = read(ends[0], buffer, sizeof(buffer))) > 0 || (length < 0 && errno == EINTR))) {
        text.append(buffer, static_cast<size_t>(std::max<ssize_t>(length, 0)));
    }
    close(ends[0]);
    while (started && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return text;
}

// "ns::Fill(int, long) const" -> "ns::Fill"
std::string WithoutParameters(std::string function) {
    const size_t close = function.rfind(')');
    size_t depth = 0;
    for (size_t i = close; close != std::string::npos; --i) {
        depth += function[i] == ')' ? 1 : 0;
        depth -= function[i] == '(' ? 1 : 0;
        if (depth == 0) {
            return function.ends_with("operator()") ? function : function.substr(0, i);
        }
        if (i == 0) {
            break;
        }
    }
    return function;
}

// For each place, "Fill (model.cpp:40)" of its frames, inlined ones first; none where there is no debug
// information.
std::vector<std::vector<std::string>> LinesOf(const std::vector<Place>& places) {
    std::map<std::string, std::vector<size_t>> by_object;
    for (size_t i = 0; i < places.size(); ++i) {
        if (!places[i].object.empty()) {
            by_object[places[i].object].push_back(i);
        }
    }
    std::vector<std::vector<std::string>> lines(places.size());
    for (const auto& [object, indices] : by_object) {
        std::vector<uintptr_t> offsets;
        for (const size_t index : indices) {
            offsets.push_back(places[index].offset);
        }
        std::istringstream text(RunAddr2line(object, offsets));
        std::string function;
        std::string file;
        size_t position = 0;
        while (std::getline(text, function) && position <= indices.size()) {
            if (function.starts_with("0x")) {
                ++position;
                continue;
            }
            if (!std::getline(text, file) || position == 0) {
                break;
            }
            file = file.substr(0, file.find(" (discriminator"));
            if (!file.starts_with("??") && !file.ends_with(":?") && !file.ends_with(":0")) {
                lines[indices[position - 1]].push_back(
                    fmt::format("{} ({})", WithoutParameters(function), FileName(file)));
            }
        }
    }
    return lines;
}

std::string WithoutLine(const Place& place) {
    const std::string_view file = FileName(place.object);
    return place.symbol.empty() ? fmt::format("{}+{:#x}", file.empty() ? "address " : file, place.offset)
                                : fmt::format("{} ({})", place.symbol, file);
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

std::string CallStack::Text() const {
    std::vector<Place> places;
    for (void* const frame : frames()) {
        Place place = PlaceOf(frame);
        if ((!places.empty() || !place.Ours()) && places.size() < kFramesLookedUp) {
            places.push_back(std::move(place));
        }
    }
    std::vector<std::string> lines;
    const std::vector<std::vector<std::string>> found = LinesOf(places);
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
