#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(Gelu)
    .Tiling(ElementwiseTiling<1, 2>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
