#include "base/leaks.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace aclnn_cpu::base {
namespace {

constexpr size_t kMostPlacesPerKind = 20;

struct Place {
    uint64_t bytes_each = 0;
    uint64_t count = 0;
    Origin made;  // of one of them
};

struct Kind {
    std::string name;
    const char* giver = "";
    uint64_t count = 0;
    uint64_t bytes = 0;
    // By size and call stack.
    std::map<std::pair<uint64_t, std::vector<void*>>, Place> places;
};

std::vector<Kind> ByKind(const std::vector<Leak>& leaks) {
    std::vector<Kind> kinds;
    for (const Leak& leak : leaks) {
        auto kind =
            std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == leak.kind; });
        if (kind == kinds.end()) {
            kind = kinds.insert(kinds.end(), Kind{leak.kind, leak.giver, 0, 0, {}});
        }
        ++kind->count;
        kind->bytes += leak.bytes;
        std::vector<void*> frames;
        if (leak.made != nullptr) {
            frames.assign(leak.made->frames().begin(), leak.made->frames().end());
        }
        Place& place = kind->places[{leak.bytes, std::move(frames)}];
        place.bytes_each = leak.bytes;
        place.made = leak.made;
        ++place.count;
    }
    return kinds;
}

// Most bytes first, then most objects.
std::vector<Place> Largest(const Kind& kind) {
    std::vector<Place> places;
    for (const auto& [key, place] : kind.places) {
        places.push_back(place);
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::pair(a.count * a.bytes_each, a.count) > std::pair(b.count * b.bytes_each, b.count);
    });
    return places;
}

std::string SizeText(const char* before, uint64_t bytes, const char* after) {
    return bytes == 0 ? std::string() : fmt::format("{}{} bytes{}", before, bytes, after);
}

std::string Describe(const Kind& kind) {
    std::string text = fmt::format("\n  {}: {} left{}; give {} back with {}", kind.name, kind.count,
                                   SizeText(", ", kind.bytes, kind.count == 1 ? "" : " in all"),
                                   kind.count == 1 ? "it" : "them", kind.giver);
    // An unrolled loop makes several call stacks with one text.
    struct Line {
        uint64_t bytes_each;
        uint64_t count;
        std::string where;
    };
    std::vector<Line> lines;
    uint64_t not_shown = 0;
    for (const Place& place : Largest(kind)) {
        if (lines.size() == kMostPlacesPerKind) {
            not_shown += place.count;
            continue;
        }
        std::string where = place.made == nullptr ? " before the checker was on" : AtOrigin(place.made);
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
            return line.bytes_each == place.bytes_each && line.where == where;
        });
        if (same != lines.end()) {
            same->count += place.count;
        } else {
            lines.push_back({place.bytes_each, place.count, std::move(where)});
        }
    }
    for (const Line& line : lines) {
        text +=
            fmt::format("\n    {}{}, made{}", line.count, SizeText(" x ", line.bytes_each, ""), line.where);
    }
    return not_shown == 0 ? text : text + fmt::format("\n    and {} at other places", not_shown);
}

}  // namespace

std::string LeakReport(const std::vector<Leak>& leaks) {
    if (leaks.empty()) {
        return {};
    }
    const std::vector<Kind> kinds = ByKind(leaks);
    std::vector<Origin> origins;
    for (const Kind& kind : kinds) {
        for (const auto& [key, place] : kind.places) {
            origins.push_back(place.made);
        }
    }
    CallStack::LookUp(origins);
    std::string text = "aclFinalize: the program did not give back all that it made";
    for (const Kind& kind : kinds) {
        text += Describe(kind);
    }
    return text;
}

}  // namespace aclnn_cpu::base
