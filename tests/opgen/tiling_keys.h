// Template keys that the builder's test finds in the library of the definitions.
#pragma once

#include "ascendc/host_api/tiling/template_argument.h"

namespace scaled_sum {  // as some authors have them

ASCENDC_TPL_ARGS_DECL(ScaledSum, ASCENDC_TPL_DATATYPE_DECL(T, C_DT_FLOAT, C_DT_FLOAT16, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_BOOL_DECL(HAS_Y, 0, 1))
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY),
                                     ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT, C_DT_FLOAT16),
                                     ASCENDC_TPL_BOOL_SEL(HAS_Y, 0, 1)))

}  // namespace scaled_sum
