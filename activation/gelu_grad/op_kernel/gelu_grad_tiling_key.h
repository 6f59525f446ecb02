#ifndef ACLNN_CPU_GELU_GRAD_TILING_KEY_H
#define ACLNN_CPU_GELU_GRAD_TILING_KEY_H

#include "ascendc/host_api/tiling/template_argument.h"

#define GELU_GRAD_ASCEND910B 0
#define GELU_GRAD_ASCEND310B 1

ASCENDC_TPL_ARGS_DECL(GeluGrad, ASCENDC_TPL_UINT_DECL(branch, 1, ASCENDC_TPL_UI_LIST, GELU_GRAD_ASCEND910B,
                                                      GELU_GRAD_ASCEND310B));

ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(branch, ASCENDC_TPL_UI_LIST, GELU_GRAD_ASCEND910B,
                                                          GELU_GRAD_ASCEND310B)));

#endif
