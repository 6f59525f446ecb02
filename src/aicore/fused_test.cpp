// Instructions that read one type and write another: every row of the table, in every form, against the same
// computation step by step.
#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

constexpr uint32_t kCount = 2048;
constexpr float kScale = 0.0371f;

template <typename D, typename S>
struct MixedTensors {
    LocalTensor<D> d;
    LocalTensor<S> a, b;
};

template <typename D, typename S>
struct MixedCase {
    using P = const BinaryRepeatParams&;
    const char* name;
    D (*expected)(D d, S a, S b);
    void (*count)(const MixedTensors<D, S>&, int32_t);
    void (*number)(const MixedTensors<D, S>&, uint64_t, uint8_t, P);
    void (*bits)(const MixedTensors<D, S>&, uint64_t*, uint8_t, P);
};

template <typename D, typename S>
struct MixedInputs {
    std::vector<D> d = Values<D>(kCount, 31);
    std::vector<S> a = Values<S>(kCount, 32);
    std::vector<S> b = Values<S>(kCount, 33);
};

template <typename D, typename S>
std::vector<D> RunMixed(std::string_view soc, const MixedInputs<D, S>& in,
                        const std::function<void(const MixedTensors<D, S>&)>& call) {
    std::vector<D> result;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], static_cast<uint32_t>(kCount * sizeof(D)));
            pipe.InitBuffer(buffers[1], static_cast<uint32_t>(kCount * sizeof(S)));
            pipe.InitBuffer(buffers[2], static_cast<uint32_t>(kCount * sizeof(S)));
            const MixedTensors<D, S> t{buffers[0].Get<D>(), buffers[1].Get<S>(), buffers[2].Get<S>()};
            Fill(t.d, in.d.data(), kCount * sizeof(D));
            Fill(t.a, in.a.data(), kCount * sizeof(S));
            Fill(t.b, in.b.data(), kCount * sizeof(S));
            SetDeqScale(half(kScale));
            call(t);
            result = Read(t.d, kCount);
        },
        {.soc = soc}));
    return result;
}

template <typename D, typename S, typename Chosen>
void CheckMixed(std::string_view soc, const MixedCase<D, S>& one, size_t repeats, const BinaryRepeatParams& p,
                Chosen chosen, const std::function<void(const MixedTensors<D, S>&)>& call) {
    constexpr size_t kPerRepeat = 256 / std::max(sizeof(D), sizeof(S));
    const MixedInputs<D, S> in;
    std::vector<D> expected = in.d;
    std::vector<bool> touched(kCount, false);
    for (size_t r = 0; r < repeats; ++r) {
        for (size_t e = 0; e < kPerRepeat; ++e) {
            const auto at = [&](size_t size, size_t block_stride, size_t repeat_stride) {
                const size_t per_block = 32 / size;
                return (r * repeat_stride + e / per_block * block_stride) * per_block + e % per_block;
            };
            if (chosen(r, e)) {
                const size_t to = at(sizeof(D), p.dstBlkStride, p.dstRepStride);
                expected[to] =
                    one.expected(expected[to], in.a[at(sizeof(S), p.src0BlkStride, p.src0RepStride)],
                                 in.b[at(sizeof(S), p.src1BlkStride, p.src1RepStride)]);
                touched[to] = true;
            }
        }
    }
    const std::vector<D> actual = RunMixed<D, S>(soc, in, call);
    for (size_t i = 0; i < kCount; ++i) {
        const bool same = touched[i] ? Same(actual[i], expected[i], 0)
                                     : std::memcmp(&actual[i], &expected[i], sizeof(D)) == 0;
        ASSERT_TRUE(same) << one.name << " on " << soc << " element " << i << ": " << double(actual[i])
                          << ", expected " << double(expected[i]) << " from a " << double(in.a[i]) << " b "
                          << double(in.b[i]);
    }
}

template <typename D, typename S>
void CheckCase(std::string_view soc, const MixedCase<D, S>& one) {
    constexpr size_t kPerRepeat = 256 / std::max(sizeof(D), sizeof(S));
    constexpr auto kRepeat = [](size_t size) { return static_cast<uint8_t>(kPerRepeat * size / 32); };
    using T = const MixedTensors<D, S>&;
    const auto contiguous = [&](uint8_t more) {
        return BinaryRepeatParams(1, 1, 1, uint8_t(kRepeat(sizeof(D)) + more),
                                  uint8_t(kRepeat(sizeof(S)) + more), uint8_t(kRepeat(sizeof(S)) + more));
    };
    for (const uint32_t count : {0u, 1u, 15u, 16u, 63u, 64u, 65u, 129u, 1000u, 2048u}) {
        CheckMixed<D, S>(
            soc, one, (count + kPerRepeat - 1) / kPerRepeat, contiguous(0),
            [&](size_t r, size_t e) { return r * kPerRepeat + e < count; },
            [&](T t) { one.count(t, int32_t(count)); });
    }
    for (const BinaryRepeatParams& p : {contiguous(0), contiguous(3), BinaryRepeatParams(2, 1, 3, 16, 8, 24),
                                        BinaryRepeatParams(1, 0, 1, 8, 9, 0)}) {
        CheckMixed<D, S>(
            soc, one, 3, p, [&](size_t, size_t e) { return e < kPerRepeat / 2 + 5; },
            [&](T t) { one.number(t, kPerRepeat / 2 + 5, 3, p); });
        uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
        CheckMixed<D, S>(
            soc, one, 3, p, [&](size_t, size_t e) { return ((bits[e / 64] >> (e % 64)) & 1) != 0; },
            [&](T t) { one.bits(t, bits, 3, p); });
    }
    const MixedInputs<D, S> in;
    std::vector<std::vector<D>> results;
    for (const char* target : {"baseline", "avx2", "avx512"}) {
        ASSERT_TRUE(base::SetSetting("target", target).ok());
        results.push_back(RunMixed<D, S>(soc, in, [&](T t) { one.count(t, int32_t(kCount)); }));
    }
    ASSERT_TRUE(base::SetSetting("target", "best").ok());
    EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), kCount * sizeof(D)), 0) << one.name;
    EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), kCount * sizeof(D)), 0) << one.name;
}

// ---- references, one step after the other

template <typename S>
S Relued(S x) {
    return std::isnan(float(x)) ? x : S(std::max(float(x), 0.0f));
}

// To the nearest integer, ties to even; saturates, NaN gives 0.
template <typename D>
D Saturated(double x) {
    const double low = std::numeric_limits<D>::min();
    const double high = std::numeric_limits<D>::max();
    return std::isnan(x) ? D(0) : static_cast<D>(std::clamp(std::nearbyint(x), low, high));
}

half Scaled(int32_t a) {
    const auto wide = static_cast<float>(a);
    return half(static_cast<float>(double(wide) * double(float(half(kScale)))));
}

int32_t WrappedSum(int32_t a, int32_t b) { return static_cast<int32_t>(uint32_t(a) + uint32_t(b)); }

// ---- one table of cases per pair of types

#define MIXED_BINARY(Name, D, S, expected)                                                                \
    MixedCase<D, S> {                                                                                     \
#Name, [](D d, S a, S b) -> D { return (void)d, (void)b, expected; },                                   \
            [](const MixedTensors<D, S>& t, int32_t n) { Name(t.d, t.a, t.b, n); },                             \
            [](const MixedTensors<D, S>& t, uint64_t m, uint8_t r, const BinaryRepeatParams& p) {               \
                Name(t.d, t.a, t.b, m, r, p);                                                                   \
            },                                                                                                  \
            [](const MixedTensors<D, S>& t, uint64_t* m, uint8_t r, const BinaryRepeatParams& p) {              \
                Name(t.d, t.a, t.b, m, r, p);                                                                   \
            } \
    }
#define MIXED_UNARY(Name, D, S, Cast, expected, ...)                                               \
    MixedCase<D, S> {                                                                              \
        Name, [](D d, S a, S b) -> D { return (void)d, (void)b, expected; },                       \
            [](const MixedTensors<D, S>& t, int32_t n) {                                           \
                Cast(t.d, t.a __VA_OPT__(, ) __VA_ARGS__, uint32_t(n));                            \
            },                                                                                     \
            [](const MixedTensors<D, S>& t, uint64_t m, uint8_t r, const BinaryRepeatParams& p) {  \
                Cast(t.d, t.a __VA_OPT__(, ) __VA_ARGS__, m, r, Unary(p));                         \
            },                                                                                     \
            [](const MixedTensors<D, S>& t, uint64_t* m, uint8_t r, const BinaryRepeatParams& p) { \
                Cast(t.d, t.a __VA_OPT__(, ) __VA_ARGS__, m, r, Unary(p));                         \
            }                                                                                      \
    }

template <typename Visit>
void ForEachMixed(Visit visit) {
    visit(MIXED_UNARY("Axpy", float, half, Axpy, float(MultiplyAdd(d, 0.75, float(a))), half(0.75f)));
    visit(MIXED_BINARY(MulAddDst, float, half, float(MultiplyAdd(d, float(a), float(b)))));
    visit(MIXED_UNARY("Cast", half, int32_t, Cast, Scaled(a), RoundMode::CAST_NONE));
    visit(MIXED_UNARY("CastDequant", half, int32_t, CastDequant, Scaled(a)));
    visit(MIXED_UNARY("CastDeq", half, int32_t, CastDeq, Scaled(a)));
    visit(MIXED_BINARY(AddDeqRelu, half, int32_t, Relued(Scaled(WrappedSum(a, b)))));
    visit(MIXED_BINARY(AddReluCast, int8_t, half, Saturated<int8_t>(Relued(half(float(a) + float(b))))));
    visit(MIXED_BINARY(AddReluCast, half, float, half(Relued(a + b))));
    visit(
        MIXED_BINARY(AddReluCast, int8_t, int16_t, Saturated<int8_t>(std::max<int16_t>(int16_t(a + b), 0))));
    visit(MIXED_BINARY(SubReluCast, int8_t, half, Saturated<int8_t>(Relued(half(float(a) - float(b))))));
    visit(MIXED_BINARY(SubReluCast, half, float, half(Relued(a - b))));
    visit(
        MIXED_BINARY(SubReluCast, int8_t, int16_t, Saturated<int8_t>(std::max<int16_t>(int16_t(a - b), 0))));
    visit(MIXED_BINARY(MulCast, int8_t, half, Saturated<int8_t>(half(float(a) * float(b)))));
    visit(MIXED_BINARY(MulCast, uint8_t, half, Saturated<uint8_t>(half(float(a) * float(b)))));
}

template <typename D, typename S>
const aicore::MixedRow* RowOf(const MixedCase<D, S>& one) {
    for (const aicore::MixedRow& row : aicore::MixedRows()) {
        if (aicore::InfoOf(row.opcode).name == one.name && row.to == aicore::ElementTypeOf<D>() &&
            row.from == aicore::ElementTypeOf<S>()) {
            return &row;
        }
    }
    return nullptr;
}

TEST(MixedInstruction, EveryRowHasACase) {
    std::set<const aicore::MixedRow*> rows;
    ForEachMixed([&](const auto& one) { EXPECT_TRUE(rows.insert(RowOf(one)).second) << one.name; });
    EXPECT_EQ(rows.count(nullptr), 0u);
    EXPECT_EQ(rows.size(), aicore::MixedRows().size());
}

TEST(MixedInstruction, ComputesInEveryFormOnTheChipsThatHaveThePair) {
    ForEachMixed([](const auto& one) {
        for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
            if (RowOf(one)->chips[aicore::ColumnOf(SocNamed(soc))] != 0) {
                CheckCase(soc, one);
            }
        }
    });
}

TEST(MixedInstruction, NamesThePairsThatTheChipHas) {
    const auto run = [](std::string_view soc, const std::function<void(const LocalTensor<half>&)>& call) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 4096);
                call(buffer.Get<half>());
            },
            {.soc = soc});
    };
    ExpectFault(run("Ascend310B1",
                    [](const auto& t) { MulAddDst(t[512].template ReinterpretCast<float>(), t, t, 64); }),
                507015, {"Ascend310B1 has no MulAddDst from half to float, of two types it takes none"});
    ExpectFault(
        run("Ascend310B1",
            [](const auto& t) {
                AddReluCast(t[512].template ReinterpretCast<int8_t>(), t.template ReinterpretCast<int16_t>(),
                            t.template ReinterpretCast<int16_t>(), 64);
            }),
        507015,
        {"Ascend310B1 has no AddReluCast from int16_t to int8_t, of two types it takes half to int8_t, float "
         "to half"});
    ExpectFault(run("Ascend910B1", [](const auto& t) { MulCast(t, t, t, 64); }), 507035,
                {"Ascend910B1 has no MulCast on half, it takes int8_t, uint8_t"});
    ExpectFault(run("Ascend310B1",
                    [](const auto& t) {
                        AddDeqRelu(t, t[512].template ReinterpretCast<int32_t>(),
                                   t[512].template ReinterpretCast<int32_t>(), 64);
                    }),
                507015, {"Ascend310B1 has no AddDeqRelu on half, or on any other type"});
    ExpectFault(run("Ascend910B1",
                    [](const auto& t) { Axpy(t, t[512].template ReinterpretCast<float>(), 2.0f, 64); }),
                507035, {"has no Axpy from float to half, of two types it takes half to float"});
}

// On the 310B the cast needs no scale, and rounds as a cast.
TEST(Cast, FromInt32ToHalfTakesTheScaleOnlyWhereTheChipDoes) {
    const MixedInputs<half, int32_t> in;
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        const auto result = RunMixed<half, int32_t>(
            soc, in, [](const auto& t) { Cast(t.d, t.a, RoundMode::CAST_NONE, kCount); });
        for (size_t i = 0; i < kCount; ++i) {
            const half expected = soc == "Ascend910B1" ? Scaled(in.a[i]) : half(static_cast<float>(in.a[i]));
            ASSERT_TRUE(Same(result[i], expected, 0)) << soc << " " << in.a[i];
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
