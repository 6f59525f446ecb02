#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(EluGradV2)
    .Tiling(ElementwiseTiling<2, 1, AttributeKind::kFloat, AttributeKind::kFloat, AttributeKind::kFloat,
                              AttributeKind::kBool>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
