// For variant_test.cpp: a kernel that is no template and asks for its key at run time.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void keys_kernel(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    auto* out = reinterpret_cast<uint32_t*>(z);
    if (TILING_KEY_IS(10)) {
        KERNEL_TASK_TYPE(10, KERNEL_TYPE_AIV_ONLY);
        out[0] = 1;
    } else if (TILING_KEY_IS(4000000007UL)) {
        out[0] = 2;
    }
    if (TILING_KEY_IS(10)) {
        out[1] = 10;
    } else {
        out[1] = 20;
    }
}
