// How an operator library marks the functions it exports.
#ifndef ACLNN_CPU_ACLNN_UTIL_H
#define ACLNN_CPU_ACLNN_UTIL_H

#ifndef ACLNN_API
#define ACLNN_API __attribute__((visibility("default")))
#endif

#endif
