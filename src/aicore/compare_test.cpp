// Compare, Compares, CompareScalar and the register CMPMASK, in every form, mode and type, against a
// comparison of the exact values.
#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

constexpr CMPMODE kModes[] = {CMPMODE::LT, CMPMODE::GT, CMPMODE::EQ, CMPMODE::LE, CMPMODE::GE, CMPMODE::NE};
constexpr uint32_t kSources = 2048;  // elements
constexpr uint32_t kMaskBytes = 1024;
constexpr uint8_t kSentinel = 0xA5;

template <typename T>
bool Compared(T a, T b, CMPMODE mode) {
    using Exact = std::conditional_t<kIsFloat<T>, double, Wide>;
    const auto x = static_cast<Exact>(a);
    const auto y = static_cast<Exact>(b);
    switch (mode) {
        case CMPMODE::LT:
            return x < y;
        case CMPMODE::GT:
            return x > y;
        case CMPMODE::EQ:
            return x == y;
        case CMPMODE::LE:
            return x <= y;
        case CMPMODE::GE:
            return x >= y;
        default:
            return x < y || x > y;
    }
}

template <typename T>
struct Sources {
    std::vector<T> a = Values<T>(kSources, 11);
    std::vector<T> b = Values<T>(kSources, 12);
    Sources() {
        for (size_t i = 0; i < kSources; i += 3) {
            b[i] = a[i];
        }
    }
};

template <typename T>
struct CompareTensors {
    LocalTensor<uint8_t> dst;
    LocalTensor<T> a, b;
};

template <typename T>
std::vector<uint8_t> RunCompare(std::string_view soc, const Sources<T>& sources,
                                const std::function<void(const CompareTensors<T>&)>& call) {
    std::vector<uint8_t> result;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            pipe.InitBuffer(buffers[0], kMaskBytes);
            pipe.InitBuffer(buffers[1], static_cast<uint32_t>(kSources * sizeof(T)));
            pipe.InitBuffer(buffers[2], static_cast<uint32_t>(kSources * sizeof(T)));
            const CompareTensors<T> t{buffers[0].Get<uint8_t>(), buffers[1].Get<T>(), buffers[2].Get<T>()};
            const std::vector<uint8_t> old(kMaskBytes, kSentinel);
            Fill(t.dst, old.data(), old.size());
            Fill(t.a, sources.a.data(), kSources * sizeof(T));
            Fill(t.b, sources.b.data(), kSources * sizeof(T));
            call(t);
            result = Read(t.dst, kMaskBytes);
        },
        {.soc = soc}));
    return result;
}

// The bytes of dst after `repeats` repeats, where only elements that `chosen` names can give a 1.
template <typename T, typename Chosen>
std::vector<uint8_t> ExpectedBytes(const Sources<T>& sources, CMPMODE mode, const T* scalar, size_t repeats,
                                   const BinaryRepeatParams& p, Chosen chosen) {
    constexpr size_t kPerRepeat = 256 / sizeof(T);
    constexpr size_t kPerBlock = 32 / sizeof(T);
    std::vector<uint8_t> bytes(kMaskBytes, kSentinel);
    std::fill_n(bytes.begin(), repeats * kPerRepeat / 8, uint8_t(0));
    for (size_t r = 0; r < repeats; ++r) {
        for (size_t e = 0; e < kPerRepeat; ++e) {
            const auto at = [&](size_t block_stride, size_t repeat_stride) {
                return (r * repeat_stride + e / kPerBlock * block_stride) * kPerBlock + e % kPerBlock;
            };
            if (!chosen(r, e)) {
                continue;
            }
            const T a = sources.a[at(p.src0BlkStride, p.src0RepStride)];
            const T b = scalar != nullptr ? *scalar : sources.b[at(p.src1BlkStride, p.src1RepStride)];
            const size_t i = r * kPerRepeat + e;
            bytes[i / 8] = static_cast<uint8_t>(bytes[i / 8] | unsigned(Compared(a, b, mode)) << (i % 8));
        }
    }
    return bytes;
}

bool HasMode(std::string_view soc, ElementType type, CMPMODE mode) {
    const uint32_t only = aicore::table::kOnlyEqual[aicore::ColumnOf(SocNamed(soc))];
    return mode == CMPMODE::EQ || (only & aicore::table::Bit(type)) == 0;
}

// Calls visit(T(), soc, mode) for everything that an instruction compares.
template <typename Visit>
void ForEachComparison(Opcode opcode, Visit visit) {
    ForEachType([&](auto element) {
        using T = decltype(element);
        for (const std::string_view soc : {"Ascend910B1", "Ascend310B1", "Ascend950PR_9599"}) {
            for (const CMPMODE mode : kModes) {
                if (HasType<T>(opcode, soc) && HasMode(soc, aicore::ElementTypeOf<T>(), mode)) {
                    visit(element, soc, mode);
                }
            }
        }
    });
}

TEST(Compare, ByCountGivesOneBitPerElement) {
    ForEachComparison(Opcode::kCompare, [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        const Sources<T> sources;
        const bool leftovers = soc != "Ascend910B1";
        for (const uint32_t count : {0u, 1u, 63u, 64u, 65u, 128u, 200u, 256u, 1000u, 2048u}) {
            const size_t repeats = leftovers ? (count + kPerRepeat - 1) / kPerRepeat : count / kPerRepeat;
            EXPECT_EQ(
                RunCompare<T>(soc, sources, [&](const auto& t) { Compare(t.dst, t.a, t.b, mode, count); }),
                ExpectedBytes<T>(sources, mode, nullptr, repeats, {},
                                 [&](size_t r, size_t e) { return r * kPerRepeat + e < count; }))
                << soc << " mode " << int(mode) << " count " << count << " size " << sizeof(T);
        }
    });
}

TEST(Compare, ByRepeatsObeysStridesAndWhereTheChipDoesTheMask) {
    const BinaryRepeatParams layouts[] = {
        {1, 1, 1, 8, 8, 8}, {1, 1, 1, 1, 0, 8}, {2, 2, 1, 9, 16, 8}, {1, 0, 3, 8, 10, 24}};
    ForEachComparison(Opcode::kCompare, [&](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        if (CountFormOnly<T>(soc)) {
            return;
        }
        const Sources<T> sources;
        const bool obeys = soc != "Ascend910B1";
        for (const BinaryRepeatParams& p : layouts) {
            const uint64_t number = kPerRepeat / 2 + 3;
            const uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) { Compare(t.dst, t.a, t.b, mode, number, 3, p); }),
                      ExpectedBytes<T>(sources, mode, nullptr, 3, p,
                                       [&](size_t, size_t e) { return !obeys || e < number; }))
                << soc << " mode " << int(mode);
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) { Compare(t.dst, t.a, t.b, mode, bits, 3, p); }),
                      ExpectedBytes<T>(
                          sources, mode, nullptr, 3, p,
                          [&](size_t, size_t e) { return !obeys || ((bits[e / 64] >> (e % 64)) & 1) != 0; }))
                << soc << " mode " << int(mode);
        }
        EXPECT_EQ(RunCompare<T>(soc, sources,
                                [&](const auto& t) { Compare(t.dst, t.a, t.b, mode, uint64_t(64), 0, {}); }),
                  std::vector<uint8_t>(kMaskBytes, kSentinel));
    });
}

TEST(Compares, ComparesWithAScalarInEveryForm) {
    ForEachComparison(Opcode::kCompares, [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        const Sources<T> sources;
        const bool obeys = soc != "Ascend910B1";
        std::vector<T> scalars = {T(0), T(7), sources.a[70]};
        if constexpr (kIsFloat<T>) {
            scalars.insert(scalars.end(), {T(-0.0f), T(NAN), T(-INFINITY)});
        }
        for (const T scalar : scalars) {
            const auto all = [](size_t, size_t) { return true; };
            const auto expected = ExpectedBytes<T>(sources, mode, &scalar, 4, {}, all);
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) {
                                        Compares(t.dst, t.a, scalar, mode, uint32_t(4 * kPerRepeat));
                                    }),
                      expected)
                << soc << " mode " << int(mode) << " scalar " << double(scalar);
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) {
                                        CompareScalar(t.dst, t.a, scalar, mode, uint32_t(4 * kPerRepeat));
                                    }),
                      expected);
            if (CountFormOnly<T>(soc)) {
                continue;
            }
            const UnaryRepeatParams p{1, 2, 8, 17};
            const auto strided = ExpectedBytes<T>(sources, mode, &scalar, 3, {1, 2, 1, 8, 17, 8},
                                                  [&](size_t, size_t e) { return !obeys || e < 40; });
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) {
                                        CompareScalar(t.dst, t.a, scalar, mode, uint64_t(40), 3, p);
                                    }),
                      strided);
            const uint64_t bits[2] = {(uint64_t(1) << 40) - 1, 0};
            EXPECT_EQ(RunCompare<T>(soc, sources,
                                    [&](const auto& t) { Compares(t.dst, t.a, scalar, mode, bits, 3, p); }),
                      strided);
        }
    });
}

TEST(Compare, MayWriteOverItsSource) {
    const Sources<float> sources;
    std::vector<uint8_t> result;
    RunCompare<float>("Ascend910B1", sources, [&](const auto& t) {
        Compare(t.a.template ReinterpretCast<uint8_t>(), t.a, t.b, CMPMODE::LT, 1024u);
        result = Read(t.a.template ReinterpretCast<uint8_t>(), kMaskBytes);
    });
    const auto expected =
        ExpectedBytes<float>(sources, CMPMODE::LT, nullptr, 16, {}, [](size_t, size_t) { return true; });
    EXPECT_TRUE(std::equal(result.begin(), result.begin() + 128, expected.begin()));
}

TEST(Compare, LeavesTheMaskStateAlone) {
    const Sources<float> sources;
    std::vector<float> after;
    RunCompare<float>("Ascend910B1", sources, [&](const auto& t) {
        Duplicate(t.b, 2.0f, 256);
        SetVectorMask<float>(0, 5);  // elements 0 and 2
        Compare(t.dst, t.a, t.a, CMPMODE::EQ, 128u);
        Compare(t.dst, t.a, t.a, CMPMODE::EQ, uint64_t(64), 2, {});
        Adds<float, false>(t.b, t.b, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
        after = Read(t.b, 4);
    });
    EXPECT_EQ(after, (std::vector<float>{3.0f, 2.0f, 3.0f, 2.0f}));
}

TEST(CompareMask, HoldsTheBitsOfOneRepeat) {
    const auto check = [](auto element) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        const Sources<T> sources;
        for (const CMPMODE mode : kModes) {
            const uint64_t bits[2] = {0x0F0F'1234'5678'9ABDu, kPerRepeat == 128 ? 0x8000'0000'0000'0003u : 0};
            const auto expected = [&](const BinaryRepeatParams& p, auto chosen) {
                auto bytes = ExpectedBytes<T>(sources, mode, nullptr, 1, p, chosen);
                std::fill(bytes.begin() + kPerRepeat / 8, bytes.begin() + 16, uint8_t(0));
                return bytes;
            };
            const BinaryRepeatParams p{1, 2, 1, 8, 8, 8};
            EXPECT_EQ(RunCompare<T>("Ascend910B1", sources,
                                    [&](const auto& t) {
                                        Compare(t.a, t.b, mode, bits, p);
                                        GetCmpMask(t.dst);
                                    }),
                      expected(p, [&](size_t, size_t e) { return ((bits[e / 64] >> (e % 64)) & 1) != 0; }));
            EXPECT_EQ(RunCompare<T>("Ascend910B1", sources,
                                    [&](const auto& t) {
                                        Compare(t.a, t.b, mode, uint64_t(21), p);
                                        GetCmpMask(t.dst);
                                    }),
                      expected(p, [&](size_t, size_t e) { return e < 21; }));
            EXPECT_EQ(RunCompare<T>("Ascend910B1", sources,
                                    [&](const auto& t) {
                                        SetVectorMask<T>(0, 0xFF00);
                                        Compare<T, false>(t.a, t.b, mode, MASK_PLACEHOLDER, p);
                                        GetCmpMask(t.dst);
                                    }),
                      expected(p, [&](size_t, size_t e) { return e >= 8 && e < 16; }));
        }
    };
    check(half());
    check(float());
}

TEST(CompareMask, IsSetAndReadBack) {
    const Sources<float> sources;
    std::vector<uint8_t> expected(kMaskBytes, kSentinel);
    std::memcpy(expected.data() + 16, reinterpret_cast<const uint8_t*>(sources.a.data()) + 16, 16);
    ForAllTypes(Opcode::kSetCmpMask, [&](auto element, std::string_view soc) {
        using T = decltype(element);
        const auto through = [](const auto& t) {
            SetCmpMask(t.a[4].template ReinterpretCast<T>());
            GetCmpMask(t.dst[16].template ReinterpretCast<T>());
        };
        EXPECT_EQ(RunCompare<float>(soc, sources, through), expected) << sizeof(T);
    });
}

TEST(Compare, GivesEqualBitsOnEveryInstructionSet) {
    ForEachComparison(Opcode::kCompare, [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        const Sources<T> sources;
        ExpectEqualOnEveryTarget([&] {
            return RunCompare<T>(soc, sources,
                                 [&](const auto& t) { Compare(t.dst, t.a, t.b, mode, kSources); });
        });
    });
}

TEST(Compares, GivesEqualBitsOnEveryInstructionSet) {
    ForEachComparison(Opcode::kCompares, [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        const Sources<T> sources;
        ExpectEqualOnEveryTarget([&] {
            return RunCompare<T>(soc, sources,
                                 [&](const auto& t) { Compares(t.dst, t.a, T(3), mode, kSources); });
        });
    });
}

template <typename T>
base::Status CompareOn(std::string_view soc, const std::function<void(const LocalTensor<T>&)>& call) {
    return RunKernel(
        [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 4096);
            call(buffer.Get<T>());
        },
        {.soc = soc});
}

TEST(Compare, RefusesWhatTheChipLacks) {
    const auto compare = [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        return CompareOn<T>(soc, [&](const auto& t) {
            Compare(t.template ReinterpretCast<uint8_t>(), t, t, mode, uint32_t(64));
        });
    };
    const auto compares = [](auto element, std::string_view soc, CMPMODE mode) {
        using T = decltype(element);
        return CompareOn<T>(soc, [&](const auto& t) {
            Compares(t.template ReinterpretCast<uint8_t>(), t, T(3), mode, uint32_t(64));
        });
    };
    ExpectFault(
        compare(int32_t(), "Ascend910B1", CMPMODE::LT), 507035,
        {"Compare(dst VECCALC uint8_t at byte 0, src0 VECCALC int32_t at byte 0, src1 VECCALC int32_t at "
         "byte 0, LT, count 64) at compare_test.cpp:",
         "Ascend910B1 compares int32_t with EQ only, found LT"});
    ExpectRuns(compare(int32_t(), "Ascend910B1", CMPMODE::EQ));
    ExpectFault(compare(int32_t(), "Ascend310B1", CMPMODE::EQ), 507015,
                {"Ascend310B1 has no Compare on int32_t, it takes half, float"});
    ExpectFault(
        compares(int16_t(), "Ascend910B1", CMPMODE::EQ), 507035,
        {"Compares(dst VECCALC uint8_t at byte 0, src VECCALC int16_t at byte 0, scalar 3, EQ, count 64)",
         "has no Compares on int16_t"});
    ExpectRuns(compares(int16_t(), "Ascend310B1", CMPMODE::LE));
    ExpectFault(compare(float(), "Ascend910B1", static_cast<CMPMODE>(6)), 507035,
                {"expected one of the six CMPMODEs, found 6"});
    ExpectFault(CompareOn<float>(
                    "Ascend310B1",
                    [](const auto& t) { Compare(t, t, CMPMODE::LT, uint64_t(64), BinaryRepeatParams()); }),
                507015,
                {"Ascend310B1 has no Compare (CompareRegister) on float, or on any other type",
                 "Compare(src0 VECCALC float at byte 0, src1 VECCALC float at byte 0, LT, mask 64, "});
    ExpectFault(CompareOn<float>("Ascend310B1", [](const auto& t) { GetCmpMask(t); }), 507015,
                {"GetCmpMask(dst VECCALC float at byte 0)"});
    ExpectFault(CompareOn<uint8_t>("Ascend910B1", [](const auto& t) { SetCmpMask(t[8]); }), 507035,
                {"starts at byte address 8, expected a multiple of 16"});
    ExpectFault(
        CompareOn<float>(
            "Ascend910B1",
            [](const auto& t) { Compare(t[1].template ReinterpretCast<uint8_t>(), t, t, CMPMODE::LT, 64u); }),
        507035, {"dst starts at byte address 4, expected a multiple of 32"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
