#include "aicore/meetings.h"

#include <fmt/format.h>

#include <algorithm>

namespace aclnn_cpu::aicore {

namespace {

uint32_t Index(CoreKind kind) { return static_cast<uint32_t>(kind); }

Fault FaultAt(const CorePlace& place, FaultKind kind, std::string call, const CallSite& site) {
    Fault fault;
    fault.kind = kind;
    fault.At(place);
    fault.instruction = std::move(call);
    fault.site = site;
    return fault;
}

bool IsInterBlock(const Wait& wait) {
    return wait.kind == Wait::Kind::kInterBlockSet || wait.kind == Wait::Kind::kInterBlockWait;
}

// What IBSet and IBWait leave in the flag, which held the other value before.
int32_t After(const Wait& wait) { return wait.kind == Wait::Kind::kInterBlockSet ? 1 : 0; }

}  // namespace

std::string Describe(const Wait& wait) {
    switch (wait.kind) {
        case Wait::Kind::kSyncOwnKind:
            return "SyncAll";
        case Wait::Kind::kSyncBothKinds:
            return "SyncAll<false>";
        case Wait::Kind::kSoftSync:
            return fmt::format("SyncAll(workspace, {} cores)", wait.cores);
        case Wait::Kind::kFlag:
            return fmt::format("CrossCoreWaitFlag({})", wait.id);
        case Wait::Kind::kInterBlockSet:
            return fmt::format("IBSet(block {}, event {})", wait.block, wait.id);
        default:
            return fmt::format("IBWait(block {}, event {})", wait.block, wait.id);
    }
}

// ---- flags

bool Meetings::TakeFlag(uint32_t core, uint32_t id) {
    if (flags_.empty() || flags_[core].counters[id] == 0) {
        return false;
    }
    --flags_[core].counters[id];
    return true;
}

Meetings::Party Meetings::Group(CoreKind kind, uint32_t group) const {
    const uint32_t per_group = layout_.PerGroup(kind);
    return {kind, group * per_group, per_group};
}

Meetings::Party Meetings::Setters(const CorePlace& place, uint32_t mode) const {
    return mode == 0 ? Party{place.kind, layout_.FirstRunning(place.kind), layout_.Running(place.kind)}
                     : Group(place.kind, place.group);
}

Meetings::Party Meetings::Receivers(const CorePlace& place, uint32_t mode) const {
    if (mode != 2) {
        return Setters(place, mode);
    }
    return Group(place.kind == CoreKind::kCube ? CoreKind::kVector : CoreKind::kCube, place.group);
}

// Notes a set. Whether it was the last that its party lacked, which is then taken off.
bool Meetings::Complete(const FlagSet& set, const Party& setters) {
    uint32_t& present = present_[Index(setters.kind)][set.id];
    if (++flags_[set.place.index].early[set.mode][set.id] == 1 && set.mode == 0) {
        ++present;
    }
    uint32_t here = 0;
    if (set.mode == 0) {
        here = present;
    } else {
        for (uint32_t i = 0; i < setters.count; ++i) {
            here += FlagsOf(setters.kind, setters.first + i).early[set.mode][set.id] != 0 ? 1 : 0;
        }
    }
    if (here != setters.count) {
        return false;
    }
    for (uint32_t i = 0; i < setters.count; ++i) {
        if (--FlagsOf(setters.kind, setters.first + i).early[set.mode][set.id] == 0 && set.mode == 0) {
            --present;
        }
    }
    return true;
}

void Meetings::TellMeeting(const FlagSet& set, const Party& setters, const Party& receivers) const {
    const auto indices = [&](const Party& party) {
        std::vector<uint32_t> all(party.count);
        for (uint32_t i = 0; i < party.count; ++i) {
            all[i] = layout_.IndexOf(party.kind, party.first + i);
        }
        return all;
    };
    observer_->OnFlagMeeting({set.mode, set.id, indices(setters), indices(receivers)});
}

std::optional<Meetings::Problem> Meetings::CountOne(const FlagSet& set) {
    const auto overflow = [&](const CorePlace& whose, std::string_view what) {
        Fault fault = FaultAt(set.place, FaultKind::kBadParameter,
                              fmt::format("CrossCoreSetFlag<{}>({})", set.mode, set.id), set.site);
        fault.problem = fmt::format("{} {} {} would be {}, expected at most {}", what, whose.name,
                                    whose.block, kMostFlags + 1, kMostFlags);
        fault.remedy = "set a flag as often as it is waited for, and let the setter wait in between";
        return Problem{set.position, std::move(fault)};
    };
    const Party setters = Setters(set.place, set.mode);
    if (flags_[set.place.index].early[set.mode][set.id] == kMostFlags) {
        return overflow(set.place, "the sets that others still lack of");
    }
    if (!Complete(set, setters)) {
        return std::nullopt;
    }
    const Party receivers = Receivers(set.place, set.mode);
    if (observer_ != nullptr) [[unlikely]] {
        TellMeeting(set, setters, receivers);
    }
    for (uint32_t i = 0; i < receivers.count; ++i) {
        uint8_t& counter = FlagsOf(receivers.kind, receivers.first + i).counters[set.id];
        if (counter == kMostFlags) {
            return overflow(layout_.At(layout_.IndexOf(receivers.kind, receivers.first + i)),
                            "the counter of the flag on");
        }
        ++counter;
    }
    return std::nullopt;
}

std::optional<Meetings::Problem> Meetings::Count(std::span<const FlagSet> sets) {
    if (!sets.empty() && flags_.empty()) {
        flags_.resize(layout_.cores());
    }
    for (const FlagSet& set : sets) {
        if (std::optional<Problem> problem = CountOne(set)) {
            return problem;
        }
    }
    return std::nullopt;
}

// ---- the soft barrier: what the chip's cores do to their slots in global memory

std::optional<Meetings::Problem> Meetings::Arrive(Waiter& waiter) {
    const Wait& wait = waiter.wait;
    int32_t& slot = wait.slots[waiter.place.block * kSlotInts];
    std::vector<int32_t>& known = slots_[wait.slots];
    known.resize(layout_.Count(waiter.place.kind));
    if (slot != 0 && slot != known[waiter.place.block]) {  // a kernel may also zero it again
        Fault fault = FaultAt(waiter.place, FaultKind::kBadParameter, Describe(wait), wait.site);
        fault.problem = fmt::format("the workspace holds {} for this block, expected {}", slot,
                                    known[waiter.place.block]);
        fault.remedy = "fill it with zeros before the launch, or in every block before the first SyncAll";
        return Problem{waiter.position, std::move(fault)};
    }
    waiter.arrived_at = known[waiter.place.block] = ++slot;
    return std::nullopt;
}

// The blocks that take part and run.
Meetings::Party Meetings::SoftParty(const Waiter& waiter) const {
    const CoreKind kind = waiter.place.kind;
    const uint32_t first = layout_.FirstRunning(kind);
    return {kind, first, std::min(first + layout_.Running(kind), waiter.wait.cores) - first};
}

bool Meetings::HasSoftArrivals(const Waiter& waiter) const {
    const Party party = SoftParty(waiter);
    int64_t sum = 0;
    for (uint32_t i = 0; i < party.count; ++i) {
        sum += waiter.wait.slots[(party.first + i) * kSlotInts];
    }
    return sum >= int64_t(party.count) * waiter.arrived_at;
}

// ---- release

bool Meetings::MayGoOn(const Waiter& waiter) {
    const Wait& wait = waiter.wait;
    switch (wait.kind) {
        case Wait::Kind::kSyncOwnKind:
            return at_barrier_[Index(waiter.place.kind)] == layout_.Running(waiter.place.kind);
        case Wait::Kind::kSyncBothKinds:
            return at_common_barrier_ == layout_.running();
        case Wait::Kind::kSoftSync:
            return HasSoftArrivals(waiter);
        case Wait::Kind::kFlag:
            return TakeFlag(waiter.place.index, wait.id);
        default:
            if (*wait.slots != 1 - After(wait)) {
                return false;
            }
            *wait.slots = After(wait);
            return true;
    }
}

std::optional<Meetings::Problem> Meetings::Release(std::span<Waiter* const> waiters, uint32_t* released) {
    at_common_barrier_ = 0;
    std::fill(std::begin(at_barrier_), std::end(at_barrier_), 0);
    for (Waiter* waiter : waiters) {
        at_barrier_[Index(waiter->place.kind)] += waiter->wait.kind == Wait::Kind::kSyncOwnKind ? 1 : 0;
        at_common_barrier_ += waiter->wait.kind == Wait::Kind::kSyncBothKinds ? 1 : 0;
        if (waiter->wait.kind == Wait::Kind::kSoftSync) {
            if (waiter->arrived_at == 0) {
                if (std::optional<Problem> problem = Arrive(*waiter)) {
                    return problem;
                }
            } else if (waiter->arrived_at == 1) {  // another block may have zeroed the workspace since
                waiter->wait.slots[waiter->place.block * kSlotInts] = 1;
            }
        }
    }
    *released = 0;
    for (Waiter* waiter : waiters) {
        waiter->released = MayGoOn(*waiter);
        *released += waiter->released ? 1 : 0;
    }
    if (*released == 0 && layout_.partial()) {
        *released = ReleaseFromSkipped(waiters);
    }
    return std::nullopt;
}

// IBSet and IBWait name no core that would end the wait. When none of those that run can, a skipped one would.
uint32_t Meetings::ReleaseFromSkipped(std::span<Waiter* const> waiters) {
    uint32_t released = 0;
    for (Waiter* waiter : waiters) {
        if (IsInterBlock(waiter->wait)) {
            *waiter->wait.slots = After(waiter->wait);
            waiter->released = true;
            ++released;
        }
    }
    return released;
}

// ---- for reports

std::vector<uint32_t> Meetings::MissingSets(const CorePlace& waiting, uint32_t id) const {
    std::vector<uint32_t> missing;
    if (flags_.empty()) {
        return missing;
    }
    for (uint32_t mode = 0; mode < kFlagModes && missing.empty(); ++mode) {
        const Party setters = mode == 2 ? Receivers(waiting, 2) : Setters(waiting, mode);
        for (uint32_t i = 0; i < setters.count; ++i) {
            if (FlagsOf(setters.kind, setters.first + i).early[mode][id] == 0) {
                missing.push_back(layout_.IndexOf(setters.kind, setters.first + i));
            }
        }
        if (missing.size() == setters.count) {
            missing.clear();  // nobody has begun to set it in this mode
        }
    }
    return missing;
}

std::vector<uint32_t> Meetings::MissingArrivals(const Waiter& waiter) const {
    std::vector<uint32_t> missing;
    const Party party = SoftParty(waiter);
    for (uint32_t block = party.first; block < party.first + party.count; ++block) {
        if (waiter.wait.slots[block * kSlotInts] < waiter.arrived_at) {
            missing.push_back(layout_.IndexOf(waiter.place.kind, block));
        }
    }
    return missing;
}

}  // namespace aclnn_cpu::aicore
