// Element types, numbered as aclDataType and ge::DataType number them (the two agree on every type named
// here).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aclnn_cpu::base {

enum class DType : int32_t {
    kUndefined = -1,
    kFloat = 0,
    kFloat16 = 1,
    kInt8 = 2,
    kInt32 = 3,
    kUint8 = 4,
    kInt16 = 6,
    kUint16 = 7,
    kUint32 = 8,
    kInt64 = 9,
    kUint64 = 10,
    kDouble = 11,
    kBool = 12,
    kComplex64 = 16,
    kComplex128 = 17,
    kBFloat16 = 27,
    kInt4 = 29,  // of kernels only; two share a byte, so it has no row below
    kComplex32 = 33,
};

struct DTypeInfo {
    DType dtype;
    std::string_view name;  // "FLOAT16": the public spelling without its prefix
    uint32_t bytes;         // of one element
    bool real;              // a float, an integer of 8 to 64 bits, or bool: what l0op::Cast converts between
};

// The row of a type, or null when the number names no type we can hold in memory.
constexpr const DTypeInfo* FindDType(DType dtype);
constexpr size_t ElementBytes(DType dtype);         // 0 for an unknown type
constexpr std::string_view DTypeName(DType dtype);  // "UNKNOWN" for an unknown type
// Bytes that so many elements take, one after another; the last byte may be half used. 0 for an unknown type.
constexpr uint64_t BytesOf(DType dtype, uint64_t elements);

// ---- implementation

inline constexpr DTypeInfo kDTypes[] = {
    {DType::kFloat, "FLOAT", 4, true},
    {DType::kFloat16, "FLOAT16", 2, true},
    {DType::kInt8, "INT8", 1, true},
    {DType::kInt32, "INT32", 4, true},
    {DType::kUint8, "UINT8", 1, true},
    {DType::kInt16, "INT16", 2, true},
    {DType::kUint16, "UINT16", 2, true},
    {DType::kUint32, "UINT32", 4, true},
    {DType::kInt64, "INT64", 8, true},
    {DType::kUint64, "UINT64", 8, true},
    {DType::kDouble, "DOUBLE", 8, true},
    {DType::kBool, "BOOL", 1, true},
    {DType::kComplex64, "COMPLEX64", 8, false},
    {DType::kComplex128, "COMPLEX128", 16, false},
    {DType::kBFloat16, "BFLOAT16", 2, true},
    {DType::kComplex32, "COMPLEX32", 4, false},
};

constexpr const DTypeInfo* FindDType(DType dtype) {
    for (const DTypeInfo& info : kDTypes) {
        if (info.dtype == dtype) {
            return &info;
        }
    }
    return nullptr;
}

constexpr size_t ElementBytes(DType dtype) {
    const DTypeInfo* info = FindDType(dtype);
    return info != nullptr ? info->bytes : 0;
}

constexpr std::string_view DTypeName(DType dtype) {
    const DTypeInfo* info = FindDType(dtype);
    return info != nullptr ? info->name : dtype == DType::kInt4 ? "INT4" : "UNKNOWN";
}

constexpr uint64_t BytesOf(DType dtype, uint64_t elements) {
    return dtype == DType::kInt4 ? (elements + 1) / 2 : elements * ElementBytes(dtype);
}

}  // namespace aclnn_cpu::base
