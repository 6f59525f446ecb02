#include "register/kernel_rows.h"

#include <gtest/gtest.h>

#include "ascendc/kernel_type.h"

namespace aclnn_cpu::registry {
namespace {

void Entry(void* const*, uint64_t) {}

TEST(KernelRows, HaveEveryKeyOnceWithItsType) {
    static constexpr uint64_t kInstances[] = {7};
    static constexpr uint64_t kBranches[] = {5, 2, 5};
    static constexpr kernel::TypeOfKey kTypes[] = {{kernel::kEveryKey, KERNEL_TYPE_AIV_ONLY},
                                                   {5, KERNEL_TYPE_MIX_AIC_1_2}};
    static constexpr base::DType kColumn[] = {base::DType::kFloat};
    const auto rows = KernelRows(
        {{"ascend910b", kColumn, &Entry, {kInstances, 1, kBranches, kBranches + 3, kTypes, kTypes + 2, 24}}});
    ASSERT_EQ(rows.size(), 3u);
    const uint64_t keys[] = {2, 5, 7};
    const uint32_t types[] = {KERNEL_TYPE_AIV_ONLY, KERNEL_TYPE_MIX_AIC_1_2, KERNEL_TYPE_AIV_ONLY};
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(rows[i].tiling_key, keys[i]);
        EXPECT_EQ(rows[i].kernel_type, types[i]);
        EXPECT_EQ(rows[i].tiling_struct_bytes, 24u);
        EXPECT_EQ(rows[i].entry, &Entry);
    }
}

TEST(KernelRows, HaveKeyZeroWhereNothingIsSaid) {
    const auto rows = KernelRows({{"ascend910b", {}, &Entry, {}}, {"ascend950", {}, &Entry, {}}});
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].tiling_key, 0u);
    EXPECT_EQ(rows[0].kernel_type, uint32_t(KERNEL_TYPE_MAX));
    EXPECT_EQ(rows[1].compute_unit, "ascend950");
}

}  // namespace
}  // namespace aclnn_cpu::registry
