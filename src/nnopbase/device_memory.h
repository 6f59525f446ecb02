// The runtime's device memory as the emulated cores' observers see it.
#pragma once

#include "aicore/device_memory.h"

namespace aclnn_cpu::nnopbase {

const aicore::DeviceMemory& TheDeviceMemory();

}  // namespace aclnn_cpu::nnopbase
