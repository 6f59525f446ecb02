// Accesses to global memory: of one core among its pipes, and of all cores of a launch among one another.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "aicore/check/clocks.h"
#include "aicore/check/shadow.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore::check {

enum class GlobalUse : uint8_t { kRead, kWrite, kCombine };

// What an atomic copy does to what is there; of other uses as it is here.
struct Combination {
    Opcode operation = Opcode::kCount;
    ElementType type = ElementType::kCount;

    auto operator<=>(const Combination&) const = default;
};

// Rows of equal length at equal distances, as copies of tiles make them; one row: any range.
struct Rows {
    Range first;  // host addresses
    uint64_t count = 1;
    uint64_t stride = 0;  // from the start of a row to that of the next

    Range hull() const { return {first.begin, first.end + (count - 1) * stride}; }
    bool Overlaps(const Range& range) const;
    // Whether something is true of each part of the rows that lies in the range.
    template <typename IsTrue>
    bool AllIn(const Range& range, const IsTrue& is_true) const {
        for (uint64_t row = RowAt(range.begin); row < count; ++row) {
            const uint64_t at = first.begin + row * stride;
            if (at >= range.end) {
                break;
            }
            if (!is_true(Range{std::max(at, range.begin), std::min(at + first.bytes(), range.end)})) {
                return false;
            }
        }
        return true;
    }
    // Takes the range as the next row. False: it is none.
    bool Extend(const Range& range);

 private:
    // The first row that ends behind an address; `count` or more: none.
    uint64_t RowAt(uint64_t address) const {
        return address < first.end ? 0 : count == 1 ? 1 : (address - first.end) / stride + 1;
    }
};

struct GlobalAccess {
    Range range;  // host addresses
    GlobalUse use = GlobalUse::kRead;
    Combination combination;  // of kCombine
    uint32_t pipe = 0;        // index
    uint32_t time = 0;
    // How often the core had handed over to others before; and what it knew of them.
    uint32_t released = 0;
    uint32_t acquired = 0;  // index into the core's list of clocks
    std::string_view call;  // "DataCopy"
    CallSite site;
};

// Whether the order of two accesses of the same bytes shows in a result.
constexpr bool Conflict(const GlobalAccess& a, const GlobalAccess& b) {
    if (a.use != b.use) {
        return true;
    }
    return a.use == GlobalUse::kWrite || (a.use == GlobalUse::kCombine && a.combination != b.combination);
}

// The recent accesses of one core, for conflicts between its pipes.
class RecentAccesses {
 public:
    // Whether the bytes hold already what a copy is about to write there.
    using IsHeld = std::function<bool(const Range&)>;

    // One that `access` conflicts with and is not known to come after. Writes of one pipe that leave the same bytes
    // there, in whatever order, do not conflict; without `is_held` all do.
    std::optional<GlobalAccess> FindConflict(const GlobalAccess& access, const Clock& known,
                                             const IsHeld& is_held = {}) const;
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
