// Accesses to global memory: of one core among its pipes, and of all cores of a launch among one another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "aicore/check/clocks.h"
#include "aicore/check/shadow.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore::check {

enum class GlobalUse : uint8_t { kRead, kWrite, kCombine };

// Whether the order of two uses of the same bytes shows in a result.
constexpr bool Conflict(GlobalUse a, GlobalUse b) {
    return a != b ? (a != GlobalUse::kRead || b != GlobalUse::kRead) : a == GlobalUse::kWrite;
}

// Rows of equal length at equal distances, as copies of tiles make them; one row: any range.
struct Rows {
    Range first;  // host addresses
    uint64_t count = 1;
    uint64_t stride = 0;  // from the start of a row to that of the next

    Range hull() const { return {first.begin, first.end + (count - 1) * stride}; }
    bool Overlaps(const Range& range) const;
    // Takes the range as the next row. False: it is none.
    bool Extend(const Range& range);
};

struct GlobalAccess {
    Range range;  // host addresses
    GlobalUse use = GlobalUse::kRead;
    uint32_t pipe = 0;  // index
    uint32_t time = 0;
    // How often the core had handed over to others before; and what it knew of them.
    uint32_t released = 0;
    uint32_t acquired = 0;  // index into the core's list of clocks
    std::string_view call;  // "DataCopy"
    CallSite site;
};

// The recent accesses of one core, for conflicts between its pipes.
class RecentAccesses {
 public:
    // One that `access` conflicts with and is not known to come after.
    std::optional<GlobalAccess> FindConflict(const GlobalAccess& access, const Clock& known) const;
    void Note(const GlobalAccess& access);
    // Every access until here has finished before all that comes.
    void Clear();

 private:
    struct Recent {
        GlobalAccess access;  // its range is the first row
        Rows rows;
    };
    struct List {
        std::vector<Recent> accesses;
        Range hull;  // all of them lie in it
        uint32_t latest = 0;
    };
    static constexpr uint32_t kUses = 3;
    List lists_[kPipes][kUses];  // by pipe and use
};

// What a core knows of every core of the launch, by index: how far each of its pipes had come at least.
using CoreClocks = std::vector<Clock>;
void Join(CoreClocks& clocks, const CoreClocks& other);
// Many cores know the same after a barrier.
using SharedClocks = std::shared_ptr<const CoreClocks>;

// All accesses of one core in a launch; adjacent ones of a call are one.
class CoreLog {
 public:
    CoreLog();

    void Note(const GlobalAccess& access);
    // From here on the core knows this as well.
    void Learn(const SharedClocks& learnt);
    const CoreClocks& known() const { return *clocks.back(); }

    std::vector<GlobalAccess> accesses;
    std::vector<SharedClocks> clocks;  // what it knew, one after the other; at first nothing
    bool full = false;                 // too many accesses to keep

 private:
    uint32_t used_ = 0;  // the last of the clocks that an access names
};

struct Race {
    uint32_t core_a = 0;  // indices; a < b
    uint32_t core_b = 0;
    GlobalAccess a;
    GlobalAccess b;
    Range shared;
};

// The first race among the cores of a launch, in the order of cores; logs by core index.
std::optional<Race> FindRace(const std::vector<CoreLog>& logs);

}  // namespace aclnn_cpu::aicore::check
