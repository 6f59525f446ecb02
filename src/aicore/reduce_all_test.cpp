// ReduceSum, ReduceMax and ReduceMin over whole tensors.
#include "aicore/reduce_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

template <typename Visit>
void ForFloatTypes(Visit visit) {
    visit(half());
    visit(float());
}

template <typename T>
Chosen<T> Leading(const std::vector<T>& src, size_t n) {
    return Chosen<T>(src.begin(), src.begin() + static_cast<std::ptrdiff_t>(n));
}

// The documented order of the count form.
template <typename T>
T SumOf(std::string_view soc, const std::vector<T>& src, size_t n) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    const Chosen<T> all = Leading(src, n);
    const auto repeat = [&](size_t r) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(r * kPerRepeat);
        const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(n, (r + 1) * kPerRepeat));
        return *TreeOf(Fold::kSum, Padded(Chosen<T>(first, last), kPerRepeat));
    };
    const size_t full = n / kPerRepeat;
    if (soc == "Ascend910B1") {
        T sum = repeat(0);
        for (size_t r = 1; r * kPerRepeat < n; ++r) {
            sum = Combined(Fold::kSum, sum, repeat(r));
        }
        return sum;
    }
    if (full == 0 || n % kPerRepeat == 0) {
        return TreeOfRepeats(Fold::kSum, all);
    }
    return Combined(Fold::kSum, TreeOfRepeats(Fold::kSum, Leading(src, full * kPerRepeat)), repeat(full));
}

constexpr int32_t kCounts[] = {1,   2,   7,   8,   9,   63,   64,   65,   100,
                               127, 128, 129, 200, 500, 1000, 1024, 4095, 8192};

TEST(ReduceSum, AddsInTheDocumentedOrder) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
            for (const bool special : {false, true}) {
                const std::vector<T> src = SourceValues<T>(21, special);
                for (const int32_t count : kCounts) {
                    std::vector<T> expected(kReduceResults, Sentinel<T>());
                    expected[0] = SumOf<T>(soc, src, size_t(count));
                    ExpectSame(
                        RunReduction<T>(soc, src,
                                        [&](const auto& t) { ReduceSum<T>(t.dst, t.src, t.tmp, count); }),
                        expected, "ReduceSum " + std::to_string(count));
                }
            }
        }
    });
}

TEST(ReduceSum, OrderChangesTheLastBits) {
    // 2^24 and ones: in order each 1 added to 2^24 is lost; in a tree the ones meet first.
    std::vector<float> src(kReduceElements, 0.0f);
    src[0] = 0x1p24f;
    for (size_t repeat = 1; repeat < 9; ++repeat) {
        src[repeat * 64] = 1.0f;
    }
    const auto sum = [&](std::string_view soc) {
        return RunReduction<float>(soc, src,
                                   [](const auto& t) { ReduceSum(t.dst, t.src, t.tmp, 9 * 64); })[0];
    };
    EXPECT_EQ(sum("Ascend910B1"), 0x1p24f);
    // In the tree the first pair loses a one, the other six make 2^24 + 6, and the last goes to the even
    // neighbour.
    EXPECT_EQ(sum("Ascend310B1"), 0x1p24f + 8.0f);
}

TEST(ReduceSum, MaskFormIsATreeOverRepeats) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        const std::vector<T> src = SourceValues<T>(22, false);
        for (const int32_t rep : {8, 3, 0}) {
            for (const int32_t repeats : {1, 2, 30, 300}) {
                if (repeats * rep * 32 + 256 > int32_t(kReduceElements * sizeof(T))) {
                    continue;
                }
                const BitMask mask = {{0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u}};
                Chosen<T> sums;
                for (size_t r = 0; r < size_t(repeats); ++r) {
                    sums.push_back(TreeOf(Fold::kSum, RepeatOf(src, r, 1, size_t(rep), mask.bits)));
                }
                std::vector<T> expected(kReduceResults, Sentinel<T>());
                expected[0] = TreeOfRepeats(Fold::kSum, sums);
                ExpectSame(RunReduction<T>("Ascend910B1", src,
                                           [&](const auto& t) {
                                               ReduceSum<T>(t.dst, t.src, t.tmp, mask.bits, repeats, rep);
                                           }),
                           expected, "ReduceSum with bits");
            }
        }
        std::vector<T> expected(kReduceResults, Sentinel<T>());
        Chosen<T> sums;
        for (size_t r = 0; r < 5; ++r) {
            sums.push_back(TreeOf(Fold::kSum, RepeatOf(src, r, 1, 8, LeadingMask(33).bits)));
        }
        expected[0] = TreeOfRepeats(Fold::kSum, sums);
        ExpectSame(RunReduction<T>("Ascend910B1", src,
                                   [](const auto& t) { ReduceSum(t.dst, t.src, t.tmp, 33, 5, 8); }),
                   expected, "ReduceSum with a number");
    });
}

TEST(ReduceSum, TakesTheMaskAsSetAndFillsTheRegister) {
    const std::vector<float> src = SourceValues<float>(23, false);
    const auto result = RunReduction<float>("Ascend910B1", src, [](const auto& t) {
        SetMaskCount();
        SetVectorMask<float>(0, 150);
        ReduceSum<float, false>(t.dst, t.src, t.tmp, 1);
        SetMaskNorm();
        ResetMask();
        t.dst.SetValue(1, GetReduceRepeatSumSpr<float>());
        ReduceSum(t.dst[2], t.src, t.tmp, 70);
        t.dst.SetValue(3, GetAccVal<float>());
    });
    EXPECT_EQ(result[0], SumOf<float>("Ascend910B1", src, 150));
    EXPECT_EQ(result[1], result[0]);
    EXPECT_EQ(result[2], SumOf<float>("Ascend910B1", src, 70));
    EXPECT_EQ(result[3], result[2]);
    // Elsewhere the count holds.
    const auto on_310b = RunReduction<float>(
        "Ascend310B1", src, [](const auto& t) { ReduceSum<float, false>(t.dst, t.src, t.tmp, 150); });
    EXPECT_EQ(on_310b[0], SumOf<float>("Ascend310B1", src, 150));
}

template <typename T>
void CheckExtremeOfAll(std::string_view soc, const std::vector<T>& src, int32_t count) {
    for (const Fold fold : {Fold::kMax, Fold::kMin}) {
        for (const bool index : {false, true}) {
            const Chosen<T> all = Leading(src, size_t(count));
            std::vector<T> expected(kReduceResults, Sentinel<T>());
            expected[0] = TreeOfRepeats(fold, all);
            if (index) {
                expected[1] = FromBits<T>(uint32_t(IndexOf(fold, all)));
            }
            ExpectSame(RunReduction<T>(soc, src,
                                       [&](const auto& t) {
                                           if (fold == Fold::kMax) {
                                               ReduceMax<T>(t.dst, t.src, t.tmp, count, index);
                                           } else {
                                               ReduceMin<T>(t.dst, t.src, t.tmp, count, index);
                                           }
                                       }),
                       expected, "ReduceMax/Min " + std::to_string(count));
        }
    }
}

TEST(ReduceMaxMin, FindsTheValueAndItsLowestIndex) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        std::vector<T> ties(kReduceElements, T(2.0f));
        std::vector<T> zeros(kReduceElements, T(-0.0f));
        zeros[777] = zeros[900] = T(0.0f);
        std::vector<T> nans = SourceValues<T>(31, false);
        nans[130] = nans[131] = nans[4000] = T(float(std::nanf("")));
        for (const char* soc : {"Ascend910B1", "Ascend310B1"}) {
            for (const auto& src :
                 {SourceValues<T>(32, false), SourceValues<T>(33, true), ties, zeros, nans}) {
                for (const int32_t count : kCounts) {
                    CheckExtremeOfAll<T>(soc, src, count);
                }
            }
        }
    });
}

TEST(ReduceMaxMin, MaskFormCountsIndicesFromTheStartOfTheSource) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        const std::vector<T> src = SourceValues<T>(34, false);
        for (const int32_t rep : {8, 9, 2}) {
            const BitMask mask = {{0x8000'00F0'1234'5678u, 0xC000'0000'0000'0001u}};
            constexpr size_t kRepeats = 20;
            Chosen<T> by_position(kReduceElements);
            for (size_t r = 0; r < kRepeats; ++r) {
                const Chosen<T> repeat = RepeatOf(src, r, 1, size_t(rep), mask.bits);
                for (size_t e = 0; e < repeat.size(); ++e) {
                    if (repeat[e]) {
                        by_position[r * size_t(rep) * 32 / sizeof(T) + e] = repeat[e];
                    }
                }
            }
            std::vector<T> expected(kReduceResults, Sentinel<T>());
            expected[0] = TreeOfRepeats(Fold::kMax, by_position);
            expected[1] = FromBits<T>(uint32_t(IndexOf(Fold::kMax, by_position)));
            ExpectSame(RunReduction<T>("Ascend910B1", src,
                                       [&](const auto& t) {
                                           ReduceMax<T>(t.dst, t.src, t.tmp, mask.bits, int32_t(kRepeats),
                                                        rep, true);
                                       }),
                       expected, "ReduceMax with bits");
        }
    });
}

TEST(ReduceAll, WorksInPlaceAndWithTheWorkBufferInTheSource) {
    const std::vector<float> src = SourceValues<float>(35, false);
    const float sum = SumOf<float>("Ascend910B1", src, 1000);
    const float largest = TreeOfRepeats(Fold::kMax, Leading(src, 1000));
    ExpectRuns(RunGolden([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 8192 * 4);
        const auto t = buffer.Get<float>();
        Fill(t, src.data(), src.size() * 4);
        ReduceSum(t, t, t, 1000);
        EXPECT_EQ(t.GetValue(0), sum);
        EXPECT_EQ(t.GetValue(1), src[1]);  // this form needs no work buffer
        Fill(t, src.data(), src.size() * 4);
        ReduceMax(t, t, t, 1000);
        EXPECT_EQ(t.GetValue(0), largest);
        EXPECT_TRUE(std::isnan(t.GetValue(1)));  // left undefined
        EXPECT_EQ(t.GetValue(30), src[30]);      // 15 whole repeats leave 30 elements
    }));
}

TEST(ReduceAll, NeedsTheDocumentedWorkBuffer) {
    // Sizes of the documentation's examples.
    const auto try_max = [](bool index, int32_t count, uint32_t tmp_bytes) {
        return RunKernel([=] {
            TPipe pipe;
            TBuf<> data;
            TBuf<> tmp;
            TBuf<> dst;
            pipe.InitBuffer(data, 131072);
            pipe.InitBuffer(dst, 32);
            pipe.InitBuffer(tmp, tmp_bytes);
            ReduceMax(dst.Get<half>(), data.Get<half>(), tmp.Get<half>(), count, index);
        });
    };
    ExpectRuns(try_max(true, 65408, 2112));
    ExpectFault(try_max(true, 65408, 2080), 507035,
                {"ReduceMax(dst ", "sharedTmpBuffer VECCALC half at byte", "count 65408)",
                 "sharedTmpBuffer has 2080 bytes, expected at least 2112"});
    ExpectRuns(try_max(false, 65408, 2048));
    ExpectFault(try_max(false, 65408, 2016), 507035, {"expected at least 2048"});
    const auto try_mask = [](uint32_t tmp_bytes, bool sum) {
        return RunKernel([=] {
            TPipe pipe;
            TBuf<> data;
            TBuf<> tmp;
            pipe.InitBuffer(data, 131072);
            pipe.InitBuffer(tmp, tmp_bytes);
            const auto src = data.Get<float>();
            if (sum) {
                ReduceSum(src, src, tmp.Get<float>(), 64, 130, 8);
            } else {
                ReduceMin(src, src, tmp.Get<float>(), 64, 130, 8, true);
            }
        });
    };
    ExpectRuns(try_mask(1152, false));
    ExpectFault(try_mask(1120, false), 507035, {"expected at least 1152"});
    ExpectRuns(try_mask(544, true));
    ExpectFault(try_mask(512, true), 507035, {"expected at least 544"});
}

TEST(ReduceAll, ZeroDoesNothingAndNegativeIsAFault) {
    const std::vector<float> src = SourceValues<float>(36, false);
    const std::vector<float> untouched(kReduceResults, Sentinel<float>());
    ExpectSame(RunReduction<float>("Ascend910B1", src,
                                   [](const auto& t) {
                                       ReduceSum(t.dst, t.src, t.tmp, 0);
                                       ReduceMax(t.dst, t.src, t.tmp, 0, true);
                                       ReduceSum(t.dst, t.src, t.tmp, 64, 0, 8);
                                   }),
               untouched, "nothing");
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 1024);
                    const auto t = buffer.Get<float>();
                    ReduceMax(t, t, t, -5);
                }),
                507035, {"src ends at byte", "count -5"});
}

TEST(ReduceAll, GivesEqualBitsOnEveryInstructionSet) {
    ForFloatTypes([](auto element) {
        using T = decltype(element);
        const std::vector<T> src = SourceValues<T>(37, true);
        std::vector<std::vector<T>> results;
        for (const char* target : {"baseline", "avx2", "avx512"}) {
            ASSERT_TRUE(base::SetSetting("target", target).ok());
            results.push_back(RunReduction<T>("Ascend910B1", src, [&](const auto& t) {
                for (uint32_t i = 0; i < 20; ++i) {
                    ReduceSum<T>(t.dst[i * 64], t.src, t.tmp, int32_t(50 + 100 * i));
                    ReduceMax<T>(t.dst[i * 64 + 2], t.src, t.tmp, int32_t(50 + 100 * i), true);
                    ReduceMin<T>(t.dst[i * 64 + 4], t.src, t.tmp, 30, int32_t(i + 1), 8, true);
                }
            }));
        }
        ASSERT_TRUE(base::SetSetting("target", "best").ok());
        EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(T)), 0);
        EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), results[0].size() * sizeof(T)), 0);
    });
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
