// Two variants of one kernel in one binary run their own code, though all their names are the same.
#include <array>
#include <set>
#include <vector>

#include "aclnn_cpu/kernel_facts.h"
#include "aicore/kernel_test.h"

namespace kernel = aclnn_cpu::kernel;

#define VARIANT(entry)                                \
    void entry(void* const* arguments, uint64_t key); \
    kernel::Facts entry##_facts();
extern "C" {
VARIANT(aclnn_kernel_variant_ascend910b_0_3)
VARIANT(aclnn_kernel_variant_ascend910b_0_5)
VARIANT(aclnn_kernel_variant_ascend910b_1_3)
VARIANT(aclnn_kernel_variant_ascend910b_1_5)
VARIANT(aclnn_kernel_variant_ascend310b_0_3)
VARIANT(aclnn_kernel_keys_ascend910b_0)
}

namespace aclnn_cpu::aicore_tests {
namespace {

std::array<uint32_t, 4> RunVariant(KernelEntry entry, uint64_t key) {
    std::array<uint32_t, 4> out{};
    uint32_t scale = 10;
    void* arguments[] = {nullptr, out.data(), nullptr, &scale};
    ExpectRuns(Launch({"Variant", entry, arguments, key, 1, &SocNamed("ascend910b"), 1}));
    return out;
}

TEST(KernelVariant, RunsItsOwnCode) {
    using Out = std::array<uint32_t, 4>;
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_0_3, 3), (Out{2010010, 201003, 44, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_1_3, 3), (Out{2011010, 201103, 24, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_1_5, 5), (Out{2011010, 201103, 24, 5}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend310b_0_3, 3), (Out{20010, 2003, 44, 303}));
    EXPECT_EQ(RunVariant(&aclnn_kernel_variant_ascend910b_0_3, 3),
              (Out{2010030, 201005, 44, 303}));  // its own static counts on
}

// Key and type, in the order of the code.
using Types = std::vector<std::pair<uint64_t, uint64_t>>;
Types TypesOf(const kernel::Facts& facts) {
    Types types;
    for (const kernel::TypeOfKey* row = facts.types; row != facts.types_end; ++row) {
        types.emplace_back(row->key, row->type);
    }
    return types;
}

TEST(KernelVariant, KnowsItsKernelTypes) {
    const Types every = {{kernel::kEveryKey, KERNEL_TYPE_MIX_AIV_1_0}};
    EXPECT_EQ(TypesOf(aclnn_kernel_variant_ascend910b_0_3_facts()), every);
    EXPECT_EQ(TypesOf(aclnn_kernel_variant_ascend310b_0_3_facts()), every);
    EXPECT_EQ(TypesOf(aclnn_kernel_variant_ascend910b_0_5_facts()),
              (Types{{kernel::kEveryKey, KERNEL_TYPE_MIX_AIV_1_0}, {5, KERNEL_TYPE_MIX_AIC_1_2}}));
    EXPECT_EQ(TypesOf(aclnn_kernel_variant_ascend910b_1_3_facts()), Types{});
    EXPECT_EQ(TypesOf(aclnn_kernel_variant_ascend910b_1_5_facts()), Types{});
}

TEST(KernelVariant, KnowsItsKeyAndTheSizeOfItsTilingStruct) {
    const kernel::Facts facts = aclnn_kernel_variant_ascend910b_0_3_facts();
    ASSERT_EQ(facts.instance_count, 1u);
    EXPECT_EQ(facts.instance_keys[0], 3u);
    EXPECT_EQ(facts.tiling_struct_bytes, 4u);
}

TEST(KernelVariant, RunsTheBranchOfTheKeyItIsLaunchedWith) {
    const auto run = [](uint64_t key) {
        std::array<uint32_t, 2> out{};
        void* arguments[] = {nullptr, out.data(), nullptr, nullptr};
        ExpectRuns(
            Launch({"Keys", &aclnn_kernel_keys_ascend910b_0, arguments, key, 1, &SocNamed("ascend910b"), 1}));
        return out;
    };
    EXPECT_EQ(run(10), (std::array<uint32_t, 2>{1, 10}));
    EXPECT_EQ(run(4000000007), (std::array<uint32_t, 2>{2, 20}));
    const kernel::Facts facts = aclnn_kernel_keys_ascend910b_0_facts();
    EXPECT_EQ((std::set<uint64_t>(facts.keys, facts.keys_end)), (std::set<uint64_t>{10, 4000000007}));
    EXPECT_EQ(TypesOf(facts), (Types{{10, KERNEL_TYPE_AIV_ONLY}}));
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
