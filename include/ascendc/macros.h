// Qualifiers and macros of kernel source. Most say nothing to a CPU compiler.
#ifndef ACLNN_CPU_ASCENDC_MACROS_H
#define ACLNN_CPU_ASCENDC_MACROS_H

#include <cstdint>

#include "ascendc/emulator.h"
#include "ascendc/kernel_type.h"

#define __aicore__
#define __global__
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __local_mem__
#define __inout_pipe__(pipe)
#define LAUNCH_BOUND(threads)

#define GM_ADDR uint8_t*

#define ASSERT(condition)                                                           \
    do {                                                                            \
        if (!(condition)) {                                                         \
            ::aclnn_cpu::aicore::AssertionFailed(#condition, {__FILE__, __LINE__}); \
        }                                                                           \
    } while (false)

#define ENABLE_PRINTF()
#define ENABLE_PRINTF_DUMP_SIZE(bytes)

// Numbers of data types, for #if.
#define DT_FLOAT 0
#define DT_FLOAT16 1
#define DT_INT8 2
#define DT_INT32 3
#define DT_UINT8 4
#define DT_INT16 6
#define DT_UINT16 7
#define DT_UINT32 8
#define DT_INT64 9
#define DT_UINT64 10
#define DT_DOUBLE 11
#define DT_BOOL 12
#define DT_COMPLEX64 16
#define DT_BF16 27
#define DT_INT4 29
#define DT_UINT1 30
#define DT_INT2 31
#define DT_COMPLEX32 33
#define DT_HIFLOAT8 34
#define DT_FLOAT8_E5M2 35
#define DT_FLOAT8_E4M3FN 36

// Numbers of formats, likewise.
#define FORMAT_NCHW 0
#define FORMAT_NHWC 1
#define FORMAT_ND 2
#define FORMAT_NC1HWC0 3
#define FORMAT_FRACTAL_Z 4
#define FORMAT_NDHWC 27
#define FORMAT_FRACTAL_NZ 29
#define FORMAT_NCDHW 30
#define FORMAT_NDC1HWC0 32

// Of kernels, also where the compiler has a type of that name.
#define __bf16 bfloat16_t

using float32_t = float;
using float16_t = half;

#endif
