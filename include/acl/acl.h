// Everything a host program needs to use the device.
#ifndef ACLNN_CPU_ACL_ACL_H
#define ACLNN_CPU_ACL_ACL_H

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"

#endif
