// Order between the pipes of a core, and between cores.
#ifndef ACLNN_CPU_ASCENDC_SYNC_H
#define ACLNN_CPU_ASCENDC_SYNC_H

#include <cstdint>

#include "ascendc/emulator.h"
#include "ascendc/kernel_type.h"
#include "ascendc/tensor.h"

namespace AscendC {

template <pipe_t pipe>
inline void PipeBarrier(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::PipeBarrier(pipe, site);
}

template <HardEvent event>
inline void SetFlag(int32_t eventID, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetFlag(event, eventID, site);
}

template <HardEvent event>
inline void WaitFlag(int32_t eventID, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::WaitFlag(event, eventID, site);
}

// Waits until every core of the caller's kind has come here, or with isAIVOnly = false every core of both
// kinds.
template <bool isAIVOnly = true>
inline void SyncAll(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SyncAll(isAIVOnly, site);
}

// The same through counters in global memory, for vector kernels: `gmWorkspace`, zero before the first call,
// and `ubWorkspace` hold 32 bytes for each of GetBlockNum() blocks. Waits for the first `usedCores` blocks; 0
// means all.
template <bool isAIVOnly = true>
inline void SyncAll(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace,
                    int32_t usedCores = 0, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SoftSyncAll(gmWorkspace.AsOperand(), ubWorkspace.AsOperand(), usedCores, isAIVOnly,
                                   site);
}

// Flags between cores. Mode 0: all cores of the caller's kind; 1: the vector cores of one logical AI Core; 2:
// the cube core of one with its vector cores. When all that set together have done so, the counter of every
// core that waits goes up by one; a wait takes one off. The mode and pipe of a wait have no effect on the
// chips of the A2 and A3 series.
template <uint8_t modeId, pipe_t pipe>
inline void CrossCoreSetFlag(uint16_t flagId, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SetCrossCoreFlag(modeId, pipe, flagId, site);
}
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
inline void CrossCoreWaitFlag(uint16_t flagId, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::WaitCrossCoreFlag(flagId, site);
}

// A flag in global memory from one block to another: `blockIdx` and `eventID` name it, and must be the same
// in both calls. `gmWorkspace` is zero before the first call.
template <bool isAIVOnly = true>
inline void IBSet(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace,
                  int32_t blockIdx, int32_t eventID, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::InterBlockFlag(true, gmWorkspace.AsOperand(), ubWorkspace.AsOperand(), blockIdx,
                                      eventID, isAIVOnly, site);
}
template <bool isAIVOnly = true>
inline void IBWait(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace,
                   int32_t blockIdx, int32_t eventID, CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::InterBlockFlag(false, gmWorkspace.AsOperand(), ubWorkspace.AsOperand(), blockIdx,
                                      eventID, isAIVOnly, site);
}

// Scalar writes to global memory are visible at once: nothing to write back.
template <typename T, CacheLine entireType, DcciDst dcciDst>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}
template <typename T, CacheLine entireType, DcciDst dcciDst>
inline void DataCacheCleanAndInvalid(const LocalTensor<T>&) {}
template <typename T, CacheLine entireType>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}

// Scalar accesses complete in program order: nothing to wait for.
template <MemDsbT arg0>
inline void DataSyncBarrier() {}

// Ticks of a 50 MHz counter (the rate on the A2 and A3 series), from this machine's clock.
inline int64_t GetSystemCycle() { return aclnn_cpu::aicore::SystemCycle(); }

}  // namespace AscendC

inline void pipe_barrier(pipe_t pipe, AscendC::CallSite site = AscendC::CallSite::Here()) {
    aclnn_cpu::aicore::PipeBarrier(pipe, site);
}

#endif
