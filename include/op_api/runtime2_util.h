// What older tiling code asks for besides its context.
#ifndef ACLNN_CPU_OP_API_RUNTIME2_UTIL_H
#define ACLNN_CPU_OP_API_RUNTIME2_UTIL_H

#include "log/log.h"
#include "platform/platform_infos_def.h"
#include "register/op_impl_registry.h"

namespace optiling {

template <typename T>
T* GetCompileInfoPtr(gert::TilingParseContext* context) {
    return context->GetCompiledInfo<T>();
}

}  // namespace optiling

#endif
