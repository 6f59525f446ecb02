// The runtime's device memory: whether a program owns what its tensors cover, and whose an address is.
#pragma once

#include <cstdint>

#include "aicore/device_memory.h"
#include "base/status.h"
#include "nnopbase/plan.h"

namespace aclnn_cpu::nnopbase {

// 161002 when the allocation that holds `first` ends before `first + bytes`; under the checker also when no
// allocation of device memory holds it, or one that was freed. `name`: of the tensor; null: the workspace.
base::Status CheckDeviceMemory(const char* api, const ArgumentName* name, const void* first, uint64_t bytes);

// As the emulated cores' observers see it.
const aicore::DeviceMemory& TheDeviceMemory();

}  // namespace aclnn_cpu::nnopbase
