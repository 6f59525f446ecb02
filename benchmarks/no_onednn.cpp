#include "benchmarks/onednn_gelu.h"

namespace aclnn_cpu::benchmarks {

std::function<void()> OneDnnGeluBackward(const OneDnnTensors&) { return {}; }

}  // namespace aclnn_cpu::benchmarks
