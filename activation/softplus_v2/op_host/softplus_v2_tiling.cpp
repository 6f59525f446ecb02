#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(SoftplusV2)
    .Tiling(ElementwiseTiling<1, 3, AttributeKind::kFloat, AttributeKind::kFloat>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
