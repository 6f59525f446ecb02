// Sort32, MrgSort, Sort and Extract.
#include <array>
#include <numeric>
#include <optional>

#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

struct Entry {
    uint32_t score;  // bits
    uint32_t index;
    bool operator==(const Entry& other) const { return score == other.score && index == other.index; }
};

// NaN first, then descending; +0 equals -0.
template <typename T>
bool Before(const Entry& a, const Entry& b) {
    const auto x = float(FromBits<T>(a.score));
    const auto y = float(FromBits<T>(b.score));
    return std::isnan(x) ? !std::isnan(y) : x > y;
}

template <typename T>
std::vector<Entry> Entries(size_t n, uint64_t seed) {
    std::vector<Entry> entries;
    const std::vector<T> scores = Values<T>(n, seed);
    std::mt19937_64 random(seed);
    for (size_t i = 0; i < n; ++i) {
        Entry entry{0, static_cast<uint32_t>(random())};
        const T score = random() % 3 == 0 ? T(float(random() % 5)) : scores[i];  // with ties
        std::memcpy(&entry.score, &score, sizeof(T));
        entries.push_back(entry);
    }
    return entries;
}

template <typename T>
std::vector<T> Scores(const std::vector<Entry>& entries) {
    std::vector<T> scores;
    for (const Entry& entry : entries) {
        scores.push_back(FromBits<T>(entry.score));
    }
    return scores;
}
std::vector<uint32_t> Indices(const std::vector<Entry>& entries) {
    std::vector<uint32_t> indices;
    for (const Entry& entry : entries) {
        indices.push_back(entry.index);
    }
    return indices;
}

template <typename T>
std::vector<Entry> Records(const LocalTensor<T>& tensor, size_t n) {
    std::vector<Entry> entries(n);
    std::memcpy(entries.data(), reinterpret_cast<const void*>(tensor.GetPhyAddr()), n * 8);
    return entries;
}

constexpr Entry kUntouched{0x5A5A5A5Au, 0x5A5A5A5Au};

void ExpectEntries(const std::vector<Entry>& actual, const std::vector<Entry>& expected,
                   const std::string& what) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_TRUE(actual[i] == expected[i])
            << what << " record " << i << ": " << std::hex << actual[i].score << " " << actual[i].index
            << ", expected " << expected[i].score << " " << expected[i].index;
    }
}

template <typename T>
struct SortTensors {
    LocalTensor<T> dst, src, tmp;
    LocalTensor<uint32_t> index;
};

constexpr size_t kRecords = 2048;

// The destination's records after the call; `records` are given to the source as they are, if any.
template <typename T>
std::vector<Entry> RunSort(std::string_view soc, const std::vector<Entry>& entries, bool as_records,
                           const std::function<void(const SortTensors<T>&)>& call) {
    std::vector<Entry> result;
    const std::vector<Entry> old(kRecords, kUntouched);
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[4];
            for (auto& buffer : buffers) {
                pipe.InitBuffer(buffer, kRecords * 8);
            }
            const SortTensors<T> t{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                                   buffers[3].Get<uint32_t>()};
            Fill(t.dst, old.data(), kRecords * 8);
            if (as_records) {
                Fill(t.src, entries.data(), entries.size() * 8);
            } else {
                Fill(t.src, Scores<T>(entries).data(), entries.size() * sizeof(T));
                Fill(t.index, Indices(entries).data(), entries.size() * 4);
            }
            call(t);
            result = Records(t.dst, kRecords);
        },
        {.soc = soc}));
    return result;
}

template <typename T>
std::vector<Entry> SortedBy(std::vector<Entry> entries, size_t unit, size_t n) {
    for (size_t i = 0; i < n; i += unit) {
        std::stable_sort(entries.begin() + std::ptrdiff_t(i),
                         entries.begin() + std::ptrdiff_t(std::min(n, i + unit)), Before<T>);
    }
    std::fill(entries.begin() + std::ptrdiff_t(n), entries.end(), kUntouched);
    entries.resize(kRecords, kUntouched);
    return entries;
}

template <typename Visit>
void ForFloatTypes(Visit visit) {
    visit(half());
    visit(float());
}

TEST(Sort32, SortsEachThirtyTwoStably) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
            for (const int32_t repeats : {0, 1, 3, 60}) {
                const auto entries = Entries<T>(kRecords, uint64_t(70 + repeats));
                ExpectEntries(RunSort<T>(soc, entries, false,
                                         [&](const auto& t) { Sort32(t.dst, t.src, t.index, repeats); }),
                              SortedBy<T>(entries, 32, size_t(repeats) * 32), "Sort32");
            }
        }
    });
}

// ---- MrgSort

template <typename T>
struct Merge {
    std::vector<Entry> merged;
    std::array<uint16_t, 4> taken;
};

// Head by head, the lower list first among equals.
template <typename T>
Merge<T> ReferenceMerge(std::vector<std::vector<Entry>> lists, bool suspend) {
    Merge<T> merge{{}, {0, 0, 0, 0}};
    std::vector<size_t> next(lists.size(), 0);
    for (;;) {
        std::optional<size_t> best;
        bool exhausted = false;
        for (size_t l = 0; l < lists.size(); ++l) {
            if (next[l] == lists[l].size()) {
                exhausted = true;
            } else if (!best || Before<T>(lists[l][next[l]], lists[*best][next[*best]])) {
                best = l;
            }
        }
        if (!best || (exhausted && suspend)) {
            return merge;
        }
        merge.merged.push_back(lists[*best][next[*best]++]);
        ++merge.taken[*best];
    }
}

template <typename T>
void CheckMerge(const std::vector<uint16_t>& lengths, bool suspend, std::string_view soc = "Ascend910B1") {
    constexpr uint32_t kPerRecord = 8 / sizeof(T);
    constexpr size_t kApart = 500;  // records from list to list
    std::vector<Entry> all = Entries<T>(kRecords, 80 + lengths[0]);
    std::vector<std::vector<Entry>> lists;
    for (size_t l = 0; l < lengths.size(); ++l) {
        const auto first = all.begin() + std::ptrdiff_t(l * kApart);
        std::stable_sort(first, first + lengths[l], Before<T>);
        lists.emplace_back(first, first + lengths[l]);
    }
    const Merge<T> expected = ReferenceMerge<T>(lists, suspend);
    std::vector<Entry> records = expected.merged;
    records.resize(kRecords, kUntouched);
    MrgSort4Info info;
    std::copy(lengths.begin(), lengths.end(), info.elementLengths);
    info.ifExhaustedSuspension = suspend;
    info.validBit = static_cast<uint16_t>((1u << lengths.size()) - 1);
    const auto actual = RunSort<T>(soc, all, true, [&](const auto& t) {
        const auto at = [&](size_t list) { return t.src[uint32_t(list * kApart * kPerRecord)]; };
        MrgSort(t.dst, MrgSortSrcList<T>(at(0), at(1), at(2), at(3)), info);
        uint16_t taken[4];
        GetMrgSortResult(taken[0], taken[1], taken[2], taken[3]);
        for (size_t l = 0; l < 4; ++l) {
            EXPECT_EQ(taken[l], expected.taken[l]) << l;
        }
    });
    ExpectEntries(actual, records, "MrgSort");
}

TEST(MrgSort, MergesTwoToFourListsAndStopsWhenAsked) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        for (const bool suspend : {false, true}) {
            CheckMerge<T>({32, 32}, suspend);
            CheckMerge<T>({1, 200}, suspend);
            CheckMerge<T>({0, 7}, suspend);
            CheckMerge<T>({100, 3, 55}, suspend);
            CheckMerge<T>({64, 64, 64, 64}, suspend);
            CheckMerge<T>({64, 9, 30, 64}, suspend, "Ascend310B1");
            CheckMerge<T>({500, 1, 13, 300}, suspend);
        }
    });
}

TEST(MrgSort, RepeatsOverFourListsInARow) {
    using T = float;
    std::vector<Entry> all = SortedBy<T>(Entries<T>(256, 90), 32, 256);
    const auto run = [&](bool in_a_row) {
        return RunSort<T>("Ascend910B1", all, true, [&](const auto& t) {
            const uint16_t lengths[4] = {32, 32, 32, 32};
            uint32_t sorted[4] = {7, 7, 7, 7};
            MrgSort<T>(t.dst,
                       MrgSortSrcList<T>(t.src, t.src[64], t.src[128], in_a_row ? t.src[192] : t.src[256]),
                       lengths, sorted, 15, 2);
            EXPECT_EQ(sorted[0], 7u);  // only set with suspension
        });
    };
    std::vector<Entry> twice(all.begin(), all.begin() + 256);
    ExpectEntries(run(true), SortedBy<T>(twice, 128, 256), "two repeats");
    std::vector<Entry> once(all.begin(), all.begin() + 96);
    once.insert(once.end(), all.begin() + 128, all.begin() + 160);
    ExpectEntries(run(false), SortedBy<T>(once, 128, 128), "one repeat");
}

TEST(MrgSort, RefusesWrongLists) {
    const auto run = [](const std::function<void(MrgSort4Info&)>& change, uint32_t dst,
                        std::string_view soc = "Ascend910B1") {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 8192);
                const auto t = buffer.Get<float>();
                const uint16_t lengths[4] = {32, 32, 32, 32};
                MrgSort4Info info(lengths, false, 3, 1);
                change(info);
                MrgSort(t[dst], MrgSortSrcList<float>(t, t[64], t[128], t[192]), info);
            },
            {.soc = soc});
    };
    ExpectRuns(run([](auto&) {}, 128));
    ExpectFault(run([](auto&) {}, 120), 507035,
                {"MrgSort(dst VECCALC float at byte 480, src1 VECCALC float at byte 0, src2 VECCALC float at "
                 "byte 256, "
                 "lengths 32 32 32 32, validBit 3, repeat 1)",
                 "dst overlaps list 2"});
    ExpectFault(run([](auto& info) { info.validBit = 5; }, 256), 507035,
                {"validBit is 5, expected 3, 7 or 15"});
    ExpectFault(run([](auto& info) { info.elementLengths[1] = 4096; }, 256), 507035,
                {"elementLengths[1] is 4096, expected at most 4095"});
    ExpectFault(run([](auto&) {}, 257), 507035,
                {"dst starts at byte address 1028, expected a multiple of 32"});
    ExpectFault(run([](auto&) {}, 256, "Ascend310P3"), 507015,
                {"Ascend310P3 has no MrgSort on float, or on any other type"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 8192);
                    Sort32(buffer.Get<float>(), buffer.Get<float>(), buffer.Get<uint32_t>(), 256);
                }),
                507035, {"repeatTime is 256, expected 0 to 255"});
}

// ---- Sort and Extract

TEST(Sort, SortsAllAndExtractsScoresAndIndices) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        for (const int32_t repeats : {1, 2, 4, 5, 13, 17, 64}) {
            const auto entries = Entries<T>(size_t(repeats) * 32, uint64_t(100 + repeats));
            const auto sorted = RunSort<T>("Ascend910B1", entries, false, [&](const SortTensors<T>& t) {
                LocalTensor<T> concat;
                LocalTensor<T> tmp = t.tmp;
                Concat(concat, t.src, tmp, repeats);
                Sort<T, true>(t.dst, concat, t.index, tmp, repeats);
                EXPECT_EQ(GetSortLen<T>(10), 80 / sizeof(T));
                EXPECT_EQ(GetSortOffset<T>(3), 24 / sizeof(T));
                Extract(t.src, t.index, t.dst, repeats);
                const auto expected = SortedBy<T>(entries, kRecords, size_t(repeats) * 32);
                for (size_t i = 0; i < size_t(repeats) * 32; ++i) {
                    T score = t.src.GetValue(uint32_t(i));
                    Entry got{0, t.index.GetValue(uint32_t(i))};
                    std::memcpy(&got.score, &score, sizeof(T));
                    ASSERT_TRUE(got == expected[i]) << i;
                }
            });
            ExpectEntries(sorted, SortedBy<T>(entries, kRecords, size_t(repeats) * 32), "Sort");
        }
        const auto entries = Entries<T>(128, 110);
        ExpectEntries(RunSort<T>("Ascend910B1", entries, false,
                                 [&](const SortTensors<T>& t) {
                                     LocalTensor<T> tmp = t.tmp;
                                     Sort<T, false>(t.dst, t.src, t.index, tmp, 4);
                                 }),
                      SortedBy<T>(entries, 32, 128), "Sort by 32");
    });
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
