#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"

// z[0] = the number of the package that has the operator.
extern "C" aclnnStatus aclnnVendorGetWorkspaceSize(const aclTensor* z, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
extern "C" aclnnStatus aclnnVendor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);
