// Reductions of pairs, blocks and repeats: every instruction, type, order and form against scalar trees.
#include "aicore/reduce_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

struct Layout {
    int32_t repeats, dst, blk, rep;
};
constexpr Layout kLayouts[] = {{1, 1, 1, 8},  {3, 1, 1, 8}, {20, 1, 1, 8},
                               {4, 3, 2, 17}, {5, 2, 0, 3}, {2, 1, 1, 0}};

template <typename T>
std::vector<BitMask> Masks() {
    constexpr uint64_t kAll = 256 / sizeof(T);
    return {LeadingMask(kAll),
            LeadingMask(1),
            LeadingMask(kAll / 2 + 3),
            {{0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u}},
            {{0, sizeof(T) == 2 ? 2u : 0u}},
            {{0x00000001'00000000u, 0}}};
}

template <typename Visit>
void ForFloatTypes(Visit visit) {
    visit(half());
    visit(float());
}

// ---- one value per pair, block or repeat

template <typename T>
struct GroupCase {
    const char* name;
    Fold fold;
    size_t width;
    void (*bits)(const ReduceTensors<T>&, const uint64_t* mask, const Layout&);
    void (*number)(const ReduceTensors<T>&, int32_t mask, const Layout&);
    void (*state)(const ReduceTensors<T>&, const Layout&);
};

#define REPEAT_FIRST(Name, fold, width)                                                                            \
    {                                                                                                              \
#Name, fold, width,                                                                                              \
     [](const ReduceTensors<T>& t, const uint64_t* m, const Layout& l) { Name(t.dst, t.src, l.repeats, m, l.dst, l.blk, l.rep); }, \
     [](const ReduceTensors<T>& t, int32_t m, const Layout& l) { Name(t.dst, t.src, l.repeats, m, l.dst, l.blk, l.rep); },        \
     [](const ReduceTensors<T>& t, const Layout& l) { Name<T, false>(t.dst, t.src, l.repeats, MASK_PLACEHOLDER, l.dst, l.blk, l.rep); } \
    }
#define NEW_NAME(Name, type, fold, width)                                                                          \
    {                                                                                                              \
#Name, fold, width,                                                                                              \
     [](const ReduceTensors<T>& t, const uint64_t* m, const Layout& l) { Name<ReduceType::type>(t.dst, t.src, m, l.repeats, l.dst, l.blk, l.rep); }, \
     [](const ReduceTensors<T>& t, int32_t m, const Layout& l) { Name<ReduceType::type>(t.dst, t.src, m, l.repeats, l.dst, l.blk, l.rep); },        \
     [](const ReduceTensors<T>& t, const Layout& l) { Name<ReduceType::type, T, T, false>(t.dst, t.src, MASK_PLACEHOLDER, l.repeats, l.dst, l.blk, l.rep); } \
    }

template <typename T>
std::vector<GroupCase<T>> GroupCases() {
    constexpr size_t kBlock = 32 / sizeof(T);
    return {
        REPEAT_FIRST(PairReduceSum, Fold::kSum, 2),
        REPEAT_FIRST(BlockReduceSum, Fold::kSum, kBlock),
        REPEAT_FIRST(BlockReduceMax, Fold::kMax, kBlock),
        REPEAT_FIRST(BlockReduceMin, Fold::kMin, kBlock),
        NEW_NAME(ReducePairElem, SUM, Fold::kSum, 2),
        NEW_NAME(ReduceDataBlock, SUM, Fold::kSum, kBlock),
        NEW_NAME(ReduceDataBlock, MAX, Fold::kMax, kBlock),
        NEW_NAME(ReduceDataBlock, MIN, Fold::kMin, kBlock),
        NEW_NAME(ReduceRepeat, SUM, Fold::kSum, 256 / sizeof(T)),
        {"WholeReduceSum", Fold::kSum, 256 / sizeof(T),
         [](const ReduceTensors<T>& t, const uint64_t* m, const Layout& l) {
             WholeReduceSum(t.dst, t.src, m, l.repeats, l.dst, l.blk, l.rep);
         },
         [](const ReduceTensors<T>& t, int32_t m, const Layout& l) {
             WholeReduceSum(t.dst, t.src, m, l.repeats, l.dst, l.blk, l.rep);
         },
         [](const ReduceTensors<T>& t, const Layout& l) {
             WholeReduceSum<T, false>(t.dst, t.src, MASK_PLACEHOLDER, l.repeats, l.dst, l.blk, l.rep);
         }},
    };
}

// What stands where no source is chosen: the old value, or what 310B fills in.
template <typename T>
T Idle(std::string_view soc, Fold fold, T old) {
    if (soc == "Ascend910B1") {
        return old;
    }
    const float largest = sizeof(T) == 2 ? 65504.0f : std::numeric_limits<float>::infinity();
    return T(fold == Fold::kSum ? 0.0f : fold == Fold::kMax ? -largest : largest);
}

template <typename T>
std::vector<T> ExpectedGroups(std::string_view soc, const GroupCase<T>& one, const std::vector<T>& src,
                              const Layout& l, const std::function<BitMask(size_t repeat)>& mask,
                              size_t repeats) {
    std::vector<T> expected(kReduceResults, Sentinel<T>());
    const size_t groups = 256 / sizeof(T) / one.width;
    for (size_t r = 0; r < repeats; ++r) {
        const Chosen<T> repeat = RepeatOf(src, r, size_t(l.blk), size_t(l.rep), mask(r).bits);
        for (size_t g = 0; g < groups; ++g) {
            const auto first = repeat.begin() + static_cast<std::ptrdiff_t>(g * one.width);
            const std::optional<T> value =
                TreeOf(one.fold, Chosen<T>(first, first + static_cast<std::ptrdiff_t>(one.width)));
            T& to = expected[r * size_t(l.dst) * groups + g];
            to = value ? *value : Idle(soc, one.fold, to);
        }
    }
    return expected;
}

TEST(GroupReduction, FollowsMasksRepeatsAndStrides) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
            for (const bool special : {false, true}) {
                const std::vector<T> src = SourceValues<T>(7, special);
                for (const GroupCase<T>& one : GroupCases<T>()) {
                    for (const Layout& l : kLayouts) {
                        for (const BitMask& mask : Masks<T>()) {
                            if (mask.bits[0] == 0 && mask.bits[1] == 0) {
                                continue;
                            }
                            const auto expected = ExpectedGroups<T>(
                                soc, one, src, l, [&](size_t) { return mask; }, size_t(l.repeats));
                            ExpectSame(
                                RunReduction<T>(soc, src, [&](const auto& t) { one.bits(t, mask.bits, l); }),
                                expected, one.name);
                        }
                    }
                }
            }
        }
    });
}

TEST(GroupReduction, TakesMasksAsNumbersAndAsState) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        const std::vector<T> src = SourceValues<T>(8, true);
        const std::vector<T> untouched(kReduceResults, Sentinel<T>());
        for (const GroupCase<T>& one : GroupCases<T>()) {
            const Layout l{3, 1, 1, 8};
            for (const int32_t n : {1, 9, int32_t(kPerRepeat), 500}) {
                const auto expected = ExpectedGroups<T>(
                    "Ascend910B1", one, src, l, [&](size_t) { return LeadingMask(uint64_t(n)); }, 3);
                ExpectSame(RunReduction<T>("Ascend910B1", src, [&](const auto& t) { one.number(t, n, l); }),
                           expected, one.name);
            }
            ExpectSame(RunReduction<T>("Ascend910B1", src, [&](const auto& t) { one.number(t, 0, l); }),
                       untouched, one.name);
            ExpectSame(RunReduction<T>("Ascend910B1", src,
                                       [&](const auto& t) {
                                           one.number(t, 8, {0, 1, 1, 8});
                                       }),
                       untouched, one.name);
            // Counter mode: elements in all, whatever the repeat says.
            const uint64_t total = 2 * kPerRepeat + 21;
            const auto counted = ExpectedGroups<T>(
                "Ascend910B1", one, src, l,
                [&](size_t r) { return LeadingMask(std::min<uint64_t>(kPerRepeat, total - r * kPerRepeat)); },
                3);
            ExpectSame(RunReduction<T>("Ascend910B1", src,
                                       [&](const auto& t) {
                                           SetMaskCount();
                                           SetVectorMask<T>(0, total);
                                           one.state(t, {1, 1, 1, 8});
                                           SetMaskNorm();
                                           ResetMask();
                                       }),
                       counted, one.name);
        }
    });
}

// ---- maxima and minima of repeats with their indices

template <typename T>
void StoreExtreme(std::vector<T>& dst, size_t at, ReduceOrder order, T value, uint32_t index) {
    auto* bytes = reinterpret_cast<uint8_t*>(dst.data());
    switch (order) {
        case ReduceOrder::ORDER_VALUE_INDEX:
            std::memcpy(bytes + at * 2 * sizeof(T), &value, sizeof(T));
            std::memcpy(bytes + at * 2 * sizeof(T) + sizeof(T), &index, sizeof(T));
            return;
        case ReduceOrder::ORDER_INDEX_VALUE:
            std::memcpy(bytes + at * 2 * sizeof(T), &index, sizeof(T));
            std::memcpy(bytes + at * 2 * sizeof(T) + sizeof(T), &value, sizeof(T));
            return;
        case ReduceOrder::ORDER_ONLY_VALUE:
            std::memcpy(bytes + at * sizeof(T), &value, sizeof(T));
            return;
        default:
            std::memcpy(bytes + at * 4, &index, 4);
    }
}

template <typename T>
void CheckExtremes(Fold fold, ReduceOrder order, const std::vector<T>& src, const Layout& l,
                   const BitMask& mask, std::string_view soc = "Ascend910B1") {
    std::vector<T> expected(kReduceResults, Sentinel<T>());
    for (size_t r = 0; r < size_t(l.repeats); ++r) {
        const Chosen<T> repeat = RepeatOf(src, r, size_t(l.blk), size_t(l.rep), mask.bits);
        StoreExtreme(expected, r * size_t(l.dst), order, *TreeOf(fold, repeat),
                     uint32_t(IndexOf(fold, repeat)));
    }
    const auto actual = RunReduction<T>(soc, src, [&](const ReduceTensors<T>& t) {
        if (fold == Fold::kMax) {
            WholeReduceMax(t.dst, t.src, mask.bits, l.repeats, l.dst, l.blk, l.rep, order);
        } else {
            ReduceRepeat<ReduceType::MIN>(t.dst, t.src, mask.bits, l.repeats, l.dst, l.blk, l.rep, order);
        }
    });
    ExpectSame(actual, expected, "WholeReduceMax/Min");
}

TEST(WholeReduceMaxMin, WritesValuesAndLowestIndicesInEveryOrder) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        std::vector<T> ties(kReduceElements, T(-0.0f));
        ties[3] = ties[70] = T(0.0f);
        ties[200] = ties[219] = T(float(std::nanf("")));
        const std::vector<T> infinite(kReduceElements, T(-std::numeric_limits<float>::infinity()));
        for (const std::vector<T>& src :
             {SourceValues<T>(9, false), SourceValues<T>(10, true), ties, infinite}) {
            for (const Layout& l : kLayouts) {
                for (const BitMask& mask : Masks<T>()) {
                    for (const auto order : {ReduceOrder::ORDER_VALUE_INDEX, ReduceOrder::ORDER_INDEX_VALUE,
                                             ReduceOrder::ORDER_ONLY_VALUE, ReduceOrder::ORDER_ONLY_INDEX}) {
                        if (mask.bits[0] != 0 || mask.bits[1] != 0) {
                            CheckExtremes(Fold::kMax, order, src, l, mask);
                            CheckExtremes(Fold::kMin, order, src, l, mask);
                        }
                    }
                    if (mask.bits[0] != 0 || mask.bits[1] != 0) {
                        CheckExtremes(Fold::kMax, ReduceOrder::ORDER_VALUE_INDEX, src, l, mask,
                                      "Ascend310B1");
                        CheckExtremes(Fold::kMin, ReduceOrder::ORDER_ONLY_VALUE, src, l, mask, "Ascend310B1");
                    }
                }
            }
        }
    });
}

TEST(WholeReduceMaxMin, DefaultMaskIsFullAndRegistersHoldTheLastExtreme) {
    std::vector<float> src(kReduceElements, 1.0f);
    src[64 + 5] = 7.0f;
    src[128 + 6] = 7.0f;
    src[33] = -3.0f;
    const auto result = RunReduction<float>("Ascend910B1", src, [](const auto& t) {
        WholeReduceMax<float, false>(t.dst, t.src, 3, 3, 1, 1, 8);
        float value = 0;
        float index = 0;
        GetReduceMaxMinCount(value, index);
        t.dst.SetValue(100, value);
        t.dst.SetValue(101, index);
        WholeReduceMin<float>(t.dst[8], t.src, 64, 3, 1, 1, 8);
        GetReduceRepeatMaxMinSpr(value, index);
        t.dst.SetValue(102, value);
        t.dst.SetValue(103, index);
    });
    EXPECT_EQ(result[0], 1.0f);
    EXPECT_EQ(result[2], 7.0f);
    EXPECT_EQ(BitsOf(result[3]), 5u);
    EXPECT_EQ(result[4], 7.0f);
    EXPECT_EQ(BitsOf(result[5]), 6u);
    EXPECT_EQ(result[100], 7.0f);
    EXPECT_EQ(BitsOf(result[101]), 69u);
    EXPECT_EQ(result[102], -3.0f);
    EXPECT_EQ(BitsOf(result[103]), 33u);
}

// ---- what is refused, and bits

base::Status TryReduction(std::string_view soc, const std::function<void(const LocalTensor<float>&)>& call) {
    return RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 8192);
            call(buffer.Get<float>());
        },
        {.soc = soc});
}

TEST(GroupReduction, RefusesWhatTheChipCannotDo) {
    using Tensor = const LocalTensor<float>&;
    ExpectFault(
        TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t[4], 64, 1, 1, 1, 8); }), 507035,
        {"WholeReduceSum(dst VECCALC float at byte 0, src VECCALC float at byte 16, mask 64, repeat 1)",
         "src starts at byte address 16, expected a multiple of 32", "reduce_test.cpp:"});
    ExpectRuns(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t[1], t, 64, 1, 1, 1, 8); }));
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceMax(t[1], t, 64, 1, 1, 1, 8); }),
                507035, {"dst starts at byte address 4, expected a multiple of 8"});
    ExpectRuns(TryReduction("Ascend910B1", [](Tensor t) {
        WholeReduceMax(t[1], t, 64, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_INDEX);
    }));
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { BlockReduceSum(t[4], t, 1, 64, 1, 1, 8); }),
                507035, {"dst starts at byte address 16, expected a multiple of 32"});
    ExpectRuns(TryReduction("Ascend910B1", [](Tensor t) {
        BlockReduceSum(t.ReinterpretCast<half>()[8], t.ReinterpretCast<half>(), 1, 128, 1, 1, 8);
    }));
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t, 64, 256, 1, 1, 0); }), 507035,
                {"repeatTime is 256, expected 0 to 255"});
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t, 64, 1, -1, 1, 8); }), 507035,
                {"dstRepStride is -1, expected 0 to 65535"});
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t, -2, 1, 1, 1, 8); }), 507035,
                {"mask is -2, expected 0 to 64"});
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t, 64, 2, 1, 1, 65535); }),
                507035, {"src ends at byte 2097376, expected at most 196608"});
    ExpectFault(TryReduction("Ascend910B1", [](Tensor t) { WholeReduceSum(t, t, 64, 3, 65535, 1, 8); }),
                507035, {"dst ends at byte 524284, expected at most 196608"});
    ExpectFault(
        TryReduction("Ascend310B1",
                     [](Tensor t) { WholeReduceMax(t, t, 64, 1, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE); }),
        507015, {"has no ORDER_INDEX_VALUE of WholeReduceMax, it has ORDER_VALUE_INDEX, ORDER_ONLY_VALUE"});
    ExpectFault(TryReduction("Ascend310B1",
                             [](Tensor) {
                                 float value = 0;
                                 float index = 0;
                                 GetReduceMaxMinCount(value, index);
                             }),
                507015, {"GetReduceRepeatMaxMinSpr", "has no register for the value and its index"});
    ExpectFault(TryReduction("Ascend910B1",
                             [](Tensor t) {
                                 WholeReduceSum(t.ReinterpretCast<int32_t>(), t.ReinterpretCast<int32_t>(),
                                                64, 1, 1, 1, 8);
                             }),
                507035, {"Ascend910B1 has no WholeReduceSum on int32_t, it takes half, float"});
    ExpectFault(TryReduction("Ascend910A", [](Tensor t) { WholeReduceSum(t, t, 64, 1, 1, 1, 8); }), 507015,
                {"has no WholeReduceSum on float, it takes half"});
}

TEST(GroupReduction, GivesEqualBitsOnEveryInstructionSet) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        const std::vector<T> src = SourceValues<T>(11, true);
        for (const GroupCase<T>& one : GroupCases<T>()) {
            std::vector<std::vector<T>> results;
            for (const char* target : {"baseline", "avx2", "avx512"}) {
                ASSERT_TRUE(base::SetSetting("target", target).ok());
                results.push_back(RunReduction<T>("Ascend910B1", src, [&](const auto& t) {
                    one.number(t, 100, {20, 1, 1, 8});
                }));
            }
            ASSERT_TRUE(base::SetSetting("target", "best").ok());
            EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(T)), 0)
                << one.name;
            EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), results[0].size() * sizeof(T)), 0)
                << one.name;
        }
    });
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
