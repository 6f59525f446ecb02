#ifndef ACLNN_CPU_OPDEV_FORMAT_UTILS_H
#define ACLNN_CPU_OPDEV_FORMAT_UTILS_H

#include <string>

#include "acl/acl_base.h"
#include "opdev/common_types.h"

namespace op {

// Whether a format reorders elements in memory (FRACTAL_NZ, NC1HWC0, ...).
ACLNN_CPU_PUBLIC bool IsPrivateFormat(Format format);
ACLNN_CPU_PUBLIC ge::AscendString ToString(Format format);  // "ND", "NCHW", ...
ACLNN_CPU_PUBLIC Format ToFormat(const std::string& name);  // FORMAT_MAX for a name that is none

inline Format GetPrimaryFormat(Format format) {
    return static_cast<Format>(ge::GetPrimaryFormat(static_cast<int32_t>(format)));
}
inline Format ToOpFormat(aclFormat format) {
    return format == ACL_FORMAT_UNDEFINED ? Format::FORMAT_MAX : static_cast<Format>(format);
}
// ACL_FORMAT_UNDEFINED for a format that programs cannot name.
ACLNN_CPU_PUBLIC aclFormat ToAclFormat(Format format);

}  // namespace op

#endif
