#include "opdev/data_type_utils.h"

#include <array>
#include <string>
#include <string_view>

namespace op {
namespace {

// Names and sizes, and beside them the numbers, in the order of the public table.
struct TypeRow {
    std::string_view name;
    int size;  // bytes; 1000 + bits below a byte; -1 for no fixed size
};
#define ACLNN_CPU_ROW(name, number, size) {#name, size},
constexpr TypeRow kRowsInOrder[] = {ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW)};
#undef ACLNN_CPU_ROW
#define ACLNN_CPU_ROW(name, number, size) number,
constexpr int kNumbersInOrder[] = {ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW)};
#undef ACLNN_CPU_ROW

constexpr size_t kRows = std::size(kRowsInOrder);

const TypeRow* RowOf(DataType type) {
    for (size_t i = 0; i < kRows; ++i) {
        if (kNumbersInOrder[i] == static_cast<int>(type)) {
            return &kRowsInOrder[i];
        }
    }
    return nullptr;
}

// Programs call it BFLOAT16.
std::string_view NameOf(DataType type) {
    const TypeRow* row = RowOf(type);
    return row == nullptr ? "UNKNOWN" : type == DataType::DT_BF16 ? "BFLOAT16" : row->name;
}

bool IsFloatBelow16Bits(DataType type) {
    return type >= DataType::DT_HIFLOAT8 && type <= DataType::DT_FLOAT4_E1M2;
}

// ---- promotion

constexpr DataType u1 = DataType::DT_UINT8, i1 = DataType::DT_INT8, i2 = DataType::DT_INT16,
                   i4 = DataType::DT_INT32, i8 = DataType::DT_INT64, f2 = DataType::DT_FLOAT16,
                   f4 = DataType::DT_FLOAT, f8 = DataType::DT_DOUBLE, c2 = DataType::DT_COMPLEX32,
                   c4 = DataType::DT_COMPLEX64, c8 = DataType::DT_COMPLEX128, b1 = DataType::DT_BOOL,
                   bf = DataType::DT_BF16;

constexpr DataType kPromoted[] = {f4, f2, i1, i4, u1, i2, i8, f8, b1, c2, c4, c8, bf};
constexpr size_t kPromotedCount = std::size(kPromoted);

// Row: first type, column: second, in the order above.
constexpr DataType kPromotion[kPromotedCount][kPromotedCount] = {
    {f4, f4, f4, f4, f4, f4, f4, f8, f4, c4, c4, c8, f4},  // f4
    {f4, f2, f2, f2, f2, f2, f2, f8, f2, c2, c4, c8, f4},  // f2
    {f4, f2, i1, i4, i2, i2, i8, f8, i1, c2, c4, c8, bf},  // i1
    {f4, f2, i4, i4, i4, i4, i8, f8, i4, c2, c4, c8, bf},  // i4
    {f4, f2, i2, i4, u1, i2, i8, f8, u1, c2, c4, c8, bf},  // u1
    {f4, f2, i2, i4, i2, i2, i8, f8, i2, c2, c4, c8, bf},  // i2
    {f4, f2, i8, i8, i8, i8, i8, f8, i8, c2, c4, c8, bf},  // i8
    {f8, f8, f8, f8, f8, f8, f8, f8, f8, c8, c8, c8, f8},  // f8
    {f4, f2, i1, i4, u1, i2, i8, f8, b1, c2, c4, c8, bf},  // b1
    {c4, c2, c2, c2, c2, c2, c2, c8, c2, c2, c4, c8, c4},  // c2
    {c4, c4, c4, c4, c4, c4, c4, c8, c4, c4, c4, c8, c4},  // c4
    {c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8},  // c8
    {f4, f4, bf, bf, bf, bf, bf, f8, bf, c4, c4, c8, bf},  // bf
};

size_t PromotedIndex(DataType type) {
    size_t index = 0;
    while (index < kPromotedCount && kPromoted[index] != type) {
        ++index;
    }
    return index;
}

DataType PromoteUnsigned(DataType type_a, DataType type_b) {
    if (type_b == c8 || (type_b == c4 && type_a == DataType::DT_UINT64)) {
        return c8;
    }
    return type_b == c4 ? c4 : DataType::DT_UNDEFINED;
}

}  // namespace

DataType PromoteType(DataType type_a, DataType type_b) {
    const int a = static_cast<int>(type_a);
    const int b = static_cast<int>(type_b);
    const int count = static_cast<int>(DataType::DT_MAX);
    if (a < 0 || b < 0 || a >= count || b >= count) {
        return DataType::DT_UNDEFINED;
    }
    if (a == b) {
        return type_a;
    }
    if (type_a >= DataType::DT_HIFLOAT8 || type_b >= DataType::DT_HIFLOAT8) {
        return f4;  // as the public table has it, whatever the other type is
    }
    if (type_a == DataType::DT_UINT16 || type_a == DataType::DT_UINT32 || type_a == DataType::DT_UINT64) {
        return PromoteUnsigned(type_a, type_b);
    }
    const size_t row = PromotedIndex(type_a);
    const size_t column = PromotedIndex(type_b);
    return row < kPromotedCount && column < kPromotedCount ? kPromotion[row][column] : DataType::DT_UNDEFINED;
}

bool IsComplexType(DataType type) { return type == c2 || type == c4 || type == c8; }

bool IsFloatingType(DataType type) {
    return type == f8 || type == f4 || type == f2 || type == bf || IsFloatBelow16Bits(type);
}

bool IsIntegralType(DataType type) {
    return CheckType(type,
                     {i1, i2, i4, i8, u1, DataType::DT_UINT16, DataType::DT_UINT32, DataType::DT_UINT64});
}
bool IsIntegralType(DataType type, bool include_bool) {
    return IsIntegralType(type) || (include_bool && type == b1);
}

bool IsBasicType(DataType type) {
    return IsIntegralType(type) || CheckType(type, {f8, f4, f2, bf, c4, c8}) ||
           (type >= DataType::DT_QINT8 && type <= DataType::DT_QUINT16);
}
bool IsNumberType(DataType type) { return IsBasicType(type); }
bool IsRealNumberType(DataType type) { return IsIntegralType(type) || IsFloatingType(type); }

bool CanCast(DataType from, DataType to) {
    const bool loses_imaginary = IsComplexType(from) && !IsComplexType(to);
    const bool loses_fraction = IsFloatingType(from) && IsIntegralType(to);
    const bool loses_value = from != b1 && to == b1;
    return !loses_imaginary && !loses_fraction && !loses_value;
}

size_t TypeSize(DataType type) {
    constexpr size_t kUnknownSize = 16;
    const TypeRow* row = RowOf(type);
    return row == nullptr || row->size <= 0 ? kUnknownSize : static_cast<size_t>(row->size);
}

int64_t CalcShapeBytes(int64_t element_count, DataType type, bool ceil) {
    if (element_count < 0) {
        return -1;
    }
    const auto size = static_cast<int64_t>(TypeSize(type));
    if (size < int64_t{kDataTypeSizeBitOffset}) {
        return element_count * size;
    }
    const int64_t bits = element_count * (size - int64_t{kDataTypeSizeBitOffset});
    return ceil ? (bits + 7) / 8 : bits / 8;
}

DataType ToDataType(const std::string& name) {
    std::string upper;
    for (const char letter : name) {
        upper += static_cast<char>(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
    }
    const std::string_view plain = std::string_view(upper).substr(upper.starts_with("DT_") ? 3 : 0);
    for (size_t i = 0; i < kRows; ++i) {
        const auto type = static_cast<DataType>(kNumbersInOrder[i]);
        if (kRowsInOrder[i].name == plain || NameOf(type) == plain) {
            return type;
        }
    }
    return DataType::DT_UNDEFINED;
}

ge::AscendString ToString(DataType type) {
    const std::string_view name = NameOf(type);
    return ge::AscendString(name.data(), name.size());
}

namespace {

template <typename List>
ge::AscendString ListText(const List& types) {
    std::string text = "[";
    for (const DataType type : types) {
        text.append(NameOf(type)).append(",");
    }
    return ge::AscendString((text + "]").c_str());
}

}  // namespace

ge::AscendString ToString(const std::initializer_list<DataType>& types) { return ListText(types); }
ge::AscendString ToString(const std::vector<DataType>& types) { return ListText(types); }

}  // namespace op
