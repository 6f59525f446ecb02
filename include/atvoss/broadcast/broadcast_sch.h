#ifndef ACLNN_CPU_ATVOSS_BROADCAST_BROADCAST_SCH_H
#define ACLNN_CPU_ATVOSS_BROADCAST_BROADCAST_SCH_H

#error "out of scope of aclnn-cpu: the atvoss operator templates (Ascend950 register interface)"

#endif
