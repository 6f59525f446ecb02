// Mask state: what SetVectorMask and earlier instructions leave for those with isSetMask false; and
// accumulation over repeats that share a destination.
#include <numeric>

#include "aicore/value_cases_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

BinaryRepeatParams Contiguous() { return {}; }

// Adds 1 with the mask as set after `prepare`, over `repeats` repeats of zeros, and returns which elements
// changed.
template <typename T>
std::vector<size_t> Changed(const std::function<void(const Tensors<T>&)>& prepare, uint8_t repeats = 1) {
    const std::vector<T> zeros(kElements, T(0));
    const auto result = RunOn<T>("Ascend910B1", zeros, zeros, zeros, [&](const Tensors<T>& t) {
        prepare(t);
        Adds<T, false>(t.d, t.d, T(1), MASK_PLACEHOLDER, repeats, {1, 1, 8, 8});
    });
    std::vector<size_t> changed;
    for (size_t i = 0; i < kElements; ++i) {
        if (float(result[i]) == 1.0f) {
            changed.push_back(i);
        }
    }
    return changed;
}

std::vector<size_t> Range(size_t first, size_t end) {
    std::vector<size_t> range(end - first);
    std::iota(range.begin(), range.end(), first);
    return range;
}

TEST(MaskState, IsFullAtFirst) {
    EXPECT_EQ(Changed<float>([](const auto&) {}), Range(0, 64));
    EXPECT_EQ(Changed<half>([](const auto&) {}), Range(0, 128));
}

TEST(MaskState, TakesBitsAndLengths) {
    EXPECT_EQ(Changed<half>([](const auto&) { SetVectorMask<half>(uint64_t(1) << 63, 0b101); }),
              (std::vector<size_t>{0, 2, 127}));
    EXPECT_EQ(Changed<half>([](const auto&) { SetVectorMask<half>(70); }), Range(0, 70));
    EXPECT_EQ(Changed<half>([](const auto&) { SetVectorMask<half, MaskMode::NORMAL>(64); }), Range(0, 64));
    EXPECT_EQ(Changed<float>([](const auto&) { SetVectorMask<float>(17); }), Range(0, 17));
    EXPECT_EQ(Changed<float>([](const auto&) { SetVectorMask<float>(0, 0); }), Range(0, 0));
    EXPECT_EQ(Changed<float>([](const auto&) { AscendCUtils::SetMask<float>(9); }), Range(0, 9));
    EXPECT_EQ(Changed<float>([](const auto&) { AscendCUtils::SetMask<float>(0, 0x30); }), Range(4, 6));
    EXPECT_EQ(Changed<float>([](const auto&) {
                  SetVectorMask<float>(3);
                  AscendCUtils::SetMask<float, false>(9);
              }),
              Range(0, 3));
    EXPECT_EQ(Changed<float>([](const auto&) {
                  SetVectorMask<float>(3);
                  AscendCUtils::ResetMask();
              }),
              Range(0, 64));
    EXPECT_EQ(Changed<float>([](const auto&) {
                  SetVectorMask<float>(3);
                  ResetMask();
              }),
              Range(0, 64));
}

TEST(MaskState, InCounterModeCountsElementsWhateverTheRepeat) {
    for (const uint8_t repeats : {uint8_t(1), uint8_t(5)}) {
        EXPECT_EQ(Changed<float>(
                      [](const auto&) {
                          SetMaskCount();
                          SetVectorMask<float, MaskMode::COUNTER>(150);
                      },
                      repeats),
                  Range(0, 150));
    }
    EXPECT_EQ(Changed<half>([](const auto&) {
                  SetMaskCount();
                  SetVectorMask<half, MaskMode::COUNTER>(0, 300);
              }),
              Range(0, 300));
    EXPECT_EQ(Changed<float>([](const auto&) {
                  SetMaskCount();
                  SetVectorMask<float, MaskMode::COUNTER>(150);
                  SetMaskNorm();
                  ResetMask();
              }),
              Range(0, 64));
}

TEST(MaskState, StaysAsAnInstructionWithAMaskLeftIt) {
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  Muls(t.a, t.b, 2.0f, uint64_t(11), 1, {1, 1, 8, 8});
              }),
              Range(0, 11));
    uint64_t bits[2] = {0xF0, 0};
    EXPECT_EQ(Changed<float>([&](const auto& t) {
                  Muls(t.a, t.b, 2.0f, bits, 1, {1, 1, 8, 8});
              }),
              Range(4, 8));
    // 100 elements of half: all the low bits are set, which are the elements of float.
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  const auto halves = t.a.template ReinterpretCast<half>();
                  Muls(halves, halves, half(2.0f), uint64_t(100), 1, {1, 1, 8, 8});
              }),
              Range(0, 64));
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  SetVectorMask<float>(5);
                  Exp(t.a, t.b, 100);  // the count form leaves a full mask
              }),
              Range(0, 64));
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  SetVectorMask<float>(5);
                  Exp<float, false>(t.a, t.b, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
              }),
              Range(0, 5));
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  Select(t.a, t.b.template ReinterpretCast<uint8_t>(), t.a, 1.0f,
                         SELMODE::VSEL_TENSOR_SCALAR_MODE, uint64_t(7), 1, Contiguous());
              }),
              Range(0, 7));
    EXPECT_EQ(Changed<float>([](const auto& t) {
                  SetMaskCount();
                  Select(t.a, t.b.template ReinterpretCast<uint8_t>(), t.a, 1.0f,
                         SELMODE::VSEL_TENSOR_SCALAR_MODE, 7u);
              }),
              Range(0, 64));
}

// The count form of an instruction with a scalar obeys isSetMask too: its count then means nothing.
TEST(MaskState, RulesTheCountFormOfScalarInstructions) {
    const std::vector<half> zeros(kElements, half(0.0f));
    const auto changed = [&](const std::function<void(const Tensors<half>&)>& call) {
        const auto result = RunOn<half>("Ascend910B1", zeros, zeros, zeros, call);
        return std::count_if(result.begin(), result.end(), [](half x) { return float(x) == 1.0f; });
    };
    EXPECT_EQ(changed([](const auto& t) {
                  SetMaskCount();
                  SetVectorMask<half, MaskMode::COUNTER>(300);
                  Adds<half, false>(t.d, t.d, half(1.0f), 1);
              }),
              300);
    EXPECT_EQ(changed([](const auto& t) {
                  SetVectorMask<half>(20);
                  Maxs<half, false>(t.d, t.d, half(1.0f), 1000);
              }),
              20);
}

TEST(Accumulation, OverRepeatsThatShareTheDestination) {
    const std::vector<float> a = Values<float>(kElements, 61);
    const std::vector<float> d = Values<float>(kElements, 62);
    const BinaryRepeatParams p{1, 1, 1, 0, 8, 0};
    const auto check = [&](const std::function<void(const Tensors<float>&)>& call,
                           double (*op)(double, double)) {
        const auto actual = RunOn<float>("Ascend910B1", d, a, a, call);
        for (size_t e = 0; e < 64; ++e) {
            float expected = d[e];
            for (size_t r = 0; r < 9; ++r) {
                expected = static_cast<float>(op(a[r * 64 + e], expected));
            }
            ASSERT_TRUE(Same(actual[e], expected, 0)) << e << " " << actual[e] << " expected " << expected;
        }
    };
    check([&](const auto& t) { Add(t.d, t.a, t.d, uint64_t(64), 9, p); },
          [](double x, double y) { return x + y; });
    check([&](const auto& t) { Sub(t.d, t.a, t.d, uint64_t(64), 9, p); },
          [](double x, double y) { return x - y; });
    check([&](const auto& t) { Mul(t.d, t.a, t.d, uint64_t(64), 9, p); },
          [](double x, double y) { return x * y; });
    check([&](const auto& t) { Max(t.d, t.a, t.d, uint64_t(64), 9, p); }, Larger);
    check([&](const auto& t) { Min(t.d, t.a, t.d, uint64_t(64), 9, p); }, Smaller);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
