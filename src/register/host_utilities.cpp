// Bodies of the small helpers that op_host code uses: names of types and formats, unknown shapes, common
// shape inference.
#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "graph/utils/type_utils.h"
#include "op_common/log/log.h"
#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_elewise_util.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/shape_util.h"

namespace ge {
namespace {

template <typename T>
struct Named {
    std::string_view name;
    T value;
};

constexpr Named<DataType> kDataTypes[] = {
#define ACLNN_CPU_ROW(name, number, size) {"DT_" #name, DT_##name},
    ACLNN_CPU_DATA_TYPES(ACLNN_CPU_ROW)
#undef ACLNN_CPU_ROW
};

constexpr Named<Format> kFormats[] = {
#define ACLNN_CPU_ROW(name, number) {#name, FORMAT_##name},
    ACLNN_CPU_FORMATS(ACLNN_CPU_ROW)
#undef ACLNN_CPU_ROW
};

template <typename T, size_t N>
std::string_view NameOf(const Named<T> (&rows)[N], T value, std::string_view unknown) {
    const auto row = std::ranges::find(rows, value, &Named<T>::value);
    return row != std::end(rows) ? row->name : unknown;
}

template <typename T, size_t N>
T ValueOf(const Named<T> (&rows)[N], std::string_view name, T unknown) {
    const auto row = std::ranges::find(rows, name, &Named<T>::name);
    return row != std::end(rows) ? row->value : unknown;
}

}  // namespace

std::string TypeUtils::DataTypeToSerialString(DataType data_type) {
    return std::string(NameOf(kDataTypes, data_type, "UNDEFINED"));
}
DataType TypeUtils::SerialStringToDataType(const std::string& text) {
    return ValueOf(kDataTypes, text, DT_UNDEFINED);
}

std::string TypeUtils::FormatToSerialString(Format format) {
    std::string text(NameOf(kFormats, static_cast<Format>(GetPrimaryFormat(format)), "RESERVED"));
    return HasSubFormat(format) ? text + ":" + std::to_string(GetSubFormat(format)) : text;
}
Format TypeUtils::SerialStringToFormat(const std::string& text) {
    return ValueOf(kFormats, text, FORMAT_RESERVED);
}

AscendString TypeUtils::DataTypeToAscendString(const DataType& data_type) {
    return DataTypeToSerialString(data_type).c_str();
}
DataType TypeUtils::AscendStringToDataType(const AscendString& text) {
    return SerialStringToDataType(text.GetString());
}
AscendString TypeUtils::FormatToAscendString(const Format& format) {
    return FormatToSerialString(format).c_str();
}
Format TypeUtils::AscendStringToFormat(const AscendString& text) {
    return SerialStringToFormat(text.GetString());
}

bool TypeUtils::GetDataTypeLength(DataType data_type, uint32_t& length) {
    const int size = GetSizeByDataType(data_type);
    if (size <= 0 || size >= kDataTypeSizeBitOffset) {
        return false;
    }
    length = static_cast<uint32_t>(size);
    return true;
}

}  // namespace ge

namespace Ops::Base {
namespace {

constexpr int64_t kUnknownDim = -1;
constexpr int64_t kUnknownRank = -2;

bool BroadcastDim(int64_t first, int64_t second, int64_t& out) {
    if (first == second || second == 1) {
        out = first;
        return true;
    }
    if (first == 1 || first == kUnknownDim) {
        out = second;
        return true;
    }
    out = first;
    return second == kUnknownDim;
}

}  // namespace

std::string ToString(ge::DataType type) { return ge::TypeUtils::DataTypeToSerialString(type); }
std::string ToString(ge::Format format) { return ge::TypeUtils::FormatToSerialString(format); }
std::string ToString(const gert::Shape& shape) {
    std::string text = "[";
    for (size_t i = 0; i < std::min(shape.GetDimNum(), gert::Shape::kMaxDimNum); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + "]";
}
std::string ToString(const std::vector<const gert::Shape*>& shapes) {
    std::string text;
    for (const gert::Shape* shape : shapes) {
        text += (text.empty() ? "" : ", ") + (shape != nullptr ? ToString(*shape) : std::string("nil"));
    }
    return text;
}

uint64_t LastPow2(uint64_t n) { return std::bit_floor(n); }

void SetUnknownRank(gert::Shape& shape) {
    shape.SetDimNum(0);
    shape.AppendDim(kUnknownRank);
}
bool IsUnknownRank(const gert::Shape& shape) { return shape.GetDimNum() == 1 && shape[0] == kUnknownRank; }
void SetUnknownShape(int64_t rank, gert::Shape& shape) {
    shape.SetDimNum(0);
    for (int64_t i = 0; i < rank; ++i) {
        shape.AppendDim(kUnknownDim);
    }
}
bool IsUnknownShape(const gert::Shape& shape) {
    for (size_t i = 0; i < std::min(shape.GetDimNum(), gert::Shape::kMaxDimNum); ++i) {
        if (shape[i] == kUnknownDim) {
            return true;
        }
    }
    return false;
}

ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context) {
    const gert::Shape* input = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, input);
    for (size_t i = 0; i < context->GetComputeNodeOutputNum(); ++i) {
        *context->GetOutputShape(i) = *input;
    }
    return ge::GRAPH_SUCCESS;
}

bool BroadcastShape(const gert::Shape* first, const gert::Shape* second, gert::Shape* out) {
    if (IsUnknownRank(*first) || IsUnknownRank(*second)) {
        SetUnknownRank(*out);
        return true;
    }
    const size_t first_rank = first->GetDimNum();
    const size_t second_rank = second->GetDimNum();
    const size_t rank = std::max(first_rank, second_rank);
    gert::Shape result;
    for (size_t i = 0; i < rank; ++i) {
        const int64_t a = i + first_rank < rank ? 1 : first->GetDim(i + first_rank - rank);
        const int64_t b = i + second_rank < rank ? 1 : second->GetDim(i + second_rank - rank);
        int64_t size = 0;
        if (!BroadcastDim(a, b, size)) {
            return false;
        }
        result.AppendDim(size);
    }
    *out = result;
    return true;
}

bool BroadcastShape(const std::vector<const gert::Shape*>& shapes, gert::Shape* out) {
    gert::Shape result;
    for (const gert::Shape* shape : shapes) {
        if (!BroadcastShape(&result, shape, &result)) {
            return false;
        }
    }
    *out = result;
    return true;
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context) {
    return InferShape4Broadcast(context, 2);
}
ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, size_t input_count) {
    std::vector<const gert::Shape*> shapes;
    for (size_t i = 0; i < input_count; ++i) {
        shapes.push_back(context->GetInputShape(i));
        OP_CHECK_NULL_WITH_CONTEXT(context, shapes.back());
    }
    gert::Shape* output = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, output);
    if (!BroadcastShape(shapes, output)) {
        OP_LOGE(context, "the shapes %s cannot be broadcast", ToString(shapes).c_str());
        return ge::GRAPH_FAILED;
    }
    return ge::GRAPH_SUCCESS;
}

}  // namespace Ops::Base
