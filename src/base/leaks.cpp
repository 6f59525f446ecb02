#include "base/leaks.h"

#include <algorithm>
#include <map>
#include <tuple>
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

std::string SizeText(const char* before, uint64_t bytes, const char* after) {
    return bytes == 0 ? std::string() : fmt::format("{}{} bytes{}", before, bytes, after);
}

std::string Describe(const Kind& kind) {
    std::string text = fmt::format("\n  {}: {} left{}; give {} back with {}", kind.name, kind.count,
                                   SizeText(", ", kind.bytes, kind.count == 1 ? "" : " in all"),
                                   kind.count == 1 ? "it" : "them", kind.giver);
    std::vector<const Place*> places;
    for (const auto& [key, place] : kind.places) {
        places.push_back(&place);
    }
    std::stable_sort(places.begin(), places.end(), [](const Place* a, const Place* b) {
        return std::pair(a->count * a->bytes_each, a->count) > std::pair(b->count * b->bytes_each, b->count);
    });
    for (size_t i = 0; i < places.size(); ++i) {
        if (i == kMostPlacesPerKind) {
            text += fmt::format("\n    and {} places more", places.size() - i);
            break;
        }
        const std::string where = AtOrigin(places[i]->made);
        text +=
            fmt::format("\n    {}{}, made{}", places[i]->count, SizeText(" x ", places[i]->bytes_each, ""),
                        where.empty() ? " before the checker was on" : where);
    }
    return text;
}

}  // namespace

std::string LeakReport(const std::vector<Leak>& leaks) {
    if (leaks.empty()) {
        return {};
    }
    std::string text = "aclFinalize: the program did not give back all that it made";
    for (const Kind& kind : ByKind(leaks)) {
        text += Describe(kind);
    }
    return text;
}

}  // namespace aclnn_cpu::base
