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

// A range as the blocks it covers whole, and the parts of blocks before and behind them.
struct Blocks {
    explicit Blocks(const Range& range)
        : first((range.begin + 31) / 32), last(range.end / 32), before(0), behind(0) {
        if (range.begin % 32 != 0) {
            before = BitsOf(range.begin % 32, std::min<uint64_t>(range.end - (first - 1) * 32, 32));
        }
        if (range.end % 32 != 0 && last >= first) {
            behind = BitsOf(0, range.end % 32);
        }
    }

    uint64_t first;
    uint64_t last;    // one past; below `first` where the range lies inside a block
    uint32_t before;  // bytes of block first - 1
    uint32_t behind;  // bytes of block last
};

// Whether any of n times is later than `limit` and not `now`. Times stay below 2^31.
bool AnyLater(const uint32_t* times, uint64_t n, uint32_t limit, uint32_t now) {
    const auto earliest = static_cast<int32_t>(limit);
    const auto itself = static_cast<int32_t>(now);
    int32_t later = 0;
    for (uint64_t i = 0; i < n; ++i) {
        const auto time = static_cast<int32_t>(times[i]);
        later |= static_cast<int32_t>(time > earliest) & static_cast<int32_t>(time != itself);
    }
    return later != 0;
}

}  // namespace

void ByteFlags::Set(const Range& range, bool value) {
    if (!value && !any_set_) {
        return;
    }
    any_set_ = true;
    const Blocks blocks(range);
    const auto set = [&](uint64_t block, uint32_t bits) {
        words_[block] = value ? words_[block] | bits : words_[block] & ~bits;
    };
    if (blocks.before != 0) {
        set(blocks.first - 1, blocks.before);
    }
    if (blocks.first < blocks.last) {
        std::fill(words_.begin() + int64_t(blocks.first), words_.begin() + int64_t(blocks.last),
                  value ? ~uint32_t(0) : 0u);
    }
    if (blocks.behind != 0) {
        set(blocks.last, blocks.behind);
    }
}

bool ByteFlags::Any(const Range& range) const {
    if (!any_set_) {
        return false;
    }
    const Blocks blocks(range);
    uint32_t any = blocks.before != 0 ? words_[blocks.first - 1] & blocks.before : 0;
    any |= blocks.behind != 0 ? words_[blocks.last] & blocks.behind : 0;
    for (uint64_t i = blocks.first; i < blocks.last; ++i) {
        any |= words_[i];
    }
    return any != 0;
}

uint64_t ByteFlags::FirstClear(const Range& range) const {
    const Blocks blocks(range);
    const auto first_of = [&](uint64_t block, uint32_t missing) {
        return block * 32 + static_cast<uint64_t>(std::countr_zero(missing));
    };
    if (blocks.before != 0) {
        if (const uint32_t missing = blocks.before & ~words_[blocks.first - 1]; missing != 0) {
            return first_of(blocks.first - 1, missing);
        }
    }
    uint32_t all = ~uint32_t(0);
    for (uint64_t i = blocks.first; i < blocks.last; ++i) {
        all &= words_[i];
    }
    for (uint64_t i = blocks.first; all != ~uint32_t(0) && i < blocks.last; ++i) {
        if (words_[i] != ~uint32_t(0)) {
            return first_of(i, ~words_[i]);
        }
    }
    if (blocks.behind != 0) {
        if (const uint32_t missing = blocks.behind & ~words_[blocks.last]; missing != 0) {
            return first_of(blocks.last, missing);
        }
    }
    return range.end;
}

std::optional<LastUses::Use> LastUses::FindConflict(const Range& range, bool write, const Clock& known,
                                                    uint32_t pipe, uint32_t now) const {
    Clock limits = known;
    if (known[pipe] + 1 >= now) {
        limits[pipe] = now;  // all that its own pipe did is known, and it is not its own conflict
    }
    bool possible = false;
    for (uint32_t i = 0; i < kPipes; ++i) {
        possible |= writes_.latest[i] > limits[i] || (write && i != pipe && reads_.latest[i] > limits[i]);
    }
    return possible ? Search(range, write, limits, pipe, now) : std::nullopt;
}

std::optional<LastUses::Use> LastUses::Search(const Range& range, bool write, const Clock& limits,
                                              uint32_t pipe, uint32_t now) const {
    const uint64_t first = range.begin / 32;
    const uint64_t n = (range.end + 31) / 32 - first;
    for (uint32_t i = 1; i <= kPipes; ++i) {
        const uint32_t other = (pipe + i) % kPipes;  // its own comes last: others are the graver matter
        const uint32_t itself = other == pipe ? now : 0;
        for (const bool of_writes : {true, false}) {
            const Times& times = of_writes ? writes_ : reads_;
            const std::vector<uint32_t>& of_block = times.of_block[other];
            // A pipe takes its instructions in order: none overwrites what an earlier one has yet to read.
            if ((!of_writes && (!write || other == pipe)) || times.latest[other] <= limits[other] ||
                !AnyLater(of_block.data() + first, n, limits[other], itself)) {
                continue;
            }
            for (uint64_t block = first; block < first + n; ++block) {
                const uint32_t time = of_block[block];
                if (time > limits[other] && time != itself) {
                    return Use{other, time, of_writes, std::max(range.begin, block * 32)};
                }
            }
        }
    }
    return std::nullopt;
}

void LastUses::Note(const Range& range, bool write, uint32_t pipe, uint32_t time) {
    Times& times = write ? writes_ : reads_;
    std::vector<uint32_t>& of_block = times.of_block[pipe];
    if (of_block.empty()) {
        of_block.assign(blocks_, 0u);
    }
    times.latest[pipe] = time;
    std::fill(of_block.begin() + int64_t(range.begin / 32), of_block.begin() + int64_t((range.end + 31) / 32),
              time);
}

}  // namespace aclnn_cpu::aicore::check
