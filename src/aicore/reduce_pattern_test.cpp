// ReduceSum, ReduceMax and ReduceMin over the rows or columns of a matrix.
#include "aicore/reduce_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using AR = Pattern::Reduce::AR;
using RA = Pattern::Reduce::RA;

struct Shape {
    uint32_t rows, columns;
};
constexpr Shape kShapes[] = {{1, 1},   {1, 8},   {3, 5},   {2, 64}, {7, 63},  {4, 65}, {3, 100},
                             {2, 128}, {5, 256}, {1, 300}, {9, 17}, {16, 40}, {31, 3}, {32, 130}};

template <typename T>
size_t PaddedColumns(const Shape& shape) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    return (shape.columns + kPerBlock - 1) / kPerBlock * kPerBlock;
}

size_t PowerOfTwoAtMost(size_t n) {
    size_t power = 1;
    while (power * 2 <= n) {
        power *= 2;
    }
    return power;
}

// The documented order of a row: up to a repeat a tree, else what exceeds the largest lower power of two is
// added to the front first.
template <typename T>
T RowOf(Fold fold, const std::vector<T>& row) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    Chosen<T> values(row.begin(), row.end());
    if (row.size() <= kPerRepeat) {
        return *TreeOf(fold, Padded(values, kPerRepeat));
    }
    const size_t power = PowerOfTwoAtMost(row.size() - 1);
    for (size_t i = power; i < row.size(); ++i) {
        values[i - power] = Combined(fold, row[i - power], row[i]);
    }
    values.resize(power);
    return *TreeOf(fold, values);
}

template <typename T>
T ColumnOf(Fold fold, std::vector<T> column) {
    size_t left = PowerOfTwoAtMost(column.size());
    for (size_t i = left; i < column.size(); ++i) {
        column[i - left] = Combined(fold, column[i - left], column[i]);
    }
    for (left /= 2; left >= 1; left /= 2) {
        for (size_t i = 0; i < left; ++i) {
            column[i] = Combined(fold, column[i], column[i + left]);
        }
    }
    return Combined(Fold::kSum, column[0], T(0.0f));
}

template <typename T>
std::vector<T> Expected(Fold fold, bool along_columns, const Shape& shape, const std::vector<T>& src) {
    std::vector<T> expected(kReduceResults, Sentinel<T>());
    const size_t padded = PaddedColumns<T>(shape);
    for (size_t i = 0; i < (along_columns ? shape.columns : shape.rows); ++i) {
        std::vector<T> line;
        for (size_t j = 0; j < (along_columns ? shape.rows : shape.columns); ++j) {
            line.push_back(along_columns ? src[j * padded + i] : src[i * padded + j]);
        }
        expected[i] = along_columns ? ColumnOf(fold, line) : RowOf(fold, line);
    }
    return expected;
}

template <typename T, typename pattern, bool reuse>
void Call(Fold fold, const ReduceTensors<T>& t, const uint32_t* shape, bool shared) {
    const auto tmp = t.tmp.template ReinterpretCast<uint8_t>();
    if (fold == Fold::kMax) {
        shared ? ReduceMax<T, pattern, reuse>(t.dst, t.src, tmp, shape, true)
               : ReduceMax<T, pattern, reuse>(t.dst, t.src, shape, true);
    } else if (fold == Fold::kMin) {
        shared ? ReduceMin<T, pattern, reuse>(t.dst, t.src, tmp, shape, true)
               : ReduceMin<T, pattern, reuse>(t.dst, t.src, shape, true);
    } else {
        shared ? ReduceSum<T, pattern, reuse>(t.dst, t.src, tmp, shape, true)
               : ReduceSum<T, pattern, reuse>(t.dst, t.src, shape, true);
    }
}

template <typename T, typename pattern>
void Check(Fold fold, bool special) {
    const std::vector<T> src = SourceValues<T>(special ? 120 : 121, special);
    for (const Shape& one : kShapes) {
        const uint32_t shape[] = {one.rows, one.columns};
        const std::vector<T> expected = Expected(fold, std::is_same_v<pattern, RA>, one, src);
        const std::string what = std::to_string(one.rows) + " x " + std::to_string(one.columns);
        const auto run = [&](auto reuse, bool shared) {
            ExpectSame(RunReduction<T>("Ascend910B1", src,
                                       [&](const auto& t) {
                                           Call<T, pattern, decltype(reuse)::value>(fold, t, shape, shared);
                                       }),
                       expected, what);
        };
        run(std::false_type(), true);
        run(std::false_type(), false);
        run(std::true_type(), false);
    }
}

TEST(ReducePattern, ReducesRowsAndColumnsInTheDocumentedOrder) {
    for (const bool special : {false, true}) {
        Check<float, AR>(Fold::kSum, special);
        Check<float, RA>(Fold::kSum, special);
        Check<float, AR>(Fold::kMax, special);
        Check<float, RA>(Fold::kMin, special);
        Check<half, AR>(Fold::kMin, special);
        Check<half, RA>(Fold::kMax, special);
    }
}

template <typename T>
void CheckTargets() {
    const std::vector<T> src = SourceValues<T>(122, true);
    const uint32_t shape[] = {13, 77};
    for (const Fold fold : {Fold::kSum, Fold::kMax, Fold::kMin}) {
        if (fold == Fold::kSum && sizeof(T) == 2) {
            continue;  // no such sum
        }
        ExpectEqualOnEveryTarget([&] {
            return RunReduction<T>("Ascend910B1", src, [&](const auto& t) {
                Call<T, AR, false>(fold, t, shape, true);
                Call<T, RA, false>(fold, {t.dst[128], t.src, t.tmp}, shape, true);
            });
        });
    }
}

TEST(ReducePattern, GivesEqualBitsOnEveryInstructionSet) {
    CheckTargets<half>();
    CheckTargets<float>();
}

TEST(ReducePattern, NeedsItsTemporaryBufferAndLosesIt) {
    const auto sum = [](uint32_t ub_bytes, uint32_t tmp_bytes) {
        return RunKernel([=] {
            TPipe pipe;
            TBuf<> src;
            TBuf<> dst;
            TBuf<> tmp;
            pipe.InitBuffer(src, 4 * 100 * 4 + 64);
            pipe.InitBuffer(dst, 32);
            const uint32_t shape[] = {4, 100};
            if (tmp_bytes != 0) {
                pipe.InitBuffer(tmp, tmp_bytes);
                tmp.Get<float>().SetValue(0, 1.0f);
                ReduceSum<float, AR>(dst.Get<float>(), src.Get<float>(), tmp.Get<uint8_t>(), shape, true);
                EXPECT_TRUE(std::isnan(tmp.Get<float>().GetValue(0)));
            } else {
                pipe.InitBuffer(tmp, ub_bytes);
                ReduceSum<float, AR>(dst.Get<float>(), src.Get<float>(), shape, true);
            }
        });
    };
    ExpectRuns(sum(0, 4 * 64 * 4));  // four rows of 64 floats
    ExpectFault(
        sum(0, 4 * 64 * 4 - 32), 507035,
        {"ReduceSum(dst VECCALC float", "AR of 4 x 100)", "tmp has 992 bytes, expected at least 1024"});
    ExpectFault(sum(196608 - 1664 - 32 - 992, 0), 507035, {"needs a temporary buffer of 1024 bytes"});
}

TEST(ReducePattern, RefusesWhatTheChipCannotDo) {
    const auto run = [](std::string_view soc, const std::function<void(const LocalTensor<float>&)>& call) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 8192);
                call(buffer.Get<float>());
            },
            {.soc = soc});
    };
    using Tensor = const LocalTensor<float>&;
    static const uint32_t shape[] = {2, 8};
    static const uint32_t empty[] = {0, 8};
    ExpectFault(run("Ascend910B1", [](Tensor t) { ReduceSum<float, AR>(t[512], t, shape, false); }), 507035,
                {"srcInnerPad is false, expected true on Ascend910B1"});
    ExpectFault(run("Ascend910B1", [](Tensor t) { ReduceSum<float, AR>(t[512], t, empty, true); }), 507035,
                {"srcShape is 0 x 8"});
    ExpectFault(run("Ascend910B1", [](Tensor t) { ReduceMax<float, AR>(t[8], t, shape, true); }), 507035,
                {"dst and src overlap"});
    ExpectRuns(run("Ascend910B1", [](Tensor t) { ReduceMax<float, AR>(t[16], t, shape, true); }));
    ExpectFault(run("Ascend310B1", [](Tensor t) { ReduceMax<float, AR>(t[512], t, shape, true); }), 507015,
                {"Ascend310B1 has no ReduceMax (ReduceMaxPattern) on float, or on any other type"});
    ExpectFault(run("Ascend910B1",
                    [](Tensor t) {
                        ReduceSum<half, AR>(t.ReinterpretCast<half>()[512], t.ReinterpretCast<half>(), shape,
                                            true);
                    }),
                507035, {"has no ReduceSum on half, it takes float"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
