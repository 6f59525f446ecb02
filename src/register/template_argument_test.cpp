#include "ascendc/host_api/tiling/template_argument.h"

#include <gtest/gtest.h>

#include <string>

namespace {

struct Context {
    uint64_t key = 0;
    void SetTilingKey(uint64_t value) { key = value; }
};

// The worked example of the public documentation: 10 | 15 << 8 | 6 << 16 | 1 << 24.
namespace worked_example {

#define DTYPE_X something_else  // a macro of that name must do no harm
ASCENDC_TPL_ARGS_DECL(Example, ASCENDC_TPL_DTYPE_DECL(DTYPE_X, 10, 20, 30),
                      ASCENDC_TPL_FORMAT_DECL(formatX, 15, 0),
                      ASCENDC_TPL_UINT_DECL(count, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_MIX, 2, 0, 2, 3, 5, 7, 6),
                      ASCENDC_TPL_BOOL_DECL(flag, 0, 1), );
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DTYPE_SEL(DTYPE_X, 10), ASCENDC_TPL_BOOL_SEL(flag, 0, 1)), );

uint64_t Key(uint64_t dtype, uint64_t format, uint64_t count, uint64_t flag) {
    return GET_TPL_TILING_KEY(dtype, format, count, flag);
}

}  // namespace worked_example

namespace several_fields {

#define VALUES 2, 3, 4, 5, 6, 7
ASCENDC_TPL_ARGS_DECL(Several, ASCENDC_TPL_DATATYPE_DECL(dtype, 0, 1, 27, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(mode, 3, ASCENDC_TPL_UI_LIST, VALUES),
                      ASCENDC_TPL_UINT_DECL(range, 4, ASCENDC_TPL_UI_RANGE, 2, 10, 12, 20, 21))

}  // namespace several_fields

namespace too_wide {

ASCENDC_TPL_ARGS_DECL(Wide, ASCENDC_TPL_UINT_DECL(a, 60, ASCENDC_TPL_UI_LIST, 1),
                      ASCENDC_TPL_UINT_DECL(b, 5, ASCENDC_TPL_UI_LIST, 0, 1));

}  // namespace too_wide

TEST(TilingKey, EncodesTheWorkedExample) { EXPECT_EQ(worked_example::Key(10, 15, 7, 1), 17174282u); }

TEST(TilingKey, StoresTheFirstFieldLowestAndUintsByPosition) {
    using several_fields::g_tilingDeclareParams;
    EXPECT_EQ(GET_TPL_TILING_KEY(0, 2, 10), 0u);
    EXPECT_EQ(GET_TPL_TILING_KEY(27, 7, 21), 27u | 5u << 8 | 4u << 11);
    Context context;
    ASCENDC_TPL_SEL_PARAM(&context, 1, 3, 20);
    EXPECT_EQ(context.key, 1u | 1u << 8 | 3u << 11);
}

TEST(TilingKey, RefusesWhatIsNotDeclaredOrDoesNotFit) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(worked_example::Key(10, 15, 8, 1), INVALID_TILING_KEY);   // not listed
    EXPECT_EQ(worked_example::Key(10, 15, 7, 2), INVALID_TILING_KEY);   // not a bool
    EXPECT_EQ(worked_example::Key(256, 15, 7, 1), INVALID_TILING_KEY);  // not 8 bits
    using too_wide::g_tilingDeclareParams;
    EXPECT_EQ(GET_TPL_TILING_KEY(1, 1), INVALID_TILING_KEY);  // 65 bits
    EXPECT_NE(testing::internal::GetCapturedStderr().find("count is 8"), std::string::npos);
}

}  // namespace
