#ifndef ACLNN_CPU_OP_HOST_TILING_UTIL_H
#define ACLNN_CPU_OP_HOST_TILING_UTIL_H

#include <set>

#include "exe_graph/runtime/shape.h"
#include "log/log.h"
#include "platform/platform_ascendc.h"
#include "platform/soc_spec.h"
#include "register/op_impl_registry.h"

namespace Ops {
namespace NN {
namespace OpTiling {

// A scalar becomes {1}; any other shape is itself.
inline const gert::Shape& EnsureNotScalar(const gert::Shape& shape) {
    static const gert::Shape one = {1};
    return shape.IsScalar() ? one : shape;
}

// Whether the chip has register-based vector instructions.
template <typename Context>
bool IsRegbaseSocVersion(const Context* context) {
    const NpuArch arch = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch();
    return arch == NpuArch::DAV_3510 || arch == NpuArch::DAV_5102;
}

}  // namespace OpTiling
}  // namespace NN
}  // namespace Ops

#endif
