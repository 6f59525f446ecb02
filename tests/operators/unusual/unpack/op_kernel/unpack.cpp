#include "../inc/bytes_of.h"
#include "kernel_operator.h"

/* extern "C" __global__ __aicore__ void unpack(GM_ADDR x) {
       if constexpr (TILING_KEY_IS(7)) {} // of an earlier version
   } */

// Not the operator's: that has the file's name.
extern "C" __global__ __aicore__ void unpack_clear(GM_ADDR, GM_ADDR, GM_ADDR) {}

extern "C" __global__ __aicore__ void unpack(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    const uint32_t count = data.part.count;
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> packed;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(packed, 1024);
    pipe.InitBuffer(buffer, 4096);
    AscendC::LocalTensor<int8_t> bytes = packed.Get<int8_t>();
    AscendC::LocalTensor<DTYPE_Y> tile = buffer.Get<DTYPE_Y>();
    AscendC::GlobalTensor<int8_t> from;
    AscendC::GlobalTensor<DTYPE_Y> to;
    from.SetGlobalBuffer(reinterpret_cast<__gm__ int8_t*>(x), BytesOfPacked(count));
    to.SetGlobalBuffer(reinterpret_cast<__gm__ DTYPE_Y*>(y), count);
    AscendC::DataCopyPad(bytes, from, AscendC::DataCopyExtParams{1, BytesOfPacked(count), 0, 0, 0},
                         AscendC::DataCopyPadExtParams<int8_t>{false, 0, 0, 0});
    AscendC::PipeBarrier<PIPE_ALL>();
#if ORIG_DTYPE_X == DT_INT4
    AscendC::Cast(tile, bytes.ReinterpretCast<DTYPE_X>(), AscendC::RoundMode::CAST_NONE, count);
#endif
    AscendC::PipeBarrier<PIPE_V>();
    AscendC::Adds(tile, tile, static_cast<DTYPE_Y>(data.added), static_cast<int32_t>(count));
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopyPad(to, tile, AscendC::DataCopyExtParams{1, count * 2, 0, 0, 0});
}
