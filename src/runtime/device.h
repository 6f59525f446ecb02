// The logical devices.
#pragma once

#include <cstdint>

namespace aclnn_cpu::runtime {

// As many as a server has; all share this machine's memory and CPUs.
inline constexpr int32_t kDeviceCount = 8;

}  // namespace aclnn_cpu::runtime
