#ifndef SCALE_H
#define SCALE_H

#include "kernel_operator.h"
#include "scale_tiling_data.h"

template <typename T, uint32_t mode>
class Kernel {
 public:
    __aicore__ inline void Run(GM_ADDR x, GM_ADDR y, const ScaleTilingData& data) {
        AscendC::TPipe pipe;
        AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
        pipe.InitBuffer(buffer, 4096);
        AscendC::LocalTensor<T> tile = buffer.Get<T>();
        AscendC::GlobalTensor<T> from;
        AscendC::GlobalTensor<T> to;
        from.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), data.count);
        to.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y), data.count);
        const AscendC::DataCopyExtParams params{1, static_cast<uint32_t>(data.count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(tile, from, params, AscendC::DataCopyPadExtParams<T>{false, 0, 0, 0});
        AscendC::PipeBarrier<PIPE_ALL>();
        if constexpr (mode == 7) {
            AscendC::Add(tile, tile, tile, data.count);
        } else {
            AscendC::Muls(tile, tile, static_cast<T>(data.factor), data.count);
        }
        AscendC::PipeBarrier<PIPE_ALL>();
        AscendC::DataCopyPad(to, tile, params);
    }
};

#endif
