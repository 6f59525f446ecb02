#ifndef ACLNN_CPU_OP_API_ACLNN_UTIL_H
#define ACLNN_CPU_OP_API_ACLNN_UTIL_H

#include "opdev/platform.h"

#ifndef ACLNN_API
#define ACLNN_API __attribute__((visibility("default")))
#endif

namespace Ops {
namespace NN {
namespace AclnnUtil {

using namespace op;

// Whether a chip's vector unit computes in registers.
inline bool IsRegbase(NpuArch npuArch) { return npuArch == NpuArch::DAV_3510; }
inline bool IsRegbase() { return IsRegbase(GetCurrentPlatformInfo().GetCurNpuArch()); }

}  // namespace AclnnUtil
}  // namespace NN
}  // namespace Ops

#endif
