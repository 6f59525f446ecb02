// Names of the language that aclnn-cpu does not have: using one is a compile error that says so. For kernel variants only.
#ifndef ACLNN_CPU_ASCENDC_OUT_OF_SCOPE_H
#define ACLNN_CPU_ASCENDC_OUT_OF_SCOPE_H

#define ACLNN_CPU_OUT_OF_SCOPE(name, part) static_assert(false, name ": " part " is not part of aclnn-cpu");

#define __VEC_SCOPE__ ACLNN_CPU_OUT_OF_SCOPE("__VEC_SCOPE__", "the register interface of Ascend950") if (true)
#define __simd_vf__ ACLNN_CPU_OUT_OF_SCOPE("__simd_vf__", "the register interface of Ascend950")
#define __simd_callee__ ACLNN_CPU_OUT_OF_SCOPE("__simd_callee__", "the register interface of Ascend950")
#define __simt_vf__ ACLNN_CPU_OUT_OF_SCOPE("__simt_vf__", "the thread interface of Ascend950")
#define __simt_callee__ ACLNN_CPU_OUT_OF_SCOPE("__simt_callee__", "the thread interface of Ascend950")
// A namespace of AscendC; the compiler's message names this.
#define MicroAPI MicroAPI_the_register_interface_of_Ascend950_is_not_part_of_aclnn_cpu

#endif
