// In a kernel the declarations are nothing at all.
#define ASCENDC_TPL_KERNEL
#include "ascendc/host_api/tiling/template_argument.h"

#include <gtest/gtest.h>

namespace {

ASCENDC_TPL_ARGS_DECL(Kernel, ASCENDC_TPL_UINT_DECL(mode, 1, ASCENDC_TPL_UI_LIST, 0, 1))
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(mode, ASCENDC_TPL_UI_LIST, 0, 1),
                                     undeclared names), )

#define TEXT_OF_EXPANDED(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__

TEST(TilingKeyInKernels, DeclarationsExpandToNothing) {
    EXPECT_STREQ(TEXT_OF_EXPANDED(ASCENDC_TPL_SEL(a, b)), "");
    EXPECT_EQ(ASCENDC_TPL_MIX_AIC_1_2, 7);
}

}  // namespace
