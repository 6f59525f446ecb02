// How the probe's tiling function behaves in the calls that follow.
#pragma once

#include <cstdint>

#include "aclnn/acl_meta.h"
#include "probe_tiling_data.h"

namespace probe {

enum class Tiling { kGood, kFails, kUnknownKey, kLargerStruct, kNoBlocks };

struct Behaviour {
    Tiling tiling = Tiling::kGood;
    ProbeMode kernel = ProbeMode::kCopy;
};
extern Behaviour behaviour;

}  // namespace probe

// z = x, FLOAT, one shape.
extern "C" aclnnStatus aclnnProbeGetWorkspaceSize(const aclTensor* x, const aclTensor* z,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
extern "C" aclnnStatus aclnnProbe(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);
