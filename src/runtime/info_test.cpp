#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

TEST(Info, VersionAndRunMode) {
    int32_t major = 0;
    int32_t minor = 0;
    int32_t patch = -1;
    ASSERT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
    EXPECT_EQ(major, 1);
    EXPECT_EQ(minor, 17);
    EXPECT_EQ(patch, 0);
    EXPECT_EQ(aclrtGetVersion(&major, nullptr, &patch), ACL_ERROR_INVALID_PARAM);
    aclrtRunMode mode = ACL_DEVICE;
    ASSERT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_HOST);
    EXPECT_EQ(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(Info, SocNameIsTheLongOne) {
    EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
    {
        const ScopedSetting soc("soc", "ascend310b", "Ascend910B1");
        EXPECT_STREQ(aclrtGetSocName(), "Ascend310B1");
    }
    const ScopedSetting soc("soc", "Ascend12345", "Ascend910B1");
    aclGetRecentErrMsg();
    EXPECT_EQ(aclrtGetSocName(), nullptr);
    EXPECT_THAT(RecentMessage(), testing::HasSubstr("Ascend12345"));
}

TEST(Info, DataTypeSizes) {
    EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4u);
    EXPECT_EQ(aclDataTypeSize(ACL_FLOAT16), 2u);
    EXPECT_EQ(aclDataTypeSize(ACL_BF16), 2u);
    EXPECT_EQ(aclDataTypeSize(ACL_INT8), 1u);
    EXPECT_EQ(aclDataTypeSize(ACL_BOOL), 1u);
    EXPECT_EQ(aclDataTypeSize(ACL_DOUBLE), 8u);
    EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16u);
    EXPECT_EQ(aclDataTypeSize(ACL_INT4), 1u);
    EXPECT_EQ(aclDataTypeSize(ACL_STRING), 0u);
    EXPECT_EQ(aclDataTypeSize(ACL_DT_UNDEFINED), 0u);
    EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(5)), 0u);
}

TEST(HostHalf, ExponentThirtyOneIsAnOrdinaryExponent) {
    EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0f);
    EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0f);
    EXPECT_EQ(aclFloat16ToFloat(0xFC00), -65536.0f);
    EXPECT_EQ(aclFloat16ToFloat(0x7BFF), 65504.0f);
    EXPECT_EQ(aclFloat16ToFloat(0x3C01), 1.0009765625f);
    EXPECT_EQ(aclFloat16ToFloat(0x0001), std::ldexp(1.0f, -24));
    EXPECT_TRUE(std::signbit(aclFloat16ToFloat(0x8000)));
}

TEST(HostHalf, RoundsToEvenAndSaturates) {
    EXPECT_EQ(aclFloatToFloat16(1.0f + 0x1p-11f), 0x3C00);
    EXPECT_EQ(aclFloatToFloat16(1.0f + 3 * 0x1p-11f), 0x3C02);
    EXPECT_EQ(aclFloatToFloat16(65519.0f), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(65520.0f), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-1e30f), 0xFBFF);
    EXPECT_EQ(aclFloatToFloat16(std::numeric_limits<float>::infinity()), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(std::numeric_limits<float>::quiet_NaN()), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-0.0f), 0x8000);
}

TEST(HostHalf, EveryFiniteHalfComesBack) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7C00u) != 0x7C00u) {
            ASSERT_EQ(aclFloatToFloat16(aclFloat16ToFloat(static_cast<uint16_t>(bits))), bits);
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::runtime
