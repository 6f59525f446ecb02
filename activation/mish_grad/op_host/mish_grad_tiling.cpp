#include "../../common/op_host/elementwise_tiling.h"

namespace optiling {

IMPL_OP_OPTILING(MishGrad)
    .Tiling(ElementwiseTiling<2, 4>)
    .TilingParse<ElementwiseCompileInfo>(ElementwiseTilingParse);

}  // namespace optiling
