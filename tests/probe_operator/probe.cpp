// A kernel for tests of the aicore engine: block 0 copies x to z; other blocks do as they are told.
#include "kernel_operator.h"
#include "probe_tiling_data.h"

extern "C" __global__ __aicore__ void probe(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(ProbeTilingData, data, tiling);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> buffer;
    if (data.mode == ProbeMode::kExceedMemory && AscendC::GetBlockIdx() == 1) {
        pipe.InitBuffer(buffer, 1u << 20);
        return;
    }
    if (data.mode == ProbeMode::kWriteOutOfBounds && AscendC::GetBlockIdx() == 1) {
        pipe.InitBuffer(buffer, 256);
        AscendC::Duplicate(buffer.Get<float>(), 1.0f, 1 << 16);
        return;
    }
    if (data.mode == ProbeMode::kDivergeAtBarrier && AscendC::GetBlockIdx() != 1) {
        AscendC::SyncAll();
    }
    if (AscendC::GetBlockIdx() == 0) {
        AscendC::GlobalTensor<float> from;
        AscendC::GlobalTensor<float> to;
        from.SetGlobalBuffer((__gm__ float*)x, data.count);
        to.SetGlobalBuffer((__gm__ float*)z, data.count);
        for (uint32_t i = 0; i < data.count; ++i) {
            to.SetValue(i, from.GetValue(i));
        }
    }
}
