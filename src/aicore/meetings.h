// What cores wait for, and who may go on. All of it changes between the rounds of the scheduler, on the
// launching thread, in the order of the launch; so what happens does not depend on the number of workers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "aicore/core_layout.h"
#include "aicore/fault.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore {

inline constexpr uint32_t kFlagIds = 16;
inline constexpr uint32_t kFlagModes = 3;
inline constexpr uint32_t kMostFlags = 15;  // what a counter holds
inline constexpr uint32_t kSlotInts = 8;    // a flag in global memory fills 32 bytes

struct Wait {
    enum class Kind : uint8_t {
        kSyncOwnKind,    // SyncAll<true>
        kSyncBothKinds,  // SyncAll<false>
        kSoftSync,
        kFlag,
        kInterBlockSet,
        kInterBlockWait,
    };
    Kind kind = Kind::kSyncOwnKind;
    CallSite site;
    uint32_t id = 0;           // kFlag: the flag; inter-block: the event
    uint32_t block = 0;        // inter-block: as the call names it
    int32_t* slots = nullptr;  // kSoftSync: of block 0; inter-block: the flag
    uint32_t cores = 0;        // kSoftSync: how many leading blocks
};
// "CrossCoreWaitFlag(3)", as a report names it.
std::string Describe(const Wait& wait);

// CrossCoreSetFlag<mode, pipe>(id) of one core.
struct FlagSet {
    CorePlace place;
    uint32_t position = 0;  // of the core in the order of the launch
    uint8_t mode = 0;
    uint8_t id = 0;
    CallSite site;
};

// A core that waits.
struct Waiter {
    CorePlace place;
    uint32_t position = 0;
    Wait wait;
    int32_t arrived_at = 0;  // kSoftSync: what the core's own slot has become; 0: not yet looked at
    bool released = false;
};

class Meetings {
 public:
    // `observer`: may be null; hears of the flags that meet.
    Meetings(const CoreLayout& layout, Observer* observer) : layout_(layout), observer_(observer) {}

    // On the core's own worker: takes one off a counter that is not zero.
    bool TakeFlag(uint32_t core, uint32_t id);

    struct Problem {
        uint32_t position;
        Fault fault;
    };
    // The rest between rounds. Counts the sets of a round, given in the order of the launch.
    std::optional<Problem> Count(std::span<const FlagSet> sets);
    // Releases the waiters, given in the order of the launch, that may go on; says how many they are.
    std::optional<Problem> Release(std::span<Waiter* const> waiters, uint32_t* released);

    // For reports: the indices of cores. Of those who must set a flag together for the waiting core, those
    // who have not, if some have; empty if none has.
    std::vector<uint32_t> MissingSets(const CorePlace& waiting, uint32_t id) const;
    // Those that a soft SyncAll still lacks.
    std::vector<uint32_t> MissingArrivals(const Waiter& waiter) const;

 private:
    struct CoreFlags {
        std::array<uint8_t, kFlagIds> counters{};           // what waits take from
        std::array<uint8_t, kFlagIds> early[kFlagModes]{};  // by mode: sets whose partners are still missing
    };
    // Cores of one kind, by their blocks: those who set a flag together, or those whose counters then rise.
    struct Party {
        CoreKind kind;
        uint32_t first;
        uint32_t count;
    };
    Party Setters(const CorePlace& place, uint32_t mode) const;
    Party Receivers(const CorePlace& place, uint32_t mode) const;
    Party Group(CoreKind kind, uint32_t group) const;
    CoreFlags& FlagsOf(CoreKind kind, uint32_t block) { return flags_[layout_.IndexOf(kind, block)]; }
    const CoreFlags& FlagsOf(CoreKind kind, uint32_t block) const {
        return flags_[layout_.IndexOf(kind, block)];
    }
    bool Complete(const FlagSet& set, const Party& setters);
    std::optional<Problem> CountOne(const FlagSet& set);
    std::optional<Problem> Arrive(Waiter& waiter);
    bool MayGoOn(const Waiter& waiter);
    Party SoftParty(const Waiter& waiter) const;
    uint32_t ReleaseFromSkipped(std::span<Waiter* const> waiters);
    bool HasSoftArrivals(const Waiter& waiter) const;

    void TellMeeting(const FlagSet& set, const Party& setters, const Party& receivers) const;

    const CoreLayout& layout_;
    Observer* const observer_;
    std::vector<CoreFlags> flags_;        // by core; empty until the first set
    uint32_t present_[3][kFlagIds] = {};  // mode 0, by kind: cores with an early set
    uint32_t at_barrier_[3] = {};         // in this round, SyncAll<true>, by kind
    uint32_t at_common_barrier_ = 0;      // SyncAll<false>
    // By workspace and block: what the last soft SyncAll made of the block's slot.
    std::unordered_map<const int32_t*, std::vector<int32_t>> slots_;
};

}  // namespace aclnn_cpu::aicore
