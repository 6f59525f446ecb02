// aclnnGeluBackward as a program calls it: both phases and a synchronise, on an engine of choice.
#pragma once

#include <cstdint>
#include <functional>

#include "base/dtype.h"
#include "base/settings.h"
#include "benchmarks/peers/peer.h"

namespace aclnn_cpu::benchmarks {

// A whole call over the tensors; their memory must outlive the function. Uses the threads that the settings name when
// it runs. The work's activation and threads are not looked at.
std::function<void()> AclnnGeluBackward(base::EngineChoice engine, const PeerWork& tensors);

// The same over contiguous memory of `count` elements each.
std::function<void()> AclnnGeluBackward(base::EngineChoice engine, base::DType dtype, int64_t count, void* dy,
                                        void* x, void* z);

}  // namespace aclnn_cpu::benchmarks
