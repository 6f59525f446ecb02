// Two variants of one kernel in one binary run their own code, though all their names are the same.
#include <array>

#include "aicore/kernel_test.h"

#define VARIANT(entry)                                \
    void entry(void* const* arguments, uint64_t key); \
    uint32_t entry##_kernel_type();                   \
    extern const uint64_t entry##_tiling_bytes;
extern "C" {
VARIANT(aclnn_kernel_variant_ascend910b_0_3)
VARIANT(aclnn_kernel_variant_ascend910b_0_5)
VARIANT(aclnn_kernel_variant_ascend910b_1_3)
VARIANT(aclnn_kernel_variant_ascend910b_1_5)
VARIANT(aclnn_kernel_variant_ascend310b_0_3)
}

namespace aclnn_cpu::aicore_tests {
namespace {

std::array<uint32_t, 4> RunVariant(KernelEntry entry) {
    std::array<uint32_t, 4> out{};
    uint32_t scale = 10;
    void* arguments[] = {nullptr, out.data(), nullptr, &scale};
    ExpectRuns(Launch({"Variant", entry, arguments, 0, 1, &SocNamed("ascend910b"), 1}));
    return out;
}

TEST(KernelVariant, RunsItsOwnCode) {
    using Out = std::array<uint32_t, 4>;
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_0_3), (Out{2010010, 201003, 44, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_1_3), (Out{2011010, 201103, 24, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_1_5), (Out{2011010, 201103, 24, 5}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend310b_0_3), (Out{20010, 2003, 44, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_0_3),
              (Out{2010030, 201005, 44, 303}));  // its own static counts on
}

TEST(KernelVariant, KnowsItsKernelType) {
    EXPECT_EQ(aclnn_kernel_variant_ascend910b_0_3_kernel_type(), uint32_t(KERNEL_TYPE_MIX_AIV_1_0));
    EXPECT_EQ(aclnn_kernel_variant_ascend310b_0_3_kernel_type(), uint32_t(KERNEL_TYPE_MIX_AIV_1_0));
    EXPECT_EQ(aclnn_kernel_variant_ascend910b_0_5_kernel_type(), uint32_t(KERNEL_TYPE_MIX_AIC_1_2));
    EXPECT_EQ(aclnn_kernel_variant_ascend910b_1_3_kernel_type(), uint32_t(KERNEL_TYPE_MAX));
    EXPECT_EQ(aclnn_kernel_variant_ascend910b_1_5_kernel_type(), uint32_t(KERNEL_TYPE_MAX));
}

TEST(KernelVariant, KnowsTheSizeOfItsTilingStruct) {
    EXPECT_EQ(aclnn_kernel_variant_ascend910b_0_3_tiling_bytes, 4u);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
