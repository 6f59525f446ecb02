// Where bytes without a defined value came from: what a report says of them beyond that nobody wrote them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "aicore/check/shadow.h"
#include "ascendc/emulator.h"

namespace aclnn_cpu::aicore::check {

class Origins {
 public:
    // An instruction computed bytes from others that were not defined, the first of them at `from`.
    void NoteComputed(const Range& range, uint64_t from, std::string_view call, const CallSite& site) {
        Note({range, from, false, call, site});
    }
    // An instruction left behind what nobody may rely on.
    void NoteSpoilt(const Range& range, std::string_view call, const CallSite& site) {
        Note({range, 0, true, call, site});
    }
    void Clear() { count_ = 0; }

    // The first cause: ": ReduceSum at k.cpp:70 read bytes from 64 on that nothing has written"; empty: they
    // themselves were never written.
    std::string Tell(const Range& range) const;
    bool Knows(const Range& range) const { return Find(range, count_) != 0; }

 private:
    struct Origin {
        Range range;
        uint64_t from = 0;
        bool spoilt = false;
        std::string_view call;
        CallSite site;
    };

    void Note(const Origin& origin);
    // The number, from 1, of the newest that concerns the range, of the first `count`; 0: none.
    size_t Find(const Range& range, size_t count) const;

    static constexpr size_t kKept = 256;
    std::array<Origin, kKept> origins_;  // a ring
    size_t count_ = 0;
};

}  // namespace aclnn_cpu::aicore::check
