// y[i] = scales[i] * xs[picks[i]][0] + bias, for tests: a list of tensors, values, a scalar and a list of scalars.
#include "kernel_operator.h"
#include "kernel_operator_list_tensor_intf.h"
#include "tiling_data.h"

extern "C" __global__ __aicore__ void pick(GM_ADDR xs, GM_ADDR picks, GM_ADDR bias, GM_ADDR scales, GM_ADDR y,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(PickTilingData, data, tiling);
    AscendC::ListTensorDesc list((__gm__ void*)xs);
    AscendC::GlobalTensor<float> to;
    to.SetGlobalBuffer((__gm__ float*)y, data.count);
    for (uint32_t i = 0; i < data.count; ++i) {
        const int64_t index = ((__gm__ int64_t*)picks)[i];
        AscendC::GlobalTensor<float> from;
        from.SetGlobalBuffer(list.GetDataPtr<float>(static_cast<uint32_t>(index)), 1);
        to.SetValue(i, ((__gm__ float*)scales)[i] * from.GetValue(0) + ((__gm__ float*)bias)[0]);
    }
}
