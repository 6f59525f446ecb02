#include "names.h"

#include <gtest/gtest.h>

namespace aclnn_cpu::opgen {
namespace {

TEST(Names, SnakeCaseStartsAWordAtEveryChangeToUpperCase) {
    EXPECT_EQ(SnakeCase("GeluGradV2"), "gelu_grad_v2");
    EXPECT_EQ(SnakeCase("ApplyAdamD"), "apply_adam_d");
    EXPECT_EQ(SnakeCase("BNInferGrad"), "bn_infer_grad");
    EXPECT_EQ(SnakeCase("L1LossGrad"), "l1_loss_grad");
    EXPECT_EQ(SnakeCase("MaxPool3D"), "max_pool3_d");
    EXPECT_EQ(SnakeCase("ReLU6"), "re_lu6");
    EXPECT_EQ(SnakeCase("Some_Thing"), "some_thing");
}

TEST(Names, CamelCaseStartsLowAndRaisesWhatFollowsAnUnderscore) {
    EXPECT_EQ(CamelCase("grad_output"), "gradOutput");
    EXPECT_EQ(CamelCase("X1"), "x1");
    EXPECT_EQ(CamelCase("kernelH"), "kernelH");
    EXPECT_EQ(CamelCase("mul0_x"), "mul0X");
    EXPECT_EQ(CamelCase("tail_"), "tail");
}

TEST(Names, WordsOfTheLanguageAreNoNames) {
    for (const char* word : {"default", "class", "template", "register", "reinterpret_cast", "restrict"}) {
        EXPECT_TRUE(IsCppKeyword(word)) << word;
    }
    EXPECT_FALSE(IsCppKeyword("defaultRef"));
    EXPECT_TRUE(IsCppName("x_1"));
    EXPECT_FALSE(IsCppName("1x"));
    EXPECT_FALSE(IsCppName("x-y"));
    EXPECT_FALSE(IsCppName(""));
}

TEST(Names, ElementTypesAreThoseOfKernels) {
    EXPECT_EQ(ElementType(ge::DT_FLOAT16), "half");
    EXPECT_EQ(ElementType(ge::DT_BF16), "bfloat16_t");
    EXPECT_EQ(ElementType(ge::DT_INT4), "int4b_t");
    EXPECT_EQ(ElementType(ge::DT_STRING), "");
    EXPECT_EQ(DtypeName(ge::DT_BF16), "BF16");
    EXPECT_EQ(FormatName(ge::FORMAT_NC1HWC0), "NC1HWC0");
}

}  // namespace
}  // namespace aclnn_cpu::opgen
