// For the tests of reductions: scalar references written from the documented order of work, and a kernel with
// a destination, a source and a work buffer.
#pragma once

#include <optional>

#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {

template <typename T>
using Chosen = std::vector<std::optional<T>>;  // an element, or none where the mask leaves it out

enum class Fold { kSum, kMax, kMin };

template <typename T>
T Combined(Fold fold, T a, T b) {
    const float x = float(a);
    const float y = float(b);
    if (fold == Fold::kSum) {
        const volatile float sum = x + y;  // one rounding to float, then one to T
        return T(float(sum));
    }
    return T(float(fold == Fold::kMax ? Larger(x, y) : Smaller(x, y)));
}

// Neighbours first, then neighbouring results; the size is a power of two.
template <typename T>
std::optional<T> TreeOf(Fold fold, Chosen<T> level) {
    while (level.size() > 1) {
        Chosen<T> next;
        for (size_t i = 0; i < level.size(); i += 2) {
            const std::optional<T> a = level[i];
            const std::optional<T> b = level[i + 1];
            next.push_back(a && b ? Combined(fold, *a, *b) : (a ? a : b));
        }
        level = next;
    }
    return level[0];
}

template <typename T>
Chosen<T> Padded(Chosen<T> values, size_t unit) {
    while (values.size() % unit != 0) {
        values.push_back(std::nullopt);
    }
    return values;
}

// Repeat by repeat, until one value is left.
template <typename T>
T TreeOfRepeats(Fold fold, Chosen<T> values) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    do {
        values = Padded(values, kPerRepeat);
        Chosen<T> next;
        for (size_t i = 0; i < values.size(); i += kPerRepeat) {
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(i);
            next.push_back(TreeOf(fold, Chosen<T>(first, first + kPerRepeat)));
        }
        values = next;
    } while (values.size() > 1);
    return *values[0];
}

template <typename T>
uint32_t BitsOf(T value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

// Where the extreme value stands first; +0 is larger than -0, and NaN extreme in any case.
template <typename T>
size_t IndexOf(Fold fold, const Chosen<T>& values) {
    std::optional<size_t> best;
    for (size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) {
            continue;
        }
        if (!best) {
            best = i;
            continue;
        }
        const T winner = Combined(fold, *values[*best], *values[i]);
        const bool best_is_nan = std::isnan(float(*values[*best]));
        if (!best_is_nan && (std::isnan(float(winner)) || BitsOf(winner) != BitsOf(*values[*best]))) {
            best = i;
        }
    }
    return *best;
}

inline constexpr uint32_t kReduceElements = 8192;  // of the source
inline constexpr uint32_t kReduceResults = 4096;   // of the destination and the work buffer

template <typename T>
T Sentinel() {
    return FromBits<T>(0x5A5A5A5Au);
}

// Small numbers, so that sums round but do not all overflow, with special ones strewn in if asked.
template <typename T>
std::vector<T> SourceValues(uint64_t seed, bool special) {
    std::mt19937_64 random(seed);
    std::vector<T> values;
    const std::vector<T> specials = Values<T>(20, seed);
    for (size_t i = 0; i < kReduceElements; ++i) {
        const auto sixteenths = float(int32_t(random() % 2000) - 1000) / 16;
        const float small = float(int32_t(random() % 65536) - 32768) * 0x1p-12f;
        values.push_back(special && random() % 37 == 0 ? specials[random() % specials.size()]
                                                       : T(random() % 2 == 0 ? sixteenths : small));
    }
    return values;
}

template <typename T>
struct ReduceTensors {
    LocalTensor<T> dst, src, tmp;
};

// What the destination holds after the call; outside what it writes, sentinels.
template <typename T>
std::vector<T> RunReduction(std::string_view soc, const std::vector<T>& src,
                            const std::function<void(const ReduceTensors<T>&)>& call) {
    std::vector<T> result;
    const std::vector<T> sentinels(kReduceResults, Sentinel<T>());
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], uint32_t(kReduceResults * sizeof(T)));
            pipe.InitBuffer(buffers[1], uint32_t(kReduceElements * sizeof(T)));
            pipe.InitBuffer(buffers[2], uint32_t(kReduceResults * sizeof(T)));
            const ReduceTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>()};
            Fill(t.dst, sentinels.data(), sentinels.size() * sizeof(T));
            Fill(t.src, src.data(), src.size() * sizeof(T));
            call(t);
            result = Read(t.dst, kReduceResults);
        },
        {.soc = soc}));
    return result;
}

template <typename T>
void ExpectSame(const std::vector<T>& actual, const std::vector<T>& expected, const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        const bool nans = std::isnan(float(actual[i])) && std::isnan(float(expected[i])) &&
                          BitsOf(expected[i]) != BitsOf(Sentinel<T>());
        ASSERT_TRUE(nans || BitsOf(actual[i]) == BitsOf(expected[i]))
            << what << " element " << i << ": " << float(actual[i]) << ", expected " << float(expected[i]);
    }
}

// Elements of a repeat by the documented strides, chosen by bits of the mask.
template <typename T>
Chosen<T> RepeatOf(const std::vector<T>& src, size_t repeat, size_t blk, size_t rep, const uint64_t* bits) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    Chosen<T> chosen;
    for (size_t e = 0; e < 256 / sizeof(T); ++e) {
        const size_t at = (repeat * rep + e / kPerBlock * blk) * kPerBlock + e % kPerBlock;
        const bool active = ((bits[e / 64] >> (e % 64)) & 1u) != 0;
        chosen.push_back(active ? std::optional<T>(src[at]) : std::nullopt);
    }
    return chosen;
}

struct BitMask {
    uint64_t bits[2];
};
inline BitMask LeadingMask(uint64_t n) {
    const auto ones = [](uint64_t count) { return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1; };
    return {{ones(n), n > 64 ? ones(n - 64) : 0}};
}

}  // namespace aclnn_cpu::aicore_tests
