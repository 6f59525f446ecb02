// Comparisons whose count fills no whole repeat: the chip leaves the rest out without a word.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// Written tensors of 512 bytes, and room for the bits of their elements.
template <typename T>
struct Compared {
    Compared() {
        pipe.InitBuffer(values, 512);
        pipe.InitBuffer(bits, 64);
        x = values.Get<T>();
        mask = bits.Get<uint8_t>();
        Duplicate(x, T(1.0f), 512 / sizeof(T));
        Duplicate(bits.Get<int32_t>(), int32_t(0), 16);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> values;
    TBuf<> bits;
    LocalTensor<T> x;
    LocalTensor<uint8_t> mask;
};

TEST(CheckCompared, ReportsElementsThatNoRepeatHoldsInStrictMode) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Compared<float> tile;
        CompareScalar(tile.mask, tile.x, 0.5f, CMPMODE::GT, mended ? 128 : 100);
    };
    const std::string problem =
        ": 100 elements are 400 bytes, expected a multiple of 256 on Ascend910B1: the last 36 elements are "
        "not "
        "compared, and their bits stay as they were; round the count up to a multiple of 64, with tensors "
        "that "
        "hold so many, and leave the results of the rest alone";
    ExpectFoundByStrict(line, kernel,
                        "507035 TestOp: block 0: CompareScalar(dst VECCALC uint8_t at byte 512, src VECCALC "
                        "float at byte 0, scalar 0.5, GT, count 100) at +3" +
                            problem);
}

// Of each function that compares, and of both widths: what of the report differs.
TEST(CheckCompared, SaysHowManyElementsAreLeftOut) {
    const auto rest = [](const Kernel& kernel) {
        const std::string report = Report(0, Mode::kStrict, kernel);
        const size_t at = report.find("the last ");
        return at == std::string::npos ? report : report.substr(at, report.find(" elements", at) - at);
    };
    EXPECT_EQ(rest([] {
                  Compared<float> tile;
                  Compare(tile.mask, tile.x, tile.x, CMPMODE::EQ, 63);
              }),
              "the last 63");
    EXPECT_EQ(rest([] {
                  Compared<half> tile;
                  Compares(tile.mask, tile.x, half(1), CMPMODE::NE, 192);
              }),
              "the last 64");
    EXPECT_EQ(rest([] {
                  Compared<half> tile;
                  Compare(tile.mask, tile.x, tile.x, CMPMODE::EQ, 256);
              }),
              "");
    EXPECT_EQ(rest([] {
                  Compared<float> tile;
                  Compares(tile.mask, tile.x, 1.0f, CMPMODE::EQ, 0);
              }),
              "");
}

// What the chip lacks, it lacks whatever the count.
TEST(CheckCompared, LeaveTypesAndModesThatTheChipLacksToTheirOwnReport) {
    const auto problem = [](const Kernel& kernel) {
        const std::string report = Report(0, Mode::kStrict, kernel);
        EXPECT_EQ(report, Report(0, Mode::kOn, kernel));
        const size_t at = report.find("Ascend910B1 ");
        return at == std::string::npos ? report : report.substr(at, report.find(';') - at);
    };
    EXPECT_EQ(problem([] {
                  Compared<float> tile;
                  const LocalTensor<int8_t> x = tile.x.ReinterpretCast<int8_t>();
                  Compare(tile.mask, x, x, CMPMODE::EQ, 100);
              }),
              "Ascend910B1 has no Compare on int8_t, it takes half, int32_t, float");
    EXPECT_EQ(problem([] {
                  Compared<float> tile;
                  const LocalTensor<int4b_t> x = tile.x.ReinterpretCast<int4b_t>();
                  Compare(tile.mask, x, x, CMPMODE::EQ, 100);
              }),
              "Ascend910B1 has no Compare on int4b_t, it takes half, int32_t, float");
    EXPECT_EQ(problem([] {
                  Compared<float> tile;
                  const LocalTensor<int32_t> x = tile.x.ReinterpretCast<int32_t>();
                  Compare(tile.mask, x, x, CMPMODE::GT, 100);
              }),
              "Ascend910B1 compares int32_t with EQ only, found GT");
    // And what it has is reported as before.
    EXPECT_NE(Report(0, Mode::kStrict,
                     [] {
                         Compared<float> tile;
                         const LocalTensor<int32_t> x = tile.x.ReinterpretCast<int32_t>();
                         Compare(tile.mask, x, x, CMPMODE::EQ, 100);
                     })
                  .find("the last 36 elements are not compared"),
              std::string::npos);
}

// With a mask, and on chips that obey it, nothing is left out that was not meant to be.
TEST(CheckCompared, AreSilentWhereNothingIsLeftOut) {
    EXPECT_EQ(Report(0, Mode::kStrict,
                     [] {
                         Compared<float> tile;
                         Compares(tile.mask, tile.x, 1.0f, CMPMODE::EQ, uint64_t(36), 2, {1, 1, 8, 8});
                     }),
              "");
    EXPECT_EQ(Report(0, Mode::kStrict,
                     [] {
                         Compared<float> tile;
                         Compares(tile.mask, tile.x, 1.0f, CMPMODE::EQ, 100);
                     },
                     {.soc = "Ascend310B1"}),
              "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
