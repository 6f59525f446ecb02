// What holds for all vector instructions: alignment, memory, types, mask state; and Exp and Duplicate.
#include <algorithm>
#include <functional>

#include "aicore/instruction_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

TEST(Exp, IsWithinOneUlpOverItsRange) {
    uint32_t worst = 0;
    for (uint32_t start = 0; start < 64; ++start) {
        std::vector<float> x(kElements);
        for (uint32_t i = 0; i < kElements; ++i) {
            x[i] = -104.5f + float(start * kElements + i) * (194.0f / (64 * kElements));
        }
        const auto y = RunOn<float>("Ascend910B1", x, x, x,
                                    [](const Tensors<float>& t) { Exp(t.d, t.a, int32_t(kElements)); });
        for (uint32_t i = 0; i < kElements; ++i) {
            const auto expected = static_cast<float>(std::exp(double(x[i])));
            worst = std::max(worst, static_cast<uint32_t>(std::abs(Ordinal(y[i]) - Ordinal(expected))));
        }
    }
    EXPECT_LE(worst, 1u);
}

// And, Or and Not of the Ascend910B family take other integers too, as words of 16 bits.
template <typename T>
bool TakesAsWords(const std::string& name, std::string_view soc) {
    const uint32_t words = aicore::table::kCountsWords[aicore::ColumnOf(SocNamed(soc))];
    return (name == "And" || name == "Or" || name == "Not") &&
           (words & aicore::table::Bit(aicore::ElementTypeOf<T>())) != 0;
}

TEST(Instruction, ChipWithoutTheTypeNamesBoth) {
    ForEachType([](auto element) {
        using T = decltype(element);
        for (const Row<T>& row : Rows<T>()) {
            for (const std::string_view soc : kChips) {
                const base::Status status = RunKernel(
                    [&] {
                        TPipe pipe;
                        TBuf<> buffer;
                        pipe.InitBuffer(buffer, 1024);
                        const auto t = buffer.Get<T>();
                        row.calls.count({t, t, t, T(1)}, 8);
                    },
                    {.soc = soc});
                if (HasType<T>(row.opcode, soc) || TakesAsWords<T>(row.name, soc)) {
                    ExpectRuns(status);
                } else {
                    ExpectFault(status, SocNamed(soc).split_cores() ? 507035 : 507015,
                                {std::string(SocNamed(soc).name) + " has no " + row.name + " on ",
                                 "instruction_rows_test.cpp:"});
                }
            }
        }
    });
}

TEST(Instruction, OffsetsBeyond4GigabytesDoNotWrapIntoTheMemory) {
    const auto with_tensor = [](const std::function<void(const LocalTensor<float>&)>& use) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            use(buffer.Get<float>());
        });
    };
    constexpr uint32_t kGiga = 1u << 30;  // floats
    ExpectFault(with_tensor([](const auto& t) { t[kGiga].SetValue(0, 1.0f); }), 507035,
                {"ends at byte 4294967300"});
    ExpectFault(with_tensor([](const auto& t) { t[kGiga][kGiga + 1].GetValue(2); }), 507035,
                {"ends at byte 8589934608"});
    ExpectFault(with_tensor([](const auto& t) { Adds(t[kGiga], t, 1.0f, 8); }), 507035, {"4294967296"});
    ExpectFault(with_tensor([](const auto& t) { t[kGiga].template ReinterpretCast<half>().GetValue(1); }),
                507035, {"ends at byte 4294967300"});
}

// BL-37.
TEST(Instruction, RefusesMisalignedOperands) {
    const auto add = [](uint32_t first) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            const auto t = buffer.Get<float>();
            Add(t, t, t[first], 8);
        });
    };
    ExpectFault(add(1), 507035,
                {"TestOp: block 0: Add(dst VECCALC float at byte 0, src0 VECCALC float at byte 0, src1 "
                 "VECCALC float at byte 4, "
                 "count 8) at instruction_rules_test.cpp:",
                 "src1 starts at byte address 4, expected a multiple of 32",
                 "slice float tensors at multiples of 8 elements"});
    ExpectRuns(add(8));
    ExpectFault(RunKernel([&] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 1024);
                    Relu(buffer.Get<half>()[8], buffer.Get<half>(), 8);
                }),
                507035, {"dst starts at byte address 16", "slice half tensors at multiples of 16 elements"});
}

// BL-38: a fill one step past the end.
TEST(Instruction, RefusesAccessBeyondUb) {
    const auto fill = [](uint8_t repeats, int32_t count) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 196608);
            const auto t = buffer.Get<float>();
            if (repeats != 0) {
                Duplicate(t[49152 - 128 + 8], 1.0f, uint64_t(64), repeats, 1, 8);
            } else {
                Duplicate(t, 1.0f, count);
            }
        });
    };
    ExpectFault(fill(2, 0), 507035,
                {"Duplicate(dst VECCALC float at byte 196128, mask 64, repeat 2)",
                 "dst ends at byte 196640, expected at most 196608, the size of UB on Ascend910B1"});
    ExpectRuns(fill(1, 0));
    ExpectRuns(fill(0, 49152));
    ExpectFault(fill(0, 49153), 507035, {"dst ends at byte 196612"});
    ExpectFault(fill(0, -1), 507035, {"count -1"});
}

TEST(Duplicate, FillsEveryTypeByCountMaskAndStride) {
    const auto check = [](auto value, const auto& expected_bits, std::string_view soc) {
        using T = decltype(value);
        const std::vector<T> old(kElements, FromBits<T>(0x5A5A5A5Au));
        auto filled = RunOn<T>(soc, old, old, old, [&](const Tensors<T>& t) { Duplicate(t.d, value, 37); });
        for (size_t i = 0; i < kElements; ++i) {
            const T expected = i < 37 ? FromBits<T>(expected_bits) : old[i];
            ASSERT_EQ(std::memcmp(&filled[i], &expected, sizeof(T)), 0) << i;
        }
        filled = RunOn<T>(soc, old, old, old,
                          [&](const Tensors<T>& t) { Duplicate(t.d, value, uint64_t(5), uint8_t(2), 1, 9); });
        for (size_t i = 0; i < kElements; ++i) {
            const size_t second = 9 * 32 / sizeof(T);
            const T expected = i < 5 || (i >= second && i < second + 5) ? FromBits<T>(expected_bits) : old[i];
            ASSERT_EQ(std::memcmp(&filled[i], &expected, sizeof(T)), 0) << i;
        }
    };
    for (const std::string_view soc : {"Ascend910B1", "Ascend310B1"}) {
        check(half(1.5f), 0x3E00u, soc);
        check(bfloat16_t(1.5f), 0x3FC0u, soc);
        check(1.5f, 0x3FC00000u, soc);
        check(int16_t(-2), 0xFFFEu, soc);
        check(uint16_t(65535), 0xFFFFu, soc);
        check(int32_t(-2), 0xFFFFFFFEu, soc);
        check(uint32_t(7), 7u, soc);
    }
}

// BL-42.
TEST(MaskState, StaysFromInstructionToInstruction) {
    std::vector<float> zeros(kElements, 0.0f);
    const auto run = [&](bool restore) {
        return RunOn<float>("Ascend910B1", zeros, zeros, zeros, [&](const Tensors<float>& t) {
            SetMaskCount();
            SetVectorMask<float>(0, 4);
            Adds<float, false>(t.d[128], t.d[128], 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
            if (restore) {
                SetMaskNorm();
                ResetMask();
            }
            Adds<float, false>(t.d, t.d, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
        });
    };
    const auto changed = [](const std::vector<float>& values) {
        return std::count(values.begin(), values.begin() + 128, 1.0f);
    };
    EXPECT_EQ(changed(run(false)), 4);
    EXPECT_EQ(changed(run(true)), 64);
    // The count form sets what it needs and leaves normal mode with a full mask.
    const auto after = RunOn<float>("Ascend910B1", zeros, zeros, zeros, [&](const Tensors<float>& t) {
        SetMaskCount();
        SetVectorMask<float>(0, 4);
        Adds(t.d[128], t.d[128], 1.0f, 100);
        Adds<float, false>(t.d, t.d, 1.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    });
    EXPECT_EQ(changed(after), 64);
    EXPECT_EQ(after[128 + 99], 1.0f);
    EXPECT_EQ(after[128 + 100], 0.0f);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
