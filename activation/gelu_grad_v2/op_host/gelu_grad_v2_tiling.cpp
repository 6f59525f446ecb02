#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(GeluGradV2)
    .Tiling(ElementwiseTiling<2, 3, AttributeKind::kNone>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
