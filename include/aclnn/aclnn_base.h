// What every aclnn function's header includes.
#ifndef ACLNN_CPU_ACLNN_ACLNN_BASE_H
#define ACLNN_CPU_ACLNN_ACLNN_BASE_H

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

// Optional: everything is set up on first use. `configPath` may be null; a JSON file is read as aclInit reads
// it.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);
// Optional. Warns of executors that were made and never run, with the function that made them and their
// number.
#ifdef __cplusplus
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize();
#else
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
