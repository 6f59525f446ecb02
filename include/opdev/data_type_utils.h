// Questions about element types: kinds, promotion, casts.
#ifndef ACLNN_CPU_OPDEV_DATA_TYPE_UTILS_H
#define ACLNN_CPU_OPDEV_DATA_TYPE_UTILS_H

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "opdev/common_types.h"

namespace op {

constexpr uint32_t kDataTypeSizeBitOffset = 1000;

inline bool CheckType(const DataType dtype, const std::initializer_list<DataType>& valid_types) {
    return std::find(valid_types.begin(), valid_types.end(), dtype) != valid_types.end();
}
inline bool CheckType(const DataType dtype, const std::vector<DataType>& valid_types) {
    return std::find(valid_types.begin(), valid_types.end(), dtype) != valid_types.end();
}

ACLNN_CPU_PUBLIC bool IsComplexType(DataType type);
ACLNN_CPU_PUBLIC bool IsFloatingType(DataType type);  // of any width, complex excluded
ACLNN_CPU_PUBLIC bool IsIntegralType(DataType type);  // bool excluded
ACLNN_CPU_PUBLIC bool IsIntegralType(DataType type, bool include_bool);
ACLNN_CPU_PUBLIC bool IsBasicType(DataType type);
ACLNN_CPU_PUBLIC bool IsNumberType(DataType type);
ACLNN_CPU_PUBLIC bool IsRealNumberType(DataType type);

// Whether a value may be cast: not complex to real, not floating to integral, not anything but bool to bool.
ACLNN_CPU_PUBLIC bool CanCast(DataType from, DataType to);

// The type that holds values of both, or DT_UNDEFINED. Symmetric except that an unsigned 16, 32 or 64-bit
// type promotes with COMPLEX64 and COMPLEX128 only as the first argument.
ACLNN_CPU_PUBLIC DataType PromoteType(DataType type_a, DataType type_b);

// Bytes that `element_count` elements take; types below a byte round down, or up with `ceil`. -1 for a
// negative count.
ACLNN_CPU_PUBLIC int64_t CalcShapeBytes(int64_t element_count, DataType dataType, bool ceil = false);

// DT_UNDEFINED for a name that is none. "FLOAT", "DT_FLOAT" and "float" all name FLOAT.
ACLNN_CPU_PUBLIC DataType ToDataType(const std::string& name);
inline DataType ToOpDataType(aclDataType type) {
    return type == ACL_DT_UNDEFINED ? DataType::DT_UNDEFINED : static_cast<DataType>(type);
}
inline aclDataType ToAclDataType(DataType type) {
    return type == DataType::DT_UNDEFINED ? ACL_DT_UNDEFINED : static_cast<aclDataType>(type);
}

// "[FLOAT,FLOAT16,]"
ACLNN_CPU_PUBLIC ge::AscendString ToString(const std::initializer_list<DataType>& types);
ACLNN_CPU_PUBLIC ge::AscendString ToString(const std::vector<DataType>& types);

}  // namespace op

#endif
