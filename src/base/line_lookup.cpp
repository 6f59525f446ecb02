#include "base/line_lookup.h"

#include <pthread.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "base/at_load.h"
#include "base/log.h"
#include "base/tool_run.h"

namespace aclnn_cpu::base {
namespace {

// Far more than a large program needs (a second for some hundred megabytes of debug information).
constexpr std::chrono::seconds kLimit{10};

constexpr size_t kMostOffsets = 4096;  // per run: a command line has 128 KiB at the least

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

// The output is, for each address, the address and pairs of lines, function and file:line, innermost inlined call
// first.
std::vector<LineLookup::Lines> Parse(const std::string& output, size_t addresses) {
    std::vector<LineLookup::Lines> lines(addresses);
    std::istringstream text(output);
    std::string function;
    std::string file;
    size_t position = 0;
    while (std::getline(text, function) && position <= addresses) {
        if (function.starts_with("0x")) {
            ++position;
            continue;
        }
        if (!std::getline(text, file) || position == 0) {
            break;
        }
        file = file.substr(0, file.find(" (discriminator"));
        if (position <= addresses && !file.starts_with("??") && !file.ends_with(":?") &&
            !file.ends_with(":0")) {
            lines[position - 1].push_back(
                fmt::format("{} ({})", WithoutParameters(function), file.substr(file.rfind('/') + 1)));
        }
    }
    return lines;
}

}  // namespace

LineLookup& LineLookup::Shared() {
    static LineLookup& shared = *[] {
        auto* created = new LineLookup("addr2line", kLimit);  // kept for ever: reports are made at exit, too
        pthread_atfork([] { Shared().mutex_.lock(); }, [] { Shared().mutex_.unlock(); },
                       [] { Shared().mutex_.unlock(); });
        return created;
    }();
    return shared;
}

namespace {
[[maybe_unused]] const AtLoad kMade([] { LineLookup::Shared(); });
}  // namespace

std::map<std::string, LineLookup::Offsets> LineLookup::Unknown(std::span<const CodePlace> places) {
    std::map<std::string, Offsets> unknown;
    const std::scoped_lock lock(mutex_);
    for (const CodePlace& place : places) {
        if (!given_up_ && !place.object.empty() && !known_.contains(place)) {
            unknown[place.object].push_back(place.offset);
        }
    }
    return unknown;
}

void LineLookup::Ask(const std::string& object, const Offsets& offsets) {
    std::vector<std::string> arguments{tool_, "-aCife", object};
    for (const uintptr_t offset : offsets) {
        arguments.push_back(fmt::format("{:#x}", offset));
    }
    const ToolRun run = RunTool(std::move(arguments), limit_);
    if (run.end == ToolRun::End::kTooLong) {
        Log(LogLevel::kWarning,
            fmt::format("{} took longer than {} s to read {}; call stacks name functions and "
                        "libraries only from now on",
                        tool_, std::chrono::duration<double>(limit_).count(), object));
    }
    std::vector<Lines> found = Parse(run.output, offsets.size());
    const std::scoped_lock lock(mutex_);
    given_up_ = given_up_ || run.end == ToolRun::End::kTooLong || run.end == ToolRun::End::kMissing;
    for (size_t i = 0; i < offsets.size() && run.end == ToolRun::End::kDone; ++i) {
        known_.emplace(CodePlace{object, offsets[i]}, std::move(found[i]));
    }
}

std::vector<LineLookup::Lines> LineLookup::Find(std::span<const CodePlace> places) {
    for (auto& [object, offsets] : Unknown(places)) {
        std::sort(offsets.begin(), offsets.end());
        offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
        for (size_t i = 0; i < offsets.size(); i += kMostOffsets) {
            Ask(object, {offsets.begin() + i, offsets.begin() + std::min(i + kMostOffsets, offsets.size())});
        }
    }
    std::vector<Lines> lines(places.size());
    const std::scoped_lock lock(mutex_);
    for (size_t i = 0; i < places.size(); ++i) {
        const auto known = known_.find(places[i]);
        lines[i] = known != known_.end() ? known->second : Lines{};
    }
    return lines;
}

}  // namespace aclnn_cpu::base
