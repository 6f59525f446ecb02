// Every row of the instruction table, every type of either chip, in every calling form.
#include <algorithm>
#include <set>

#include "aicore/instruction_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

TEST(InstructionTable, HasNoDuplicatesAndAReferenceForEachRow) {
    std::set<std::string_view> names;
    for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
        const aicore::InstructionInfo& info = aicore::InfoOf(static_cast<Opcode>(i));
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_NE(info.types.Any(), 0u) << info.name << " has no type";
    }
    ForEachType([&](auto element) {
        using T = decltype(element);
        for (const Row<T>& row : Rows<T>()) {
            ASSERT_EQ(References().count(row.name), 1u) << row.name << " has no reference here";
            const Reference& reference = References().at(row.name);
            EXPECT_TRUE(
                ChipWith<T>(row.opcode).empty() ||
                (kIsFloat<T> ? bool(reference.floats) : bool(reference.integers) || bool(reference.sized)))
                << row.name;
        }
        EXPECT_EQ(References().size(), Rows<T>().size()) << "a reference without an instruction";
    });
}

TEST(VectorInstruction, ComputesCountElementsAndNoMore) {
    ForEachCase([](auto& one, auto) {
        for (const int32_t count :
             {0, 1, 2, 7, 8, 15, 16, 17, 31, 63, 64, 65, 127, 128, 129, 255, 300, 4096}) {
            one.Check(Leading(count), [&](const auto& t) { one.row.calls.count(t, count); });
        }
    });
}

TEST(VectorInstruction, ComputesTheSameOnAscend310B) {
    ForEachCase([](auto& one, auto element) {
        using T = decltype(element);
        one.soc = "Ascend310B1";
        if (HasType<T>(one.row.opcode, one.soc)) {
            one.Check(Leading(1001), [&](const auto& t) { one.row.calls.count(t, 1001); });
        }
    });
}

TEST(VectorInstruction, HandlesEveryTail) {
    const auto check = [](auto element) {
        using T = decltype(element);
        Case<T> one(Rows<T>()[static_cast<size_t>(Opcode::kAdd)]);
        ASSERT_STREQ(one.row.name, "Add");
        for (int32_t count = 1; count <= 300; ++count) {
            one.Check(Leading(count), [&](const auto& t) { one.row.calls.count(t, count); });
        }
    };
    check(half());
    check(float());
}

// Where element e of repeat r lies, by the documented strides.
template <typename T>
size_t At(size_t repeat, size_t element, size_t block_stride, size_t repeat_stride) {
    constexpr size_t kPerBlock = 32 / sizeof(T);
    return repeat * repeat_stride * kPerBlock + element / kPerBlock * block_stride * kPerBlock +
           element % kPerBlock;
}

template <typename T, typename Chosen>
std::vector<Computed> Strided(size_t repeats, const BinaryRepeatParams& p, Chosen chosen) {
    std::vector<Computed> computed;
    for (size_t r = 0; r < repeats; ++r) {
        for (size_t e = 0; e < 256 / sizeof(T); ++e) {
            if (chosen(r, e)) {
                computed.push_back({At<T>(r, e, p.dstBlkStride, p.dstRepStride),
                                    At<T>(r, e, p.src0BlkStride, p.src0RepStride),
                                    At<T>(r, e, p.src1BlkStride, p.src1RepStride)});
            }
        }
    }
    return computed;
}

TEST(VectorInstruction, ObeysMasksRepeatsAndStrides) {
    const BinaryRepeatParams layouts[] = {{1, 1, 1, 8, 8, 8},  {1, 1, 1, 8, 0, 8},    {2, 1, 3, 16, 8, 24},
                                          {1, 0, 1, 9, 8, 10}, {3, 2, 1, 1, 17, 100}, {1, 1, 1, 16, 8, 8}};
    ForEachCase([&](auto& one, auto element) {
        using T = decltype(element);
        constexpr size_t kPerRepeat = 256 / sizeof(T);
        if (CountFormOnly<T>(one.soc)) {
            return;
        }
        const Calls<T>& calls = one.row.calls;
        for (const BinaryRepeatParams& p : layouts) {
            for (const uint64_t mask : {uint64_t(0), uint64_t(1), uint64_t(kPerRepeat / 2 + 3),
                                        uint64_t(kPerRepeat), uint64_t(500)}) {
                one.Check(Strided<T>(3, p, [&](size_t, size_t e) { return e < mask; }),
                          [&](const auto& t) { calls.number(t, mask, 3, p); });
            }
            uint64_t bits[2] = {0x8000'00F0'1234'5679u, 0xC000'0000'0000'0001u};
            one.Check(
                Strided<T>(3, p, [&](size_t, size_t e) { return ((bits[e / 64] >> (e % 64)) & 1) != 0; }),
                [&](const auto& t) { calls.bits(t, bits, 3, p); });
            one.Check({}, [&](const auto& t) { calls.number(t, kPerRepeat, 0, p); });
            // Counter mode: the mask is the number of elements in all, whatever the repeat says.
            const uint64_t total = kPerRepeat + 5;
            one.Check(Strided<T>(2, p, [&](size_t r, size_t e) { return r * kPerRepeat + e < total; }),
                      [&](const auto& t) {
                          SetMaskCount();
                          SetVectorMask<T>(0, total);
                          calls.state(t, 1, p);
                          SetMaskNorm();
                          ResetMask();
                      });
        }
    });
}

TEST(VectorInstruction, WorksInPlace) {
    std::vector<float> values = Values<float>(kElements, 5);
    const auto squared = RunOn<float>("Ascend910B1", values, values, values,
                                      [](const Tensors<float>& t) { Mul(t.d, t.d, t.d, 1001); });
    for (size_t i = 0; i < kElements; ++i) {
        const float expected = i < 1001 ? values[i] * values[i] : values[i];
        EXPECT_TRUE(Same(squared[i], expected, 0)) << i;
    }
}

// dst one block behind src: a repeat is read before it is written, so the first 64 come from the old values.
TEST(VectorInstruction, PartialOverlapReadsARepeatBeforeWritingIt) {
    std::vector<float> values(kElements);
    for (size_t i = 0; i < kElements; ++i) {
        values[i] = float(i);
    }
    std::vector<std::vector<float>> results;
    for (const char* target : {"baseline", "avx2", "avx512"}) {
        ASSERT_TRUE(base::SetSetting("target", target).ok());
        results.push_back(RunOn<float>("Ascend910B1", values, values, values,
                                       [](const Tensors<float>& t) { Adds(t.d[8], t.d, 1000.0f, 128); }));
    }
    ASSERT_TRUE(base::SetSetting("target", "best").ok());
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(results[0], results[2]);
    EXPECT_EQ(results[0][8 + 63], 1063.0f);
    EXPECT_EQ(results[0][8 + 64], 2056.0f);  // from the element that the first repeat wrote
}

TEST(VectorInstruction, GivesEqualBitsOnEveryInstructionSet) {
    ForEachCase([](auto& one, auto element) {
        using T = decltype(element);
        std::vector<std::vector<T>> results;
        for (const char* target : {"baseline", "avx2", "avx512"}) {
            ASSERT_TRUE(base::SetSetting("target", target).ok());
            results.push_back(one.Run([&](const auto& t) { one.row.calls.count(t, int32_t(kElements)); }));
        }
        ASSERT_TRUE(base::SetSetting("target", "best").ok());
        EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), kElements * sizeof(T)), 0)
            << one.row.name;
        EXPECT_EQ(std::memcmp(results[0].data(), results[2].data(), kElements * sizeof(T)), 0)
            << one.row.name;
    });
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
