// What the checker knows of every byte of UB: whether it was ever written, and which instructions used it last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "aicore/check/clocks.h"

namespace aclnn_cpu::aicore::check {

struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;

    uint64_t bytes() const { return end - begin; }
    bool Overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
};

// A bit per byte.
class ByteFlags {
 public:
    explicit ByteFlags(uint64_t bytes) : words_((bytes + 31) / 32, 0u) {}

    void Clear() {
        words_.assign(words_.size(), 0u);
        any_set_ = false;
    }
    void Set(const Range& range, bool value);
    bool All(const Range& range) const { return FirstClear(range) == range.end; }
    bool Any(const Range& range) const;
    uint64_t FirstClear(const Range& range) const;  // range.end: none

 private:
    std::vector<uint32_t> words_;  // one per 32-byte block
    bool any_set_ = false;         // since the last Clear
};

// Per 32-byte block and pipe, the number of the last instruction that read it and of the last that wrote it.
class LastUses {
 public:
    explicit LastUses(uint64_t bytes) : blocks_((bytes + 31) / 32) {}

    struct Use {
        uint32_t pipe;  // index
        uint32_t time;
        bool write;
        uint64_t byte;  // the first that is concerned
    };

    // A use that an access of a pipe, not known to come after it, conflicts with; a write conflicts with reads, too.
    // Uses by the same instruction (`pipe`, `now`) do not count.
    std::optional<Use> FindConflict(const Range& range, bool write, const Clock& known, uint32_t pipe,
                                    uint32_t now) const;
    void Note(const Range& range, bool write, uint32_t pipe, uint32_t time);

 private:
    std::optional<Use> Search(const Range& range, bool write, const Clock& limits, uint32_t pipe,
                              uint32_t now) const;

    // Of all pipes: by block, empty where the pipe has not used the memory; and the latest.
    struct Times {
        std::vector<uint32_t> of_block[kPipes];
        Clock latest{};
    };

    uint64_t blocks_;
    Times reads_;
    Times writes_;
};

}  // namespace aclnn_cpu::aicore::check
