#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(SoftplusV2Grad)
    .Tiling(ElementwiseTiling<2, 2, AttributeKind::kFloat, AttributeKind::kFloat>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
