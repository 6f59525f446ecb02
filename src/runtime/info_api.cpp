// Versions, names and sizes; the host's half floats.
#include <cmath>

#include "ascendc/float16.h"
#include "platform/soc.h"
#include "runtime/c_api.h"

using namespace aclnn_cpu;           // NOLINT: exported functions live in no namespace
using namespace aclnn_cpu::runtime;  // NOLINT

namespace {

constexpr uint16_t kLargestHalf = 0x7BFF;  // 65504

struct TypeSize {
    aclDataType type;
    size_t bytes;
};

constexpr TypeSize kTypeSizes[] = {
    {ACL_FLOAT, 4},         {ACL_FLOAT16, 2},     {ACL_INT8, 1},        {ACL_INT32, 4},
    {ACL_UINT8, 1},         {ACL_INT16, 2},       {ACL_UINT16, 2},      {ACL_UINT32, 4},
    {ACL_INT64, 8},         {ACL_UINT64, 8},      {ACL_DOUBLE, 8},      {ACL_BOOL, 1},
    {ACL_COMPLEX64, 8},     {ACL_COMPLEX128, 16}, {ACL_BF16, 2},        {ACL_INT4, 1},
    {ACL_UINT1, 1},         {ACL_COMPLEX32, 4},   {ACL_HIFLOAT8, 1},    {ACL_FLOAT8_E5M2, 1},
    {ACL_FLOAT8_E4M3FN, 1}, {ACL_FLOAT8_E8M0, 1}, {ACL_FLOAT6_E3M2, 1}, {ACL_FLOAT6_E2M3, 1},
    {ACL_FLOAT4_E2M1, 1},   {ACL_FLOAT4_E1M2, 1},
};

}  // namespace

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "majorVersion", majorVersion));
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "minorVersion", minorVersion));
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "patchVersion", patchVersion));
        *majorVersion = ACL_MAJOR_VERSION;
        *minorVersion = ACL_MINOR_VERSION;
        *patchVersion = ACL_PATCH_VERSION;
        return base::Status::Ok();
    });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
    return Exported(__func__, [&, function = __func__] {
        ACLNN_CPU_RETURN_IF_ERROR(RequireNotNull(function, "runMode", runMode));
        *runMode = ACL_HOST;
        return base::Status::Ok();
    });
}

const char* aclrtGetSocName(void) {
    const platform::Soc* soc = nullptr;
    Exported(__func__, [&soc] { return platform::CurrentSoc(&soc); });
    return soc != nullptr ? soc->name.data() : nullptr;  // rows of the table are string literals
}

size_t aclDataTypeSize(aclDataType dataType) {
    for (const TypeSize& row : kTypeSizes) {
        if (row.type == dataType) {
            return row.bytes;
        }
    }
    return 0;
}

float aclFloat16ToFloat(aclFloat16 value) {
    const uint32_t exponent = (value >> 10) & 0x1Fu;
    if (exponent != 0x1F) {
        return aclnn_cpu_float16::HalfBitsToFloat(value);
    }
    const float magnitude = std::ldexp(static_cast<float>(0x400u | (value & 0x3FFu)), 31 - 15 - 10);
    return (value & 0x8000u) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
    const uint16_t bits = aclnn_cpu_float16::FloatToHalfBits(value);
    const bool finite = (bits & 0x7C00u) != 0x7C00u;
    return finite ? bits : static_cast<uint16_t>((bits & 0x8000u) | kLargestHalf);
}
