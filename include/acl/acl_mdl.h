// Programs include this name through acl/acl.h. Offline models (aclmdl...) are not offered.
#ifndef ACLNN_CPU_ACL_MDL_H
#define ACLNN_CPU_ACL_MDL_H

#include "acl/acl_base.h"

#endif
