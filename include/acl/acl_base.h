// Types and codes without functions on devices.
#ifndef ACLNN_CPU_ACL_BASE_H
#define ACLNN_CPU_ACL_BASE_H

#include "acl/acl_base_rt.h"
#include "acl/error_codes/rt_error_codes.h"

#endif
