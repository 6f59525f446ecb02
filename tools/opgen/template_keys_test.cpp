#define ACLNN_CPU_TILING_KEYS
#include "template_keys.h"

#include <gtest/gtest.h>

#include "graph/c_types.h"

namespace aclnn_cpu::opgen {
namespace {

using registry::Column;

const Column kFloats{{ge::DT_FLOAT, ge::DT_FLOAT}, {ge::FORMAT_ND, ge::FORMAT_ND}};
const Column kHalfToInt{{ge::DT_FLOAT16, ge::DT_INT32}, {ge::FORMAT_NCHW, ge::FORMAT_ND}};

// All rows of the header in this namespace, for an operator with one input and one output.
#define ROWS_OF(column, rows) \
    ExpandTemplates({&g_tilingDeclareParams, &g_tilingSelectParams}, 1, column, rows)

namespace every_kind {

ASCENDC_TPL_ARGS_DECL(EveryKind, ASCENDC_TPL_DTYPE_DECL(custom, 3, 4),
                      ASCENDC_TPL_DATATYPE_DECL(DTYPE_X, C_DT_FLOAT, C_DT_FLOAT16, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_FORMAT_DECL(FORMAT_X, C_FORMAT_ND, C_FORMAT_NCHW, ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(range, 4, ASCENDC_TPL_UI_RANGE, 2, 10, 12, 20, 21),
                      ASCENDC_TPL_UINT_DECL(mixed, 3, ASCENDC_TPL_UI_MIX, 1, 0, 2, 7, 9),
                      ASCENDC_TPL_BOOL_DECL(flag, 0, 1), );
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_2),
                                     ASCENDC_TPL_DTYPE_SEL(custom, 4),
                                     ASCENDC_TPL_DATATYPE_SEL(DTYPE_X, C_DT_FLOAT, C_DT_FLOAT16),
                                     ASCENDC_TPL_FORMAT_SEL(FORMAT_X, C_FORMAT_ND, C_FORMAT_NCHW),
                                     ASCENDC_TPL_UINT_SEL(range, ASCENDC_TPL_UI_RANGE, 1, 12, 12),
                                     ASCENDC_TPL_UINT_SEL(mixed, ASCENDC_TPL_UI_LIST, 9),
                                     ASCENDC_TPL_BOOL_SEL(flag, 0, 1),
                                     ASCENDC_TPL_TILING_STRUCT_SEL(optiling::SomeTilingData)),
                // Out of the order of declaration, and without a kernel type.
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(flag, 1),
                                     ASCENDC_TPL_UINT_SEL(mixed, ASCENDC_TPL_UI_MIX, 1, 0, 1, 7),
                                     ASCENDC_TPL_UINT_SEL(range, ASCENDC_TPL_UI_LIST, 20),
                                     ASCENDC_TPL_FORMAT_SEL(FORMAT_X, C_FORMAT_ND),
                                     ASCENDC_TPL_DATATYPE_SEL(DTYPE_X, C_DT_FLOAT),
                                     ASCENDC_TPL_DTYPE_SEL(custom, 3)), );

uint64_t Key(uint64_t custom, uint64_t type, uint64_t format, uint64_t range, uint64_t mixed, uint64_t flag) {
    return GET_TPL_TILING_KEY(custom, type, format, range, mixed, flag);
}

TEST(TemplateKeys, EveryKindTakesPartInKeyAndArguments) {
    std::vector<TemplateRow> rows;
    ASSERT_TRUE(ROWS_OF(kFloats, &rows).ok());
    EXPECT_EQ(
        rows,
        (std::vector<TemplateRow>{
            {Key(4, 0, 2, 12, 9, 0), "4, float, 2, 12, 9, false", "MIX_AIC_1_2", "optiling::SomeTilingData"},
            {Key(4, 0, 2, 12, 9, 1), "4, float, 2, 12, 9, true", "MIX_AIC_1_2", "optiling::SomeTilingData"},
            {Key(3, 0, 2, 20, 0, 1), "3, float, 2, 20, 0, true", "", ""},
            {Key(3, 0, 2, 20, 1, 1), "3, float, 2, 20, 1, true", "", ""},
            {Key(3, 0, 2, 20, 7, 1), "3, float, 2, 20, 7, true", "", ""}}));
    // 4 | FLOAT 0 << 8 | ND 2 << 16 | 12 is third of 10, 11, 12, 20, 21: 2 << 24 | 9 is fifth of 0, 1, 2, 7, 9: 4 << 28
    EXPECT_EQ(rows[0].key, 4u | 2u << 16 | 2u << 24 | uint64_t{4} << 28);
}

TEST(TemplateKeys, ATypeTiedToAnInputFollowsTheColumn) {
    std::vector<TemplateRow> rows;
    ASSERT_TRUE(ROWS_OF(kHalfToInt, &rows).ok());
    EXPECT_EQ(
        rows,
        (std::vector<TemplateRow>{
            {Key(4, 1, 0, 12, 9, 0), "4, half, 0, 12, 9, false", "MIX_AIC_1_2", "optiling::SomeTilingData"},
            {Key(4, 1, 0, 12, 9, 1), "4, half, 0, 12, 9, true", "MIX_AIC_1_2", "optiling::SomeTilingData"}}));
}

}  // namespace every_kind

namespace tied_to_output {

ASCENDC_TPL_ARGS_DECL(Tied, ASCENDC_TPL_DATATYPE_DECL(T, C_DT_FLOAT, C_DT_INT32, ASCENDC_TPL_OUTPUT(0)),
                      ASCENDC_TPL_KERNEL_TYPE_DECL(cores, ASCENDC_TPL_AIV_ONLY, ASCENDC_TPL_MIX_AIC_1_1))
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT, C_DT_INT32),
                                     ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(cores, ASCENDC_TPL_AIV_ONLY,
                                                                        ASCENDC_TPL_MIX_AIC_1_1)))

TEST(TemplateKeys, TypesMayBeTiedToOutputsAndKernelTypesBeParameters) {
    std::vector<TemplateRow> rows;
    ASSERT_TRUE(ROWS_OF(kHalfToInt, &rows).ok());
    EXPECT_EQ(rows, (std::vector<TemplateRow>{{3, "int32_t, 0", "AIV_ONLY", ""},
                                              {3 | 6 << 8, "int32_t, 6", "MIX_AIC_1_1", ""}}));
}

}  // namespace tied_to_output

namespace free_type {

ASCENDC_TPL_ARGS_DECL(Free, ASCENDC_TPL_DATATYPE_DECL(T, C_DT_FLOAT, C_DT_BF16))
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT, C_DT_BF16)))

TEST(TemplateKeys, ATypeThatIsTiedToNothingIsBuiltForEveryColumn) {
    std::vector<TemplateRow> rows;
    ASSERT_TRUE(ROWS_OF(kHalfToInt, &rows).ok());
    EXPECT_EQ(rows, (std::vector<TemplateRow>{{0, "float", "", ""}, {27, "bfloat16_t", "", ""}}));
}

}  // namespace free_type

// A header that must be refused, and what the refusal says.
#define REFUSED(name, declared, selected, text)             \
    namespace name {                                        \
    ASCENDC_TPL_ARGS_DECL(name, declared)                   \
    ASCENDC_TPL_SEL(selected)                               \
    TEST(TemplateKeys, name) {                              \
        std::vector<TemplateRow> rows;                      \
        EXPECT_EQ(ROWS_OF(kFloats, &rows).message(), text); \
    }                                                       \
    }

REFUSED(RefusesAValueThatIsNotDeclared, ASCENDC_TPL_UINT_DECL(n, 2, ASCENDC_TPL_UI_LIST, 1, 2),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(n, ASCENDC_TPL_UI_LIST, 3)),
        "n selects 3, which its declaration does not list")
REFUSED(RefusesAParameterThatIsNotDeclared, ASCENDC_TPL_BOOL_DECL(flag, 0, 1),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(flag, 0), ASCENDC_TPL_BOOL_SEL(other, 0)),
        "the tiling key header selects other, which it does not declare")
REFUSED(RefusesASelectionWithoutOneOfTheParameters, ASCENDC_TPL_BOOL_DECL(flag, 0, 1),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY)),
        "a selection of the tiling key header has no value for flag")
REFUSED(RefusesOneKeyTwice, ASCENDC_TPL_BOOL_DECL(flag, 0, 1),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(flag, 0, 0)),
        "key 0 is selected twice: <false> and <false>")
REFUSED(RefusesMoreValuesThanBits, ASCENDC_TPL_UINT_DECL(n, 1, ASCENDC_TPL_UI_LIST, 5, 6, 7),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(n, ASCENDC_TPL_UI_LIST, 7)),
        "n is 7, stored as 2 at bit 0: it does not fit its 1 bits or the 64 of a key")
REFUSED(RefusesAnInputThatDoesNotExist, ASCENDC_TPL_DATATYPE_DECL(T, C_DT_FLOAT, ASCENDC_TPL_INPUT(1)),
        ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(T, C_DT_FLOAT)),
        "T is tied to input 1, but the operator has 1")

}  // namespace
}  // namespace aclnn_cpu::opgen
