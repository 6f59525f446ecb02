#ifndef ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_SCH_WITH_SCALAR_H
#define ACLNN_CPU_ATVOSS_ELEWISE_ELEWISE_SCH_WITH_SCALAR_H

#error "out of scope of aclnn-cpu: the atvoss operator templates (Ascend950 register interface)"

#endif
