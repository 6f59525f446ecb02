// Order between the pipes of a core, and between cores.
#ifndef ACLNN_CPU_ASCENDC_SYNC_H
#define ACLNN_CPU_ASCENDC_SYNC_H

#include <cstdint>

#include "ascendc/emulator.h"
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

// Waits until every block of the launch has come here.
template <bool isAIVOnly = true>
inline void SyncAll(CallSite site = CallSite::Here()) {
    aclnn_cpu::aicore::SyncAll(site);
}

// Scalar writes to global memory are visible at once: nothing to write back.
template <typename T, CacheLine entireType, DcciDst dcciDst>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}
template <typename T, CacheLine entireType>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T>&) {}

inline int64_t GetBlockIdx() { return aclnn_cpu::aicore::BlockIndex(); }
inline int64_t GetBlockNum() { return aclnn_cpu::aicore::BlockCount(); }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetSubBlockNum() { return 1; }
inline int64_t GetTaskRation() { return 1; }

// The framework hands kernels an address that is already past the system's part of the workspace.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }
inline void SetSysWorkspace(GM_ADDR) {}

}  // namespace AscendC

inline void pipe_barrier(pipe_t pipe, AscendC::CallSite site = AscendC::CallSite::Here()) {
    aclnn_cpu::aicore::PipeBarrier(pipe, site);
}

#endif
