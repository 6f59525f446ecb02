#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(HardShrinkGrad)
    .Tiling(ElementwiseTiling<2, 0, AttributeKind::kFloat>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
