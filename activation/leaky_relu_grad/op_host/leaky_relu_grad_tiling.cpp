#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(LeakyReluGrad)
    .Tiling(ElementwiseTiling<2, 1, AttributeKind::kFloat>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
