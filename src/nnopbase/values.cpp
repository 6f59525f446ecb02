// Single values: conversion between element types, scalars, and the values of host tensors.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "ascendc/float16.h"
#include "nnopbase/messages.h"
#include "nnopbase/objects.h"
#include "opdev/data_type_utils.h"
#include "opdev/op_errno.h"
#include "opdev/op_log.h"

namespace aclnn_cpu::nnopbase {
namespace {

template <typename T>
T FromFloating(double value) {
    if constexpr (std::is_same_v<T, bool> || !std::is_integral_v<T>) {
        return static_cast<T>(value);
    } else {
        constexpr T lowest = std::numeric_limits<T>::min();
        constexpr T highest = std::numeric_limits<T>::max();
        if (std::isnan(value)) {
            return 0;
        }
        // The bound rounds up to a power of two for 64-bit types, hence "at least".
        return value >= static_cast<double>(highest)  ? highest
               : value <= static_cast<double>(lowest) ? lowest
                                                      : static_cast<T>(value);
    }
}

// A real value on its way from one type to another: integers keep all their bits.
struct RealValue {
    enum { kFloating, kSigned, kUnsigned } kind;
    union {
        double floating;
        int64_t signed_integer;
        uint64_t unsigned_integer;
    };
    // A float that an integer type cannot hold becomes the nearest one it can; NaN becomes 0.
    template <typename T>
    T As() const {
        switch (kind) {
            case kFloating:
                return FromFloating<T>(floating);
            case kSigned:
                return static_cast<T>(signed_integer);
            default:
                return static_cast<T>(unsigned_integer);
        }
    }
};

template <typename T>
T Load(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
}
template <typename T>
void Store(void* to, T value) {
    std::memcpy(to, &value, sizeof(value));
}

std::optional<RealValue> LoadReal(const void* from, base::DType type) {
    RealValue value{};
    const auto floating = [&value](double v) { value.kind = RealValue::kFloating, value.floating = v; };
    const auto integer = [&value](int64_t v) { value.kind = RealValue::kSigned, value.signed_integer = v; };
    switch (type) {
        case base::DType::kFloat:
            floating(Load<float>(from));
            break;
        case base::DType::kDouble:
            floating(Load<double>(from));
            break;
        case base::DType::kFloat16:
            floating(Load<half>(from));
            break;
        case base::DType::kBFloat16:
            floating(Load<bfloat16_t>(from));
            break;
        case base::DType::kInt8:
            integer(Load<int8_t>(from));
            break;
        case base::DType::kInt16:
            integer(Load<int16_t>(from));
            break;
        case base::DType::kInt32:
            integer(Load<int32_t>(from));
            break;
        case base::DType::kInt64:
            integer(Load<int64_t>(from));
            break;
        case base::DType::kUint8:
            integer(Load<uint8_t>(from));
            break;
        case base::DType::kUint16:
            integer(Load<uint16_t>(from));
            break;
        case base::DType::kUint32:
            integer(Load<uint32_t>(from));
            break;
        case base::DType::kBool:
            integer(Load<uint8_t>(from) != 0);
            break;
        case base::DType::kUint64:
            value.kind = RealValue::kUnsigned;
            value.unsigned_integer = Load<uint64_t>(from);
            break;
        default:
            return std::nullopt;
    }
    return value;
}

}  // namespace

namespace {

std::optional<std::complex<double>> LoadComplex(const void* from, base::DType type) {
    switch (type) {
        case base::DType::kComplex128:
            return Load<std::complex<double>>(from);
        case base::DType::kComplex64:
            return std::complex<double>(Load<std::complex<float>>(from));
        case base::DType::kComplex32: {
            const auto parts = Load<std::array<half, 2>>(from);
            return std::complex<double>(parts[0], parts[1]);
        }
        default: {
            const std::optional<RealValue> real = LoadReal(from, type);
            return real ? std::optional<std::complex<double>>(real->As<double>()) : std::nullopt;
        }
    }
}

bool StoreComplex(std::complex<double> value, void* to, base::DType type) {
    switch (type) {
        case base::DType::kComplex128:
            Store(to, value);
            return true;
        case base::DType::kComplex64:
            Store(to, std::complex<float>(value));
            return true;
        case base::DType::kComplex32:
            Store(to,
                  std::array{half(static_cast<float>(value.real())), half(static_cast<float>(value.imag()))});
            return true;
        default:
            return false;
    }
}

}  // namespace

bool ConvertValue(const void* from, base::DType from_type, void* to, base::DType to_type) {
    if (op::IsComplexType(static_cast<op::DataType>(to_type))) {
        const std::optional<std::complex<double>> value = LoadComplex(from, from_type);
        return value && StoreComplex(*value, to, to_type);
    }
    const std::optional<RealValue> value = LoadReal(from, from_type);
    if (!value) {
        return false;
    }
    switch (to_type) {
        case base::DType::kFloat:
            Store(to, value->As<float>());
            return true;
        case base::DType::kDouble:
            Store(to, value->As<double>());
            return true;
        case base::DType::kFloat16:
            Store(to, half(value->As<float>()));
            return true;
        case base::DType::kBFloat16:
            Store(to, bfloat16_t(value->As<float>()));
            return true;
        case base::DType::kInt8:
            Store(to, value->As<int8_t>());
            return true;
        case base::DType::kInt16:
            Store(to, value->As<int16_t>());
            return true;
        case base::DType::kInt32:
            Store(to, value->As<int32_t>());
            return true;
        case base::DType::kInt64:
            Store(to, value->As<int64_t>());
            return true;
        case base::DType::kUint8:
            Store(to, value->As<uint8_t>());
            return true;
        case base::DType::kUint16:
            Store(to, value->As<uint16_t>());
            return true;
        case base::DType::kUint32:
            Store(to, value->As<uint32_t>());
            return true;
        case base::DType::kUint64:
            Store(to, value->As<uint64_t>());
            return true;
        case base::DType::kBool:
            Store(to, value->As<bool>());
            return true;
        default:
            return false;
    }
}

}  // namespace aclnn_cpu::nnopbase

using aclnn_cpu::base::DType;
using aclnn_cpu::nnopbase::ConvertValue;
using aclnn_cpu::nnopbase::ToDType;

uint64_t aclScalar::Size() const { return aclnn_cpu::base::ElementBytes(ToDType(data_type_)); }

std::complex<double> aclScalar::ToComplex128() const {
    std::complex<double> value;
    ConvertValue(bytes_, ToDType(data_type_), &value, DType::kComplex128);
    return value;
}

namespace {

// The scalar as a real type; 0 for a complex number.
template <typename T>
T RealOf(const aclScalar& scalar, DType type) {
    T value{};
    if (!ConvertValue(scalar.GetData(), ToDType(scalar.GetDataType()), &value, type)) {
        OP_LOGW("a scalar of type %s has no real value, 0 is used",
                op::ToString(scalar.GetDataType()).GetString());
    }
    return value;
}

template <typename T>
bool FloatOverflows(T value, const op::internal::NumberLimits& limits) {
    if (!std::isfinite(value)) {
        return !limits.is_floating;
    }
    return value < static_cast<T>(limits.lowest) || value > static_cast<T>(limits.highest);
}

bool IntegerOverflows(double value, const op::internal::NumberLimits& limits) {
    const double lowest = limits.is_signed ? limits.lowest : -limits.highest;
    return !limits.is_complex && (value < lowest || value > limits.highest);
}

template <typename T>
bool ComplexOverflows(std::complex<T> value, const op::internal::NumberLimits& limits) {
    const bool loses_part = !limits.is_complex && std::abs(value.imag()) >= std::numeric_limits<T>::epsilon();
    return loses_part || FloatOverflows(value.real(), limits) || FloatOverflows(value.imag(), limits);
}

}  // namespace

double aclScalar::ToDouble() const { return RealOf<double>(*this, DType::kDouble); }
int64_t aclScalar::ToInt64() const { return RealOf<int64_t>(*this, DType::kInt64); }
uint64_t aclScalar::ToUint64() const { return RealOf<uint64_t>(*this, DType::kUint64); }

bool aclScalar::ToBool() const {
    if (!op::IsFloatingType(data_type_)) {
        return RealOf<bool>(*this, DType::kBool);
    }
    const double smallest = data_type_ == op::DataType::DT_DOUBLE
                                ? std::numeric_limits<double>::epsilon()
                                : static_cast<double>(std::numeric_limits<float>::epsilon());
    return std::fabs(ToDouble()) >= smallest;
}

bool aclScalar::Overflows(const op::internal::NumberLimits& limits) const {
    switch (data_type_) {
        case op::DataType::DT_BOOL:
            return false;
        case op::DataType::DT_DOUBLE:
            return FloatOverflows(ToDouble(), limits);
        case op::DataType::DT_FLOAT:
        case op::DataType::DT_FLOAT16:
        case op::DataType::DT_BF16:
            return FloatOverflows(ToFloat(), limits);
        case op::DataType::DT_COMPLEX64:
            return ComplexOverflows(ToComplex64(), limits);
        case op::DataType::DT_COMPLEX128:
            return ComplexOverflows(ToComplex128(), limits);
        default:
            return !op::IsIntegralType(data_type_) || IntegerOverflows(ToDouble(), limits);
    }
}

void aclTensor::SetHostValues(const void* values, op::DataType from, int64_t first, uint64_t count,
                              op::DataType to) {
    const DType from_type = ToDType(from);
    const DType to_type = ToDType(to);
    const size_t from_bytes = aclnn_cpu::base::ElementBytes(from_type);
    const size_t to_bytes = aclnn_cpu::base::ElementBytes(to_type);
    const uint64_t room = to_bytes == 0 ? 0 : storage_->host_bytes / to_bytes;
    if (storage_->host == nullptr || first < 0 || count > room ||
        static_cast<uint64_t>(first) > room - count) {
        OP_LOGE(ACLNN_ERR_INNER, "SetData writes values %ld to %ld of a host tensor that holds %lu", first,
                first + static_cast<int64_t>(count) - 1, room);
        return;
    }
    data_type_ = to;
    unsigned char* target = storage_->host.get() + static_cast<size_t>(first) * to_bytes;
    const auto* source = static_cast<const unsigned char*>(values);
    for (uint64_t i = 0; i < count; ++i) {
        if (!ConvertValue(source + i * from_bytes, from_type, target + i * to_bytes, to_type)) {
            OP_LOGE(ACLNN_ERR_INNER, "SetData cannot convert type %d to type %d", static_cast<int>(from),
                    static_cast<int>(to));
            return;
        }
    }
}
