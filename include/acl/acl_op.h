// Programs include this name through acl/acl.h. The old single-operator interface (aclop...) is not offered.
#ifndef ACLNN_CPU_ACL_OP_H
#define ACLNN_CPU_ACL_OP_H

#include "acl/acl_base.h"

#endif
