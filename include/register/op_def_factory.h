#ifndef ACLNN_CPU_REGISTER_OP_DEF_FACTORY_H
#define ACLNN_CPU_REGISTER_OP_DEF_FACTORY_H

#include "aclnn_cpu/abi.h"
#include "aclnn_cpu/export.h"
#include "register/op_def.h"

namespace ops {

using OpDefFuncPtr = OpDef (*)(const char* name);

class ACLNN_CPU_PUBLIC OpDefFactory {
 public:
    // Registers a definition for the calling library; `creator` runs when the definition is first asked for.
    // Returns 0.
    static int OpDefRegister(const char* name, OpDefFuncPtr creator,
                             const void* library = ACLNN_CPU_THIS_LIBRARY,
                             const char* abi_tag = ACLNN_CPU_ABI_TAG);
};

}  // namespace ops

#endif
