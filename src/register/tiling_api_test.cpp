// The temporary-buffer sizes that tiling functions ask for. Numbers follow the tiling sections of the public API
// reference: with n elements of s bytes most functions need k max(n s, 256) bytes at best and 256 k at least.
#include "tiling/tiling_api.h"
#include "tiling/math/log_tiling.h"

#include <gtest/gtest.h>

#include <utility>

namespace aclnn_cpu::register_tests {
namespace {

using Sizes = std::pair<uint32_t, uint32_t>;  // most, least; or count, extra

template <typename Function>
Sizes SizesOf(Function function, const ge::Shape& shape, uint32_t type_size, bool reuse = false) {
    Sizes sizes{77, 77};
    function(shape, type_size, reuse, sizes.first, sizes.second);
    return sizes;
}

template <typename Function>
Sizes FactorsOf(Function function, uint32_t type_size) {
    Sizes sizes{77, 77};
    function(type_size, sizes.first, sizes.second);
    return sizes;
}

TEST(TilingApi, GivesTemporarySizesOfMathematics) {
    const ge::Shape thousand({10, 100});
    const ge::Shape few({7});
    EXPECT_EQ(SizesOf(AscendC::GetTanhMaxMinTmpSize, thousand, 2), Sizes(8000, 1024));
    EXPECT_EQ(SizesOf(AscendC::GetTanhMaxMinTmpSize, few, 4), Sizes(256, 256));
    EXPECT_EQ(SizesOf(AscendC::GetErfcMaxMinTmpSize, thousand, 4), Sizes(28000, 1792));
    EXPECT_EQ(SizesOf(AscendC::GetSinMaxMinTmpSize, thousand, 4, false), Sizes(12000, 768));
    EXPECT_EQ(SizesOf(AscendC::GetSinMaxMinTmpSize, thousand, 4, true), Sizes(8000, 512));
    EXPECT_EQ(SizesOf(AscendC::GetFloorMaxMinTmpSize, thousand, 4), Sizes(0, 0));
    EXPECT_EQ(SizesOf(AscendC::GetLog2MaxMinTmpSize, few, 2), Sizes(256, 256));
    EXPECT_EQ(SizesOf(AscendC::GetSigmoidMaxMinTmpSize, thousand, 2), Sizes(2000, 256));
    EXPECT_EQ(SizesOf(AscendC::GetSiluTmpSize, thousand, 2), Sizes(0, 0));
    EXPECT_EQ(SizesOf(AscendC::GetClampMaxMinTmpSize, thousand, 2), Sizes(1000, 128));
    EXPECT_EQ(SizesOf(AscendC::GetExpMaxMinTmpSize, thousand, 4, true), Sizes(8000, 512));
    EXPECT_EQ(SizesOf(AscendC::GetXorMaxMinTmpSize, thousand, 2), Sizes(2000, 256));
    EXPECT_EQ(FactorsOf(AscendC::GetTanhTmpBufferFactorSize, 2), Sizes(4, 0));
    EXPECT_EQ(FactorsOf(AscendC::GetExpTmpBufferFactorSize, 2), Sizes(8, 0));
    EXPECT_EQ(FactorsOf(AscendC::GetExpTmpBufferFactorSize, 4), Sizes(3, 0));
    EXPECT_EQ(FactorsOf(AscendC::GetClampTmpBufferFactorSize, 4), Sizes(1, 0));
    EXPECT_EQ(AscendC::GetGeluMaxTmpSize(thousand, 2), 12000u);
    EXPECT_EQ(AscendC::GetGeluMinTmpSize(thousand, 2), 768u);
    Sizes swiglu{77, 77};
    AscendC::GetSwiGLUMaxMinTmpSize(thousand, 2, swiglu.first, swiglu.second, false);
    EXPECT_EQ(swiglu, Sizes(12000, 1536));
    uint32_t most = 77;
    uint32_t least = 77;
    EXPECT_FALSE(AscendC::GetExpMaxMinTmpSize(ge::Shape(), 4, false, most, least));
    AscendC::GetTanhMaxMinTmpSize(ge::Shape({4, -1}), 4, false, most, least);
    EXPECT_EQ(Sizes(most, least), Sizes(77, 77)) << "sizes of no elements";
}

TEST(TilingApi, GivesTemporarySizesThatDependOnTheChip) {
    const ge::Shape thousand({1000});
    const ge::Shape scalar({1});
    const auto power = [](const ge::Shape& base, const ge::Shape& exponent, bool integer,
                          uint32_t type_size) {
        Sizes sizes{77, 77};
        AscendC::GetPowerMaxMinTmpSize(base, exponent, integer, type_size, false, sizes.first, sizes.second);
        return sizes;
    };
    EXPECT_EQ(power(thousand, thousand, false, 4), Sizes(16256, 1280));
    EXPECT_EQ(power(thousand, scalar, false, 4), Sizes(20256, 1536));
    EXPECT_EQ(power(scalar, thousand, false, 2), Sizes(28256, 2048));
    EXPECT_EQ(power(thousand, thousand, true, 4), Sizes(24000, 1536));
    Sizes factors{77, 77};
    AscendC::GetPowerTmpBufferFactorSize(true, false, false, 4, factors.first, factors.second);
    EXPECT_EQ(factors, Sizes(5, 256));
    for (const auto& [soc, expected] :
         {std::pair("Ascend910B1", Sizes(0, 0)), std::pair("Ascend310P3", Sizes(4000, 256))}) {
        const auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance(soc);
        ASSERT_NE(platform, nullptr) << soc;
        Sizes sizes{77, 77};
        AscendC::GetRoundMaxMinTmpSize(*platform, thousand, 4, false, sizes.first, sizes.second);
        EXPECT_EQ(sizes, expected) << soc;
    }
}

TEST(Shape, CountsItsElements) {
    EXPECT_EQ(ge::Shape({3, 4, 5}).GetShapeSize(), 60);
    EXPECT_EQ(ge::Shape({3, 0, 5}).GetShapeSize(), 0);
    EXPECT_EQ(ge::Shape().GetShapeSize(), 0);
    EXPECT_EQ(ge::Shape({3, -1}).GetShapeSize(), -1);
    EXPECT_EQ(ge::Shape({int64_t(1) << 40, int64_t(1) << 40}).GetShapeSize(), 0) << "beyond int64_t";
    EXPECT_EQ(ge::Shape({-2}).GetDimNum(), 0u) << "of unknown rank";
    ge::Shape shape({3, 4});
    EXPECT_EQ(shape.SetDim(1, 9), ge::GRAPH_SUCCESS);
    EXPECT_EQ(shape.SetDim(2, 9), ge::GRAPH_FAILED);
    EXPECT_EQ(shape.GetDims(), (std::vector<int64_t>{3, 9}));
    EXPECT_EQ(shape.GetDim(2), 0);
}

}  // namespace
}  // namespace aclnn_cpu::register_tests
