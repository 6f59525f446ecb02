// Marks, in public headers, what one of our shared libraries offers to programs and operators.
#ifndef ACLNN_CPU_EXPORT_H
#define ACLNN_CPU_EXPORT_H

#define ACLNN_CPU_PUBLIC __attribute__((visibility("default")))

#endif
