// Copies that change a layout: slices, NZ matrices, masked copies inside UB. Expected places are computed
// element by element from the documented strides.
#include <functional>

#include "aicore/chip_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

template <typename T>
std::vector<T> Counting(size_t n) {
    std::vector<T> values(n);
    for (size_t i = 0; i < n; ++i) {
        if constexpr (std::is_integral_v<T>) {
            values[i] = static_cast<T>(i + 1);
        } else {
            values[i] = T(static_cast<float>(i + 1));
        }
    }
    return values;
}

constexpr uint32_t kBufferBytes = 64 * 1024;

// Runs with a buffer at `position` whose bytes start as 0xFF, a NaN.
template <TPosition position, typename T>
base::Status WithBuffer(const std::function<void(const LocalTensor<T>&)>& body,
                        std::string_view soc = "Ascend910B1") {
    return RunGolden(
        [&] {
            TPipe pipe;
            TBuf<position> buffer;
            pipe.InitBuffer(buffer, kBufferBytes);
            body(buffer.template Get<T>());
        },
        {.soc = soc});
}

template <typename T>
GlobalTensor<T> Global(std::vector<T>& values) {
    GlobalTensor<T> global;
    global.SetGlobalBuffer(values.data(), values.size());
    return global;
}

// The same bits, of which NaN is one pattern.
template <typename T>
void ExpectSame(const std::vector<T>& found, const std::vector<T>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(std::memcmp(&found[i], &expected[i], sizeof(T)), 0)
            << "element " << i << ": " << float(found[i]) << ", expected " << float(expected[i]);
    }
}

template <typename T>
std::vector<T> Poison(size_t n) {
    std::vector<T> values(n);
    std::memset(static_cast<void*>(values.data()), 0xFF, n * sizeof(T));
    return values;
}

template <typename T>
std::vector<T> ExpectedNz(const std::vector<T>& nd, const Nd2NzParams& p, size_t n) {
    constexpr size_t kChunk = 32 / sizeof(T);
    std::vector<T> nz = Poison<T>(n);
    for (size_t m = 0; m < p.ndNum; ++m) {
        for (size_t row = 0; row < p.nValue; ++row) {
            for (size_t c = 0; c < (p.dValue + kChunk - 1) / kChunk * kChunk; ++c) {
                nz[m * p.dstNzMatrixStride + (c / kChunk * p.dstNzC0Stride + row * p.dstNzNStride) * kChunk +
                   c % kChunk] = c < p.dValue ? nd[m * p.srcNdMatrixStride + row * p.srcDValue + c] : T(0.0f);
            }
        }
    }
    return nz;
}

template <typename T, TPosition position>
void CheckNd2Nz(const Nd2NzParams& params) {
    std::vector<T> nd = Counting<T>(4000);
    ExpectRuns(WithBuffer<position, T>([&](const LocalTensor<T>& local) {
        DataCopy(local, Global(nd), params);
        ExpectSame(Read(local, 3000), ExpectedNz(nd, params, 3000));
    }));
}

TEST(DataCopyNd2Nz, PutsRowsIntoColumnsOfChunksAndPadsWithZero) {
    const Nd2NzParams cases[] = {{1, 16, 23, 0, 32, 16, 1, 0},
                                 {2, 8, 23, 384, 32, 37, 2, 320},
                                 {3, 5, 32, 200, 40, 5, 1, 512},
                                 {1, 3, 1, 0, 7, 3, 1, 0}};
    for (const Nd2NzParams& params : cases) {
        ForAllTypes(Opcode::kDataCopyNd2Nz, [&](auto element, std::string_view) {
            CheckNd2Nz<decltype(element), TPosition::A1>(params);
        });
        CheckNd2Nz<float, TPosition::B1>(params);
        CheckNd2Nz<half, TPosition::VECIN>(params);
    }
    Nd2NzParams none{1, 4, 4, 0, 4, 4, 1, 0};
    for (auto* zero : {&none.ndNum, &none.nValue, &none.dValue}) {
        const uint16_t value = *zero;
        *zero = 0;
        CheckNd2Nz<float, TPosition::A1>(none);
        *zero = value;
    }
}

TEST(DataCopyNd2Nz, ComesFromUbToo) {
    ForAllTypes(Opcode::kDataCopyNd2NzToL1, [](auto element, std::string_view soc) {
        using T = decltype(element);
        ExpectRuns(WithBuffer<TPosition::VECIN, T>(
            [&](const LocalTensor<T>& local) {
                const std::vector<T> nd = Counting<T>(500);
                Fill(local, nd.data(), nd.size() * sizeof(T));
                TBuf<TPosition::TSCM> buffer;
                GetTPipePtr()->InitBuffer(buffer, 4096);
                const Nd2NzParams params{1, 7, 24, 0, 64, 11, 1, 0};
                DataCopy(buffer.Get<T>(), local, params);
                ExpectSame(Read(buffer.Get<T>(), 600), ExpectedNz(nd, params, 600));
            },
            soc));
    });
}

TEST(DataCopyNd2Nz, RefusesWhatTheChipCannotDo) {
    std::vector<float> nd(64);
    const auto copy = [&](const Nd2NzParams& params, std::string_view soc = "Ascend910B1") {
        return WithBuffer<TPosition::A1, float>(
            [&](const LocalTensor<float>& local) { DataCopy(local, Global(nd), params); }, soc);
    };
    ExpectFault(copy({1, 1, 8, 0, 8, 0, 1, 0}), 507035,
                {"DataCopy(dst A1 float at byte 0", "dstNzC0Stride is 0, expected 1 to 16384"});
    ExpectFault(copy({2, 1, 8, 0, 8, 1, 1, 3}), 507035, {"parts of dst lie at byte distances"});
    ExpectFault(copy({1, 16384, 8, 0, 1, 1, 40, 0}), 507035, {"dst ends at byte", "the size of L1"});
    ExpectFault(copy({1, 1, 8, 0, 8, 1, 1, 0}, "ascend310b"), 507015,
                {"has no DataCopy from global memory to L1"});
}

TEST(DataCopyNz2Nd, PutsColumnsOfChunksIntoRows) {
    const auto check = [](auto element, const Nz2NdParamsFull& p) {
        using T = decltype(element);
        const std::vector<T> nz = Counting<T>(2000);
        std::vector<T> nd = Poison<T>(2000);
        std::vector<T> expected = Poison<T>(2000);
        for (size_t m = 0; m < p.ndNum; ++m) {
            for (size_t row = 0; row < p.nValue; ++row) {
                for (size_t c = 0; c < p.dValue; ++c) {
                    expected[m * p.dstNdMatrixStride + row * p.dstDStride + c] =
                        nz[m * p.srcNdMatrixStride * 256 + c / 16 * p.srcNStride * 16 + row * 16 + c % 16];
                }
            }
        }
        ExpectRuns(WithBuffer<TPosition::VECOUT, T>([&](const LocalTensor<T>& local) {
            Fill(local, nz.data(), nz.size() * sizeof(T));
            DataCopy(Global(nd), local, p);
        }));
        ExpectSame(nd, expected);
    };
    for (const Nz2NdParamsFull& params :
         {Nz2NdParamsFull{1, 32, 32, 1, 32, 32, 1}, {2, 4, 32, 1, 4, 160, 48}, {3, 7, 16, 2, 0, 16, 200}}) {
        ForTypes<int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>(
            Opcode::kDataCopyNz2Nd, [&](auto element, std::string_view) { check(element, params); });
    }
    std::vector<float> nd(64);
    ExpectFault(WithBuffer<TPosition::VECOUT, float>([&](const LocalTensor<float>& local) {
                    DataCopy(Global(nd), local, Nz2NdParamsFull{1, 1, 20, 1, 1, 32, 1});
                }),
                507035, {"dValue % 16 is 4"});
}

// The documented example: out of 3 rows of 87, two pieces of 24 in the first and the last row.
TEST(DataCopySlices, TakesPiecesOfRows) {
    std::vector<float> matrix = Counting<float>(3 * 87);
    std::vector<float> packed(2 * 48 + 8, -1.0f);
    const SliceInfo from[] = {{16, 70, 7, 3, 87}, {0, 2, 1, 1, 3}};
    const SliceInfo to[] = {{0, 47, 0, 3, 48}, {0, 1, 0, 1, 2}};
    ExpectRuns(WithBuffer<TPosition::VECIN, float>([&](const LocalTensor<float>& local) {
        DataCopy(local, Global(matrix), to, from, 2);
        DataCopy(Global(packed), local, to, to, 2);
        EXPECT_TRUE(std::isnan(local.GetValue(96)));
    }));
    for (size_t i = 0; i < packed.size(); ++i) {
        const size_t row = i / 48 * 2;
        const size_t column = 16 + i % 48 + (i % 48 >= 24 ? 7 : 0);
        EXPECT_EQ(packed[i], i < 96 ? matrix[row * 87 + column] : -1.0f) << i;
    }
}

TEST(DataCopySlices, NestsThreeDimensions) {
    std::vector<half> source = Counting<half>(4 * 5 * 40);
    std::vector<half> target(source.size(), half(-1.0f));
    // Rows 1 and 3 of matrices 0 and 3, their elements 3 to 18.
    const SliceInfo from[] = {{3, 18, 0, 1, 40}, {1, 3, 1, 1, 5}, {0, 3, 2, 1, 4}};
    const SliceInfo in_ub[] = {{0, 15, 0, 1, 16}, {0, 1, 0, 1, 2}, {0, 1, 0, 1, 2}};
    ExpectRuns(WithBuffer<TPosition::VECIN, half>([&](const LocalTensor<half>& local) {
        DataCopy(local, Global(source), in_ub, from, 3);
        DataCopy(Global(target), local, from, in_ub, 3);
    }));
    for (size_t i = 0; i < source.size(); ++i) {
        const size_t matrix = i / 200;
        const size_t row = i / 40 % 5;
        const size_t column = i % 40;
        const bool taken = matrix % 3 == 0 && row % 2 == 1 && column >= 3 && column <= 18;
        EXPECT_EQ(float(target[i]), taken ? float(source[i]) : -1.0f) << i;
    }
}

TEST(DataCopySlices, RefusesSlicesThatDoNotMatch) {
    std::vector<float> values(256);
    const auto copy = [&](const SliceInfo* to, const SliceInfo* from, uint32_t dims, std::string_view soc) {
        return WithBuffer<TPosition::VECIN, float>(
            [&](const LocalTensor<float>& local) { DataCopy(local, Global(values), to, from, dims); }, soc);
    };
    const SliceInfo eight[] = {{0, 7, 0, 1, 8}, {0, 3, 0, 1, 4}};
    const SliceInfo three[] = {{0, 7, 0, 1, 8}, {0, 2, 0, 1, 4}};
    ExpectFault(copy(eight, three, 2, "Ascend910B1"), 507035,
                {"dimension 1 has 3 pieces of burstLen 1 in src and 4 of 1 in dst"});
    ExpectFault(copy(eight, eight, 9, "Ascend910B1"), 507035, {"dimValue is 9, expected 1 to 8"});
    ExpectFault(copy(eight, eight, 2, "ascend310b"), 507015, {"has no DataCopy from global memory to UB"});
}

// ---- Copy

template <typename T>
std::vector<T> RunMasked(const std::function<void(const LocalTensor<T>&, const LocalTensor<T>&)>& body,
                         std::string_view soc = "Ascend910B1") {
    std::vector<T> result;
    ExpectRuns(WithBuffer<TPosition::VECCALC, T>(
        [&](const LocalTensor<T>& local) {
            const std::vector<T> values = Counting<T>(4096);
            Fill(local, values.data(), values.size() * sizeof(T));
            body(local[8192], local);
            result = Read(local[8192], 2048);
        },
        soc));
    return result;
}

template <typename T>
std::vector<T> ExpectedMasked(uint64_t repeats, const CopyRepeatParams& p,
                              const std::function<bool(uint64_t)>& chosen, uint64_t per_repeat) {
    constexpr uint64_t kPerBlock = 32 / sizeof(T);
    const std::vector<T> values = Counting<T>(4096);
    std::vector<T> expected = Poison<T>(2048);
    for (uint64_t r = 0; r < repeats; ++r) {
        for (uint64_t e = 0; e < per_repeat; ++e) {
            if (chosen(e)) {
                expected[(r * p.dstRepeatSize + e / kPerBlock * p.dstStride) * kPerBlock + e % kPerBlock] =
                    values[(r * p.srcRepeatSize + e / kPerBlock * p.srcStride) * kPerBlock + e % kPerBlock];
            }
        }
    }
    return expected;
}

template <typename T>
void CheckMasked(std::string_view soc) {
    constexpr uint64_t kPerRepeat = 256 / sizeof(T);
    for (const CopyRepeatParams& p :
         {CopyRepeatParams{1, 1, 8, 8}, {1, 1, 1, 8}, {2, 3, 17, 20}, {1, 0, 8, 5}}) {
        for (const uint64_t mask : {uint64_t(0), uint64_t(8), kPerRepeat - 3, kPerRepeat}) {
            ExpectSame(RunMasked<T>([&](auto dst, auto src) { Copy(dst, src, mask, 5, p); }, soc),
                       ExpectedMasked<T>(
                           5, p, [&](uint64_t e) { return e < mask; }, kPerRepeat));
        }
        const uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
        ExpectSame(RunMasked<T>([&](auto dst, auto src) { Copy(dst, src, bits, 3, p); }, soc),
                   ExpectedMasked<T>(
                       3, p, [&](uint64_t e) { return ((bits[e / 64] >> (e % 64)) & 1u) != 0; }, kPerRepeat));
    }
}

TEST(Copy, ObeysMasksRepeatsAndStrides) {
    ForTypes<int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>(
        Opcode::kCopy, [](auto element, std::string_view soc) { CheckMasked<decltype(element)>(soc); });
}

// In counter mode the mask counts the elements of each repeat, which may be more than 256 bytes hold.
TEST(Copy, CounterModeCountsTheElementsOfARepeat) {
    const CopyRepeatParams params{1, 8, 20, 3};
    ExpectSame(RunMasked<float>([&](auto dst, auto src) {
                   SetMaskCount();
                   SetVectorMask<float, MaskMode::COUNTER>(0, 141);
                   Copy<float, false>(dst, src, MASK_PLACEHOLDER, 2, params);
                   SetMaskNorm();
                   ResetMask();
               }),
               ExpectedMasked<float>(
                   2, params, [](uint64_t) { return true; }, 141));
}

template <typename T>
void CheckCounted() {
    for (const uint32_t count : {0u, 1u, 7u, 33u, 64u, 129u, 300u, 2000u}) {
        std::vector<T> expected = Poison<T>(2048);
        const std::vector<T> values = Counting<T>(count);
        std::copy(values.begin(), values.end(), expected.begin());
        ExpectSame(RunMasked<T>([&](auto dst, auto src) { Copy(dst, src, count); }, "Ascend950PR_9599"),
                   expected);
    }
}

TEST(Copy, TakesACountOnAscend950) {
    CheckCounted<int8_t>();
    CheckCounted<half>();
    CheckCounted<uint32_t>();
}

TEST(Copy, RefusesTypesChipsAndStridesThatItLacks) {
    ExpectFault(WithBuffer<TPosition::VECIN, int8_t>([](const LocalTensor<int8_t>& local) {
                    Copy(local[32], local, 8, 1, {1, 1, 8, 8});
                }),
                507035, {"has no Copy on int8_t, it takes int16_t, uint16_t, half"});
    const auto floats = [](const CopyRepeatParams& params, std::string_view soc) {
        return WithBuffer<TPosition::VECIN, float>(
            [&](const LocalTensor<float>& local) { Copy(local[64], local, 8, 1, params); }, soc);
    };
    ExpectRuns(floats({1, 1, 8, 8}, "ascend310b"));
    ExpectFault(floats({1, 1, 8, 8}, "ascend310p"), 507015, {"has no Copy"});
    ExpectFault(floats({1, 1, 8, 4096}, "Ascend910B1"), 507035,
                {"srcRepeatSize is 4096, expected at most 4095"});
    ExpectFault(WithBuffer<TPosition::VECIN, float>(
                    [](const LocalTensor<float>& local) { Copy(local[64], local, 64u); }),
                507035, {"has no Copy"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
