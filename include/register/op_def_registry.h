// OP_ADD(X): registers the definition that class X (derived from ops::OpDef) makes.
#ifndef ACLNN_CPU_REGISTER_OP_DEF_REGISTRY_H
#define ACLNN_CPU_REGISTER_OP_DEF_REGISTRY_H

#include "register/op_def.h"
#include "register/op_def_factory.h"

#define OP_ADD(op_type, ...)                                                            \
    static const int VAR_UNUSED g_##op_type##_added = ops::OpDefFactory::OpDefRegister( \
        #op_type, [](const char* name) -> ops::OpDef { return op_type(name); })

#endif
