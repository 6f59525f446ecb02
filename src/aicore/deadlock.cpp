#include "aicore/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

// "block 3", "blocks 0-2, 4", or "AIC blocks 0, AIV blocks 0-1", for indices in ascending order.
std::string Names(const std::vector<uint32_t>& cores, const CoreLayout& layout) {
    std::string text;
    for (const CoreKind kind : {CoreKind::kCube, CoreKind::kVector, CoreKind::kCoupled}) {
        uint32_t begin = 0;
        uint32_t end = 0;  // of the run of blocks that is not written yet
        std::string ranges;
        const auto write = [&] {
            if (begin != end) {
                ranges += ranges.empty() ? "" : ", ";
                ranges += end - begin == 1 ? fmt::format("{}", begin) : fmt::format("{}-{}", begin, end - 1);
            }
        };
        std::string_view name;
        uint32_t count = 0;
        for (const uint32_t core : cores) {
            const CorePlace place = layout.At(core);
            if (place.kind != kind) {
                continue;
            }
            name = place.name;
            ++count;
            if (place.block != end) {
                write();
                begin = place.block;
            }
            end = place.block + 1;
        }
        write();
        if (!ranges.empty()) {
            text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", name, count == 1 ? "" : "s", ranges);
        }
    }
    return text;
}

constexpr std::ptrdiff_t kMostParties = 8;  // that a message names

// Cores that wait at the same place for the same.
struct Party {
    const Waiter* first;
    std::vector<uint32_t> cores;
    std::vector<uint32_t> missing;
};

bool SamePlace(const Waiter& a, const Waiter& b) {
    return a.place.kind == b.place.kind && a.wait.kind == b.wait.kind && a.wait.id == b.wait.id &&
           a.wait.block == b.wait.block && a.wait.slots == b.wait.slots &&
           a.wait.site.file == b.wait.site.file && a.wait.site.line == b.wait.site.line;
}

class Report {
 public:
    Report(std::span<Waiter* const> waiters, const CoreLayout& layout, const Meetings& meetings)
        : layout_(layout), waits_(layout.cores(), nullptr) {
        for (const Waiter* waiter : waiters) {
            waits_[waiter->place.index] = waiter;
        }
        for (uint32_t core = 0; core < layout.cores(); ++core) {
            if (waits_[core] != nullptr) {
                Add(*waits_[core], meetings);
            }
        }
        for (Party& party : parties_) {
            Complete(party);
        }
    }

    Fault ToFault() const {
        const Party& first = parties_.front();
        Fault fault;
        fault.kind = FaultKind::kDeadlock;
        fault.At(first.first->place);
        fault.instruction = Describe(first.first->wait);
        fault.site = first.first->wait.site;
        for (const Party& party : parties_) {
            if (&party - &first == kMostParties) {
                fault.problem += fmt::format("; and {} more groups", parties_.size() - size_t(kMostParties));
                break;
            }
            const Wait& wait = party.first->wait;
            fault.problem += &party == &first ? "" : "; ";
            fault.problem += Names(party.cores, layout_) + (party.cores.size() == 1 ? " waits " : " wait ");
            if (&party != &first) {
                fault.problem += fmt::format("in {} at {} ", Describe(wait), Describe(wait.site));
            }
            fault.problem += Whom(party);
        }
        fault.remedy = Remedy(first.first->wait.kind);
        return fault;
    }

 private:
    void Add(const Waiter& waiter, const Meetings& meetings) {
        auto party = std::find_if(parties_.begin(), parties_.end(),
                                  [&](const Party& p) { return SamePlace(*p.first, waiter); });
        if (party == parties_.end()) {
            party = parties_.insert(party, Party{&waiter, {}, {}});
        }
        party->cores.push_back(waiter.place.index);
        if (waiter.wait.kind == Wait::Kind::kFlag || waiter.wait.kind == Wait::Kind::kSoftSync) {
            const std::vector<uint32_t> missing = waiter.wait.kind == Wait::Kind::kFlag
                                                      ? meetings.MissingSets(waiter.place, waiter.wait.id)
                                                      : meetings.MissingArrivals(waiter);
            party->missing.insert(party->missing.end(), missing.begin(), missing.end());
        }
    }

    // For barriers, whoever is not at it; for the others, each core once.
    void Complete(Party& party) {
        const Waiter& first = *party.first;
        const bool own = first.wait.kind == Wait::Kind::kSyncOwnKind;
        if (own || first.wait.kind == Wait::Kind::kSyncBothKinds) {
            for (uint32_t core = 0; core < layout_.cores(); ++core) {
                const bool here = waits_[core] != nullptr && waits_[core]->wait.kind == first.wait.kind;
                if (!here && layout_.Runs(core) && (!own || layout_.At(core).kind == first.place.kind)) {
                    party.missing.push_back(core);
                }
            }
        }
        std::sort(party.missing.begin(), party.missing.end());
        party.missing.erase(std::unique(party.missing.begin(), party.missing.end()), party.missing.end());
    }

    std::string Whom(const Party& party) const {
        const Wait& wait = party.first->wait;
        if (party.missing.empty()) {
            switch (wait.kind) {
                case Wait::Kind::kFlag:
                    return fmt::format("for flag {}, which no core has set for {}", wait.id,
                                       party.cores.size() == 1 ? "it" : "them");
                case Wait::Kind::kInterBlockSet:
                    return "for an IBWait that takes the flag as it was set before";
                default:
                    return "for an IBSet of the same block and event";
            }
        }
        std::vector<uint32_t> ended;
        std::vector<uint32_t> elsewhere;
        for (const uint32_t core : party.missing) {
            (waits_[core] == nullptr ? ended : elsewhere).push_back(core);
        }
        std::string text;
        if (!ended.empty()) {
            text = fmt::format("for {}, which {} ended without coming here", Names(ended, layout_),
                               ended.size() == 1 ? "has" : "have");
        }
        if (!elsewhere.empty()) {
            text += fmt::format("{}for {}, which {} elsewhere", ended.empty() ? "" : ", and ",
                                Names(elsewhere, layout_), elsewhere.size() == 1 ? "waits" : "wait");
        }
        return text;
    }

    static std::string_view Remedy(Wait::Kind kind) {
        switch (kind) {
            case Wait::Kind::kSyncOwnKind:
            case Wait::Kind::kSyncBothKinds:
            case Wait::Kind::kSoftSync:
                return "every block must call SyncAll equally often, blocks without work too";
            case Wait::Kind::kFlag:
                return "every CrossCoreWaitFlag needs a CrossCoreSetFlag of the same id by every core of the "
                       "mode's group";
            default:
                return "IBSet and IBWait must pair, with the same workspace, block and event";
        }
    }

    const CoreLayout& layout_;
    std::vector<const Waiter*> waits_;  // by core; null: ended
    std::vector<Party> parties_;
};

}  // namespace

Fault DescribeDeadlock(std::span<Waiter* const> waiters, const CoreLayout& layout, const Meetings& meetings) {
    return Report(waiters, layout, meetings).ToFault();
}

}  // namespace aclnn_cpu::aicore
