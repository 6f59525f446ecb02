// A chip of the platform table in the form that tiling functions read it.
#pragma once

#include <cstdint>

#include "base/export.h"
#include "platform/platform_infos_def.h"
#include "platform/soc.h"

namespace aclnn_cpu::registry {

// The sections and keys of the public platform configuration files, as far as the table has their numbers.
// `soc` is a row of the table; `core_number` is what GetCoreNum answers.
ACLNN_CPU_API fe::PlatFormInfos MakePlatformInfos(const platform::Soc& soc, uint32_t core_number);

}  // namespace aclnn_cpu::registry
