// Compiled for speed in every build: the checker's cost is here.
#include "aicore/check/shadow.h"

#include <algorithm>
#include <bit>

namespace aclnn_cpu::aicore::check {

namespace {

// The bits of [begin, end) of a block's 32.
uint32_t BitsOf(uint64_t begin, uint64_t end) {
    const uint32_t low = ~uint32_t(0) << begin;
    return end >= 32 ? low : low & ~(~uint32_t(0) << end);
}

// Calls visit(block, mask of its bytes) for each block of a range until it returns true.
template <typename Visit>
void ForBlocks(const Range& range, Visit visit) {
    for (uint64_t block = range.begin / 32; block * 32 < range.end; ++block) {
        const uint64_t first = std::max(range.begin, block * 32) - block * 32;
        const uint64_t last = std::min(range.end, block * 32 + 32) - block * 32;
        if (visit(block, BitsOf(first, last))) {
            return;
        }
    }
}

// Whether any of n times is later than `limit` and not `now`.
bool AnyLater(const uint32_t* times, uint64_t n, uint32_t limit, uint32_t now) {
    uint32_t later = 0;
    for (uint64_t i = 0; i < n; ++i) {
        later |= static_cast<uint32_t>(times[i] > limit) & static_cast<uint32_t>(times[i] != now);
    }
    return later != 0;
}

}  // namespace

void ByteFlags::Set(const Range& range, bool value) {
    if (range.begin % 32 == 0 && range.end % 32 == 0) {
        std::fill(words_.begin() + int64_t(range.begin / 32), words_.begin() + int64_t(range.end / 32),
                  value ? ~uint32_t(0) : 0u);
        return;
    }
    ForBlocks(range, [&](uint64_t block, uint32_t bits) {
        words_[block] = value ? words_[block] | bits : words_[block] & ~bits;
        return false;
    });
}

bool ByteFlags::Any(const Range& range) const {
    bool any = false;
    ForBlocks(range, [&](uint64_t block, uint32_t bits) {
        any = any || (words_[block] & bits) != 0;
        return any;
    });
    return any;
}

uint64_t ByteFlags::FirstClear(const Range& range) const {
    uint64_t first = range.end;
    ForBlocks(range, [&](uint64_t block, uint32_t bits) {
        const uint32_t missing = bits & ~words_[block];
        if (missing != 0) {
            first = block * 32 + static_cast<uint64_t>(std::countr_zero(missing));
        }
        return missing != 0;
    });
    return first;
}

std::optional<LastUses::Use> LastUses::FindConflict(const Range& range, bool write, const Clock& known,
                                                    uint32_t pipe, uint32_t now) const {
    const uint64_t first = range.begin / 32;
    const uint64_t n = (range.end + 31) / 32 - first;
    for (uint32_t i = 1; i <= kPipes; ++i) {
        const uint32_t other = (pipe + i) % kPipes;  // its own comes last: others are the graver matter
        const uint32_t limit = known[other];
        const uint32_t itself = other == pipe ? now : 0;
        for (const bool of_writes : {true, false}) {
            const Times& times = of_writes ? writes_[other] : reads_[other];
            // A pipe takes its instructions in order: none overwrites what an earlier one has yet to read.
            if ((!of_writes && (!write || other == pipe)) || times.latest <= limit ||
                !AnyLater(times.of_block.data() + first, n, limit, itself)) {
                continue;
            }
            for (uint64_t block = first; block < first + n; ++block) {
                const uint32_t time = times.of_block[block];
                if (time > limit && time != itself) {
                    return Use{other, time, of_writes, std::max(range.begin, block * 32)};
                }
            }
        }
    }
    return std::nullopt;
}

void LastUses::Note(const Range& range, bool write, uint32_t pipe, uint32_t time) {
    Times& times = write ? writes_[pipe] : reads_[pipe];
    if (times.of_block.empty()) {
        times.of_block.assign(blocks_, 0u);
    }
    times.latest = time;
    std::fill(times.of_block.begin() + int64_t(range.begin / 32),
              times.of_block.begin() + int64_t((range.end + 31) / 32), time);
}

}  // namespace aclnn_cpu::aicore::check
