#include "aicore/check/global_log.h"

#include <algorithm>
#include <tuple>

namespace aclnn_cpu::aicore::check {

namespace {

constexpr size_t kMostRecent = 1024;
constexpr size_t kMostAccesses = size_t(1) << 20;  // of a core: some 100 MB
constexpr size_t kOpen = 8;  // accesses that grow at the same time: inputs and outputs of a tile loop

bool SameCall(const GlobalAccess& a, const GlobalAccess& b) {
    return a.use == b.use && a.combination == b.combination && a.site.line == b.site.line &&
           a.site.file == b.site.file && a.pipe == b.pipe && a.released == b.released &&
           a.acquired == b.acquired;
}

// Accesses that are one for the search.
struct Merged {
    GlobalAccess access;
    uint32_t first = 0;  // the time of the earliest
};

struct Tagged {
    const GlobalAccess* access;
    uint32_t core;
    uint32_t first;
};

// Whether the core of `later` knew that the access `earlier` had finished.
bool Knows(const std::vector<CoreLog>& logs, const Tagged& later, const Tagged& earlier) {
    const CoreClocks& clocks = *logs[later.core].clocks[later.access->acquired];
    return earlier.core < clocks.size() && clocks[earlier.core][earlier.access->pipe] >= earlier.access->time;
}

bool Ordered(const std::vector<CoreLog>& logs, const Tagged& a, const Tagged& b) {
    return Knows(logs, a, b) || Knows(logs, b, a);
}

Race RaceOf(Tagged a, Tagged b) {
    if (a.core > b.core) {
        std::swap(a, b);
    }
    const Range shared{std::max(a.access->range.begin, b.access->range.begin),
                       std::min(a.access->range.end, b.access->range.end)};
    return {a.core, b.core, *a.access, *b.access, shared};
}

// Before others in the order of cores and of their programs: addresses differ from run to run.
struct Candidate {
    Race race;
    uint32_t first_a;
    uint32_t first_b;

    bool ComesBefore(const Candidate& other) const {
        return std::tie(race.core_a, race.core_b, first_a, first_b) <
               std::tie(other.race.core_a, other.race.core_b, other.first_a, other.first_b);
    }
};

Candidate CandidateOf(const Tagged& a, const Tagged& b) {
    const bool swap = a.core > b.core;
    return {RaceOf(a, b), swap ? b.first : a.first, swap ? a.first : b.first};
}

}  // namespace

bool Rows::Overlaps(const Range& range) const {
    if (!hull().Overlaps(range)) {
        return false;
    }
    const uint64_t row = RowAt(range.begin);
    return row < count && first.begin + row * stride < range.end;
}

bool Rows::Extend(const Range& range) {
    if (count == 1 && range.begin == first.end) {
        first.end = range.end;
        return true;
    }
    if (range.bytes() != first.bytes() || range.begin < first.end) {
        return false;
    }
    if (count == 1) {
        stride = range.begin - first.begin;
    } else if (range.begin != first.begin + count * stride) {
        return false;
    }
    ++count;
    return true;
}

std::optional<GlobalAccess> RecentAccesses::FindConflict(const GlobalAccess& access, const Clock& known,
                                                         const IsHeld& is_held) const {
    for (uint32_t pipe = 0; pipe < kPipes; ++pipe) {
        for (uint32_t use = 0; use < kUses; ++use) {
            const List& list = lists_[pipe][use];
            // Of its own pipe, all that came before may be known; and no instruction is its own conflict.
            const bool own = pipe == access.pipe;
            const bool reads = static_cast<GlobalUse>(use) == GlobalUse::kRead;
            if ((own && known[pipe] + 1 >= access.time) || list.latest <= known[pipe] ||
                !list.hull.Overlaps(access.range) || (reads && access.use == GlobalUse::kRead)) {
                continue;
            }
            const bool writes = static_cast<GlobalUse>(use) == GlobalUse::kWrite;
            const bool may_agree = own && writes && access.use == GlobalUse::kWrite && is_held;
            for (const Recent& other : list.accesses) {
                if (other.access.time > known[pipe] && (!own || other.access.time != access.time) &&
                    Conflict(other.access, access) && other.rows.Overlaps(access.range) &&
                    !(may_agree && other.rows.AllIn(access.range, is_held))) {
                    return other.access;
                }
            }
        }
    }
    return std::nullopt;
}

void RecentAccesses::Note(const GlobalAccess& access) {
    List& list = lists_[access.pipe][static_cast<uint32_t>(access.use)];
    if (list.accesses.empty()) {
        list.hull = access.range;
    }
    list.hull = {std::min(list.hull.begin, access.range.begin), std::max(list.hull.end, access.range.end)};
    list.latest = access.time;
    if (!list.accesses.empty()) {
        Recent& last = list.accesses.back();
        if (last.access.time == access.time && last.rows.Extend(access.range)) {
            return;
        }
    }
    if (list.accesses.size() == kMostRecent) {
        list.accesses.erase(list.accesses.begin(), list.accesses.begin() + kMostRecent / 2);
    }
    list.accesses.push_back({access, {access.range}});
}

void RecentAccesses::Clear() {
    for (auto& lists : lists_) {
        for (List& list : lists) {
            list.accesses.clear();
            list.latest = 0;
        }
    }
}

void Join(CoreClocks& clocks, const CoreClocks& other) {
    clocks.resize(std::max(clocks.size(), other.size()));
    for (size_t i = 0; i < other.size(); ++i) {
        Join(clocks[i], other[i]);
    }
}

namespace {

bool Contains(const CoreClocks& clocks, const CoreClocks& others) {
    for (size_t i = 0; i < others.size(); ++i) {
        for (uint32_t pipe = 0; pipe < kPipes; ++pipe) {
            if (others[i][pipe] > (i < clocks.size() ? clocks[i][pipe] : 0)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

CoreLog::CoreLog() : clocks{std::make_shared<const CoreClocks>()} {}

void CoreLog::Learn(const SharedClocks& learnt) {
    SharedClocks known = learnt;
    if (!Contains(*learnt, *clocks.back())) {
        CoreClocks joined = *clocks.back();
        Join(joined, *learnt);
        known = std::make_shared<const CoreClocks>(std::move(joined));
    }
    if (used_ + 1 < clocks.size()) {
        clocks.back() = std::move(known);  // nothing was done with what it replaces
    } else {
        clocks.push_back(std::move(known));
    }
}

void CoreLog::Note(const GlobalAccess& access) {
    used_ = access.acquired;
    const size_t open = std::min(kOpen, accesses.size());
    for (size_t i = accesses.size(); i > accesses.size() - open; --i) {
        GlobalAccess& last = accesses[i - 1];
        if (SameCall(last, access) && last.range.end >= access.range.begin &&
            access.range.end >= last.range.begin) {
            last.range.begin = std::min(last.range.begin, access.range.begin);
            last.range.end = std::max(last.range.end, access.range.end);
            last.time = access.time;  // nothing was handed over in between: who knows one knows all
            return;
        }
    }
    if (accesses.size() == kMostAccesses) {
        full = true;
        return;
    }
    accesses.push_back(access);
}

namespace {

auto Kind(const GlobalAccess& access) {
    return std::tuple(access.use, access.combination, access.pipe, access.released, access.acquired);
}

// The accesses of a core as few that cover the same bytes, whatever calls made them: many blocks read the same
// rows many times.
std::vector<Merged> Union(std::vector<GlobalAccess> accesses) {
    std::sort(accesses.begin(), accesses.end(), [](const GlobalAccess& a, const GlobalAccess& b) {
        return std::tuple(Kind(a), a.range.begin, a.time) < std::tuple(Kind(b), b.range.begin, b.time);
    });
    std::vector<Merged> merged;
    for (const GlobalAccess& access : accesses) {
        if (!merged.empty() && Kind(merged.back().access) == Kind(access) &&
            access.range.begin <= merged.back().access.range.end) {
            Merged& last = merged.back();
            last.access.range.end = std::max(last.access.range.end, access.range.end);
            last.access.time = std::max(last.access.time, access.time);
            last.first = std::min(last.first, access.time);
        } else {
            merged.push_back({access, access.time});
        }
    }
    return merged;
}

// The first access of a log that the union's access stands for at a byte.
const GlobalAccess& Original(const CoreLog& log, const GlobalAccess& merged, uint64_t byte) {
    const auto found =
        std::find_if(log.accesses.begin(), log.accesses.end(), [&](const GlobalAccess& access) {
            return Kind(access) == Kind(merged) && access.range.begin <= byte && byte < access.range.end;
        });
    return found == log.accesses.end() ? merged : *found;
}

Race Precisely(const std::vector<CoreLog>& logs, const Race& race) {
    const Tagged a{&Original(logs[race.core_a], race.a, race.shared.begin), race.core_a, 0};
    const Tagged b{&Original(logs[race.core_b], race.b, race.shared.begin), race.core_b, 0};
    return RaceOf(a, b);
}

// Those that reach beyond where the sweep is.
class Active {
 public:
    void DropBefore(uint64_t address) {
        std::erase_if(all_, [&](const Tagged& other) { return other.access->range.end <= address; });
    }
    void Add(const Tagged& access) { all_.push_back(access); }
    const std::vector<Tagged>& all() const { return all_; }

 private:
    std::vector<Tagged> all_;
};

}  // namespace

std::optional<Race> FindRace(const std::vector<CoreLog>& logs) {
    std::vector<std::vector<Merged>> merged;
    std::vector<Tagged> all;
    for (uint32_t core = 0; core < logs.size(); ++core) {
        merged.push_back(Union(logs[core].accesses));
    }
    for (uint32_t core = 0; core < logs.size(); ++core) {
        for (const Merged& each : merged[core]) {
            all.push_back({&each.access, core, each.first});
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Tagged& a, const Tagged& b) { return a.access->range.begin < b.access->range.begin; });
    std::optional<Candidate> first;
    Active reads;
    Active others;
    const auto compare = [&](const Tagged& next, const Active& active) {
        for (const Tagged& other : active.all()) {
            if (other.core != next.core && Conflict(*other.access, *next.access) &&
                !Ordered(logs, other, next)) {
                const Candidate race = CandidateOf(other, next);
                if (!first.has_value() || race.ComesBefore(*first)) {
                    first = race;
                }
            }
        }
    };
    for (const Tagged& next : all) {
        const bool is_read = next.access->use == GlobalUse::kRead;
        others.DropBefore(next.access->range.begin);
        compare(next, others);
        if (!is_read) {
            reads.DropBefore(next.access->range.begin);
            compare(next, reads);
        }
        (is_read ? reads : others).Add(next);
    }
    return first.has_value() ? std::optional(Precisely(logs, first->race)) : std::nullopt;
}

}  // namespace aclnn_cpu::aicore::check
