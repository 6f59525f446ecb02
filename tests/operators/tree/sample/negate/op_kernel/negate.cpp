#include "kernel_operator.h"
#include "negate_tiling_data.h"

extern "C" __global__ __aicore__ void negate(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(SampleTilingData);
    GET_TILING_DATA(data, tiling);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 4096);
    AscendC::LocalTensor<DTYPE_X> tile = buffer.Get<DTYPE_X>();
    AscendC::GlobalTensor<DTYPE_X> from;
    AscendC::GlobalTensor<DTYPE_X> to;
    from.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X*>(x), data.count);
    to.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_X*>(y), data.count);
    const AscendC::DataCopyExtParams params{1, static_cast<uint32_t>(data.count * sizeof(DTYPE_X)), 0, 0, 0};
    AscendC::DataCopyPad(tile, from, params, AscendC::DataCopyPadExtParams<DTYPE_X>{false, 0, 0, 0});
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::Muls(tile, tile, DTYPE_X(-1), data.count);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopyPad(to, tile, params);
}
