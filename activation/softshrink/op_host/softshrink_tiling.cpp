#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(Softshrink)
    .Tiling(ElementwiseTiling<1, 1, AttributeKind::kFloat>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
