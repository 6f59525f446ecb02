// Scalars of every type: what they convert to, and what overflows.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "aclnn/acl_meta.h"
#include "base/error_log.h"
#include "nnopbase/objects.h"

namespace aclnn_cpu::nnopbase {
namespace {

struct Scalar {
    aclScalar* made;
    template <typename T>
    Scalar(T value, aclDataType type) : made(aclCreateScalar(&value, type)) {}
    ~Scalar() { aclDestroyScalar(made); }
    Scalar(const Scalar&) = delete;
    Scalar& operator=(const Scalar&) = delete;
    const aclScalar* operator->() const { return made; }
};

// The value 5 as a scalar of the type.
const std::pair<aclDataType, uint64_t> kFives[] = {
    {ACL_FLOAT, 0x40A00000}, {ACL_FLOAT16, 0x4500}, {ACL_BF16, 0x40A0}, {ACL_DOUBLE, 0x4014000000000000},
    {ACL_INT8, 5},           {ACL_INT16, 5},        {ACL_INT32, 5},     {ACL_INT64, 5},
    {ACL_UINT8, 5},          {ACL_UINT16, 5},       {ACL_UINT32, 5},    {ACL_UINT64, 5},
};

TEST(Scalars, OfEveryRealTypeConvertToEveryType) {
    for (const auto& [type, bits] : kFives) {
        SCOPED_TRACE(static_cast<int>(type));
        const Scalar five(bits, type);
        EXPECT_EQ(five->GetDataType(), static_cast<op::DataType>(type));
        EXPECT_EQ(five->Size(), aclDataTypeSize(type));
        EXPECT_EQ(five->ToFloat(), 5.0f);
        EXPECT_EQ(five->ToDouble(), 5.0);
        EXPECT_EQ(five->ToInt8(), 5);
        EXPECT_EQ(five->ToInt16(), 5);
        EXPECT_EQ(five->ToInt32(), 5);
        EXPECT_EQ(five->ToInt64(), 5);
        EXPECT_EQ(five->ToUint8(), 5);
        EXPECT_EQ(five->ToUint16(), 5);
        EXPECT_EQ(five->ToUint32(), 5u);
        EXPECT_EQ(five->ToUint64(), 5u);
        EXPECT_EQ(five->ToFp16().bits(), 0x4500);
        EXPECT_EQ(five->ToBf16().bits(), 0x40A0);
        EXPECT_TRUE(five->ToBool());
        EXPECT_EQ(five->ToComplex64(), std::complex<float>(5));
        EXPECT_EQ(five->ToComplex128(), std::complex<double>(5));
        const Scalar zero(uint64_t{0}, type);
        EXPECT_FALSE(zero->ToBool());
    }
    EXPECT_EQ(Scalar(true, ACL_BOOL)->ToFloat(), 1.0f);
    EXPECT_EQ(Scalar(true, ACL_BOOL)->ToInt64(), 1);
}

TEST(Scalars, FloatsAreTrueFromTheirEpsilonOn) {
    EXPECT_FALSE(Scalar(1.0e-7f, ACL_FLOAT)->ToBool());
    EXPECT_TRUE(Scalar(-1.2e-7f, ACL_FLOAT)->ToBool());
    EXPECT_TRUE(Scalar(1.0e-7, ACL_DOUBLE)->ToBool());
    EXPECT_FALSE(Scalar(2.0e-16, ACL_DOUBLE)->ToBool());
}

TEST(Scalars, OfComplexTypesHaveNoRealValue) {
    const Scalar wide(std::complex<double>(1.5, -2), ACL_COMPLEX128);
    const Scalar narrow(std::complex<float>(1.5f, -2), ACL_COMPLEX64);
    for (const Scalar* number : {&wide, &narrow}) {
        EXPECT_EQ((*number)->ToComplex64(), std::complex<float>(1.5f, -2));
        EXPECT_EQ((*number)->ToComplex128(), std::complex<double>(1.5, -2));
        EXPECT_EQ((*number)->ToFloat(), 0.0f);
        EXPECT_EQ((*number)->ToInt32(), 0);
        EXPECT_FALSE((*number)->ToBool());
    }
    base::TakeRecentErrors();
}

TEST(CheckOverflows, ComparesIntegersWithTheLimits) {
    EXPECT_FALSE(Scalar(int64_t{127}, ACL_INT64)->CheckOverflows<int8_t>());
    EXPECT_TRUE(Scalar(int64_t{128}, ACL_INT64)->CheckOverflows<int8_t>());
    EXPECT_FALSE(Scalar(int64_t{-128}, ACL_INT64)->CheckOverflows<int8_t>());
    EXPECT_TRUE(Scalar(int64_t{-129}, ACL_INT64)->CheckOverflows<int8_t>());
    // Negative ones may wrap around in an unsigned type.
    EXPECT_FALSE(Scalar(int32_t{-255}, ACL_INT32)->CheckOverflows<uint8_t>());
    EXPECT_TRUE(Scalar(int32_t{-256}, ACL_INT32)->CheckOverflows<uint8_t>());
    EXPECT_TRUE(Scalar(int32_t{256}, ACL_INT32)->CheckOverflows<uint8_t>());
    EXPECT_FALSE(Scalar(int64_t{65504}, ACL_INT64)->CheckOverflows<op::fp16_t>());
    EXPECT_TRUE(Scalar(int64_t{65505}, ACL_INT64)->CheckOverflows<op::fp16_t>());
    EXPECT_FALSE(Scalar(UINT64_MAX, ACL_UINT64)->CheckOverflows<float>());
    EXPECT_TRUE(Scalar(UINT64_MAX, ACL_UINT64)->CheckOverflows<int64_t>());
    EXPECT_FALSE(Scalar(int64_t{7}, ACL_INT64)->CheckOverflows<std::complex<float>>());
}

TEST(CheckOverflows, ComparesFloatsWithTheLimits) {
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(Scalar(65504.0f, ACL_FLOAT)->CheckOverflows<op::fp16_t>());
    EXPECT_TRUE(Scalar(65505.0f, ACL_FLOAT)->CheckOverflows<op::fp16_t>());
    EXPECT_FALSE(Scalar(3.38e38f, ACL_FLOAT)->CheckOverflows<op::bfloat16>());
    EXPECT_TRUE(Scalar(1e39, ACL_DOUBLE)->CheckOverflows<float>());
    EXPECT_FALSE(Scalar(infinity, ACL_FLOAT)->CheckOverflows<op::fp16_t>());
    EXPECT_TRUE(Scalar(infinity, ACL_FLOAT)->CheckOverflows<int64_t>());
    EXPECT_FALSE(Scalar(std::nanf(""), ACL_FLOAT)->CheckOverflows<double>());
    EXPECT_TRUE(Scalar(std::nanf(""), ACL_FLOAT)->CheckOverflows<int32_t>());
    EXPECT_TRUE(Scalar(-1.0f, ACL_FLOAT)->CheckOverflows<uint8_t>()) << "only integers wrap around";
    EXPECT_FALSE(Scalar(true, ACL_BOOL)->CheckOverflows<int8_t>());
}

TEST(CheckOverflows, AComplexNumberNeedsAComplexType) {
    const Scalar imaginary(std::complex<float>(1, 2), ACL_COMPLEX64),
        real(std::complex<float>(1, 0), ACL_COMPLEX64);
    EXPECT_TRUE(imaginary->CheckOverflows<double>());
    EXPECT_FALSE(real->CheckOverflows<double>());
    EXPECT_FALSE(imaginary->CheckOverflows<std::complex<double>>());
    EXPECT_TRUE(Scalar(std::complex<double>(0, 1e39), ACL_COMPLEX128)->CheckOverflows<std::complex<float>>());
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
