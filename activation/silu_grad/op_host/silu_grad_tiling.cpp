#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(SiluGrad)
    .Tiling(ElementwiseTiling<2, 2>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
