// ge::TypeUtils: names of element types ("DT_FLOAT16") and formats ("NCHW").
#ifndef ACLNN_CPU_GRAPH_UTILS_TYPE_UTILS_H
#define ACLNN_CPU_GRAPH_UTILS_TYPE_UTILS_H

#include <cstdint>
#include <string>

#include "aclnn_cpu/export.h"
#include "graph/ascend_string.h"
#include "graph/types.h"

namespace ge {

class ACLNN_CPU_PUBLIC TypeUtils {
 public:
    // "UNDEFINED" for a number that names no type.
    static std::string DataTypeToSerialString(DataType data_type);
    static DataType SerialStringToDataType(const std::string& text);  // DT_UNDEFINED when unknown
    // Of the primary format; a sub-format follows as ":n". "RESERVED" for a number that names no format.
    static std::string FormatToSerialString(Format format);
    static Format SerialStringToFormat(const std::string& text);  // FORMAT_RESERVED when unknown
    static AscendString DataTypeToAscendString(const DataType& data_type);
    static DataType AscendStringToDataType(const AscendString& text);
    static AscendString FormatToAscendString(const Format& format);
    static Format AscendStringToFormat(const AscendString& text);

    // Bytes of one element. False, and `length` unchanged, for a type without a size in whole bytes.
    static bool GetDataTypeLength(DataType data_type, uint32_t& length);
};

}  // namespace ge

#endif
