// Gives the operator builder (aclnn-opgen) what an operator's tiling key header declares and selects. Compiled into
// the library of its definition with ACLNN_CPU_TILING_KEYS defined and the header in ACLNN_CPU_TILING_KEY_HEADER.
#include "ascendc/host_api/tiling/template_argument.h"
#include "graph/types.h"

#include ACLNN_CPU_TILING_KEY_HEADER

extern "C" __attribute__((visibility("default"))) const AscendC::TilingKeyTable* aclnn_cpu_tiling_keys() {
    return &AscendC::GivenTilingKeys();
}
