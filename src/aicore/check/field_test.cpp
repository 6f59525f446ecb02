// The fields of parameter structures work like the integers that they stand for, and remember what was lost.
// What plain integers do, too: x *= 5 narrows, and sanitizers make the compiler say so.
#pragma GCC diagnostic ignored "-Wconversion"

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// The same statements on an integer and on a field of its type.
template <typename T, typename Body>
void ExpectAlike(const Body& body) {
    for (const int64_t start : {int64_t(0), int64_t(1), int64_t(200), int64_t(255), int64_t(65535)}) {
        auto number = static_cast<T>(start);
        aicore::Field<T> field{static_cast<T>(start)};
        const int64_t of_number = body(number);
        EXPECT_EQ(int64_t(body(field)), of_number) << start;
        EXPECT_EQ(T(field), number) << start;
    }
}
template <typename Body>
void ExpectAlikeInAllWidths(const Body& body) {
    ExpectAlike<uint8_t>(body);
    ExpectAlike<uint16_t>(body);
    ExpectAlike<uint32_t>(body);
}

TEST(Field, WorksLikeItsInteger) {
    const uint32_t wide = 70000;
    ExpectAlikeInAllWidths([&](auto& x) { return x = static_cast<std::decay_t<decltype(+x)>>(7), x + 1; });
    ExpectAlikeInAllWidths([](auto& x) { return x++ * 2; });
    ExpectAlikeInAllWidths([](auto& x) { return ++x * 3; });
    ExpectAlikeInAllWidths([](auto& x) { return x-- - 1; });
    ExpectAlikeInAllWidths([](auto& x) { return --x == 0 ? 5 : 6; });
    ExpectAlikeInAllWidths([](auto& x) { return (x += 3) > 100; });
    ExpectAlikeInAllWidths([](auto& x) { return (x -= 3) % 7; });
    ExpectAlikeInAllWidths([](auto& x) { return (x *= 5) / 2; });
    ExpectAlikeInAllWidths([](auto& x) { return (x /= 2) << 3; });
    ExpectAlikeInAllWidths([](auto& x) { return (x %= 9) | 64; });
    ExpectAlikeInAllWidths([](auto& x) { return (x &= 15) ^ 1; });
    ExpectAlikeInAllWidths([](auto& x) { return (x |= 8) & 12; });
    ExpectAlikeInAllWidths([](auto& x) { return (x ^= 3) >> 1; });
    ExpectAlikeInAllWidths([](auto& x) { return (x <<= 1) + 0; });
    ExpectAlikeInAllWidths([](auto& x) { return (x >>= 1) + 0; });
    ExpectAlikeInAllWidths([&](auto& x) { return (wide > 7 ? x : 5) + (wide < 7 ? 5 : x); });
    ExpectAlikeInAllWidths([](auto& x) { return x && !x; });
    ExpectAlikeInAllWidths([](auto& x) {
        switch (x) {
            case 200:
                return 1;
            default:
                return 2;
        }
    });
}

TEST(Field, CutsWhatItIsGivenAndRemembersIt) {
    aicore::Field<uint16_t> field;
    EXPECT_EQ(field.given(), 0);
    field = 65537;
    EXPECT_EQ(uint16_t(field), 1);
    EXPECT_EQ(field.given(), 65537);
    EXPECT_NE(field.LostBits(), 0u);
    const aicore::Field<uint8_t> narrower(field);
    EXPECT_EQ(uint8_t(narrower), 1);
    EXPECT_EQ(narrower.given(), 65537);
    field = field + 1;  // of what the field holds
    EXPECT_EQ(field.given(), 2);
    EXPECT_EQ(field.LostBits(), 0u);
    field = -1;
    EXPECT_EQ(uint16_t(field), 65535);
    EXPECT_EQ(field.given(), -1);
    EXPECT_NE(field.LostBits(), 0u);
    field = 65535u;
    EXPECT_EQ(field.LostBits(), 0u);
}

enum Plain : uint32_t { kThree = 3 };

TEST(Field, TakesNumbersOfAllKindsInConstructorsAndAssignments) {
    const uint32_t u = 5;
    const int64_t i = 6;
    const bool flag = true;
    const DataCopyParams params{u, i, kThree, flag};
    EXPECT_EQ(params.blockCount, 5);
    EXPECT_EQ(params.blockLen, 6);
    EXPECT_EQ(params.srcGap, 3);
    EXPECT_EQ(params.dstGap, 1);
    const DataCopyExtParams ext{params.blockCount, params.blockLen * 32u, u * 2, 0, 0};
    EXPECT_EQ(ext.blockCount, 5);
    EXPECT_EQ(ext.blockLen, 192u);
    EXPECT_EQ(ext.srcStride, 10u);
    EXPECT_EQ(static_cast<Plain>(params.srcStride), kThree);
    DataCopyParams copy = params;
    copy.dstStride = params.blockLen;
    EXPECT_EQ(copy.dstGap, 6);
    copy = {1, 2, 3, 4};
    EXPECT_EQ(copy.dstStride, 4);
    constexpr TransDataTo5HDParams kConstant(false, false, 300, 16, 16);
    static_assert(kConstant.repeatTimes == 44 && kConstant.repeatTimes.given() == 300);
}

TEST(Field, PrintsAsItsInteger) {
    testing::internal::CaptureStdout();
    ExpectRuns(RunKernel([] {
        const DataCopyParams params{1, 40000, 65537, 0};
        AscendC::printf("%u %d\n", params.blockLen, params.srcStride);
    }));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "40000 1\n");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
