// ge::DataType, ge::Format and what can be computed from their numbers.
#ifndef ACLNN_CPU_GRAPH_TYPES_H
#define ACLNN_CPU_GRAPH_TYPES_H

#include <cstdint>
#include <vector>

#include "graph/c_types.h"

namespace ge {

using char_t = char;
using float32_t = float;
using float64_t = double;

static const int64_t UNKNOWN_DIM = -1;
static const int64_t UNKNOWN_DIM_NUM = -2;
static const std::vector<int64_t> UNKNOWN_SHAPE = {-1};
static const std::vector<int64_t> UNKNOWN_RANK = {-2};

// Added to the number of bits to tell a size in bits from a size in bytes.
static constexpr int32_t kDataTypeSizeBitOffset = 1000;

#define ACLNN_CPU_ROW(name, number, size) DT_##name = number,
enum DataType : int32_t { ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW) DT_MAX = 43 };
#undef ACLNN_CPU_ROW

#define ACLNN_CPU_ROW(name, number) FORMAT_##name = number,
enum Format : int32_t { ACLNN_CPU_FORMATS(ACLNN_CPU_ROW) };
#undef ACLNN_CPU_ROW

// What the output shapes of an operator that runs on the AI CPU depend on.
enum UnknowShapeOpType {
    DEPEND_IN_SHAPE = 1,
    DEPEND_CONST_VALUE = 2,
    DEPEND_SHAPE_RANGE = 3,
    DEPEND_COMPUTE = 4,
};

// Bytes of one element; kDataTypeSizeBitOffset + bits for types smaller than a byte; -1 when there is no
// fixed size.
inline int GetSizeByDataType(DataType data_type) {
    switch (static_cast<int>(data_type)) {
#define ACLNN_CPU_ROW(name, number, size) \
    case number:                          \
        return size;
        ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW)
#undef ACLNN_CPU_ROW
        default:
            return -1;
    }
}

// Bytes of `element_count` elements, types smaller than a byte packed; -1 when that is not known or leaves
// int64.
inline int64_t GetSizeInBytes(int64_t element_count, DataType data_type) {
    const int size = GetSizeByDataType(data_type);
    int64_t bits = size >= kDataTypeSizeBitOffset ? size - kDataTypeSizeBitOffset : int64_t{size} * 8;
    if (element_count < 0 || size < 0 || __builtin_mul_overflow(bits, element_count, &bits)) {
        return -1;
    }
    return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

// A format word holds the format in bits 0 to 7, a sub-format in bits 8 to 23 and log2(C0) + 1 in bits 24
// to 27.
inline int32_t GetPrimaryFormat(int32_t format) { return format & 0xFF; }
inline int32_t GetSubFormat(int32_t format) { return (format >> 8) & 0xFFFF; }
inline bool HasSubFormat(int32_t format) { return GetSubFormat(format) != 0; }
inline int32_t GetC0Format(int32_t format) { return (format >> 24) & 0xF; }
inline bool HasC0Format(int32_t format) { return GetC0Format(format) != 0; }
inline int64_t GetC0Value(int32_t format) {
    return HasC0Format(format) ? int64_t{1} << (GetC0Format(format) - 1) : int64_t{-1};
}
inline int32_t GetFormatFromSubAndC0(int32_t primary_format, int32_t sub_format, int32_t c0_format) {
    return (primary_format & 0xFF) | ((sub_format & 0xFFFF) << 8) | ((c0_format & 0xF) << 24);
}
inline int32_t GetFormatFromSub(int32_t primary_format, int32_t sub_format) {
    return GetFormatFromSubAndC0(primary_format, sub_format, 0);
}
inline int32_t GetFormatFromC0(int32_t format, int32_t c0_format) {
    return (format & 0xFFFFFF) | ((c0_format & 0xF) << 24);
}

enum Placement { kPlacementHost = 0, kPlacementDevice = 1, kPlacementEnd };

}  // namespace ge

#endif
