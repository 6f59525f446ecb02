// The workspace argument of a kernel.
#ifndef ACLNN_CPU_ASCENDC_WORKSPACE_H
#define ACLNN_CPU_ASCENDC_WORKSPACE_H

#include "ascendc/emulator.h"
#include "ascendc/macros.h"

namespace aclnn_cpu::aicore {

// Where the block keeps the address that SetSysWorkspace sets; null when a block begins.
ACLNN_CPU_AICORE_API void*& SystemWorkspace();

}  // namespace aclnn_cpu::aicore

namespace AscendC {

// The framework hands kernels an address that is already past the system's part of the workspace.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }

// The first call of a block counts. The emulated core has no use for the system's part itself.
inline void SetSysWorkspace(GM_ADDR workspace) {
    void*& address = aclnn_cpu::aicore::SystemWorkspace();
    if (address == nullptr) {
        address = workspace;
    }
}
inline void SetSysWorkspaceForce(GM_ADDR workspace) { aclnn_cpu::aicore::SystemWorkspace() = workspace; }
inline GM_ADDR GetSysWorkSpacePtr() { return static_cast<GM_ADDR>(aclnn_cpu::aicore::SystemWorkspace()); }

}  // namespace AscendC

#endif
