// How the elements of elementwise operators are cut, as pure arithmetic, and what the registered functions read.
#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "activation/common/op_host/elementwise_tiling.h"
#include "activation/common/tests/kernel_runs.h"

namespace aclnn_cpu::test {
namespace {

using optiling::CutElementwise;
using optiling::ElementwiseTilingInput;

constexpr uint64_t kUb = 196352;

struct Range {
    uint64_t begin, end;
    bool operator==(const Range&) const = default;
};

// Of a core, as the kernels compute it.
Range RangeOf(const ElementwiseTilingData& t, uint64_t core, uint64_t typeBytes) {
    const uint64_t block = 32 / typeBytes;
    const bool big = core < t.bigCores;
    const uint64_t begin = core * t.coreNum + (big ? core : t.bigCores) * block;
    return {begin, std::min(begin + t.coreNum + (big ? block : 0), t.totalNum)};
}

TEST(ElementwiseTiling, RangesOfCoresCoverEveryElementOnce) {
    for (const uint64_t n : {uint64_t{1}, uint64_t{7}, uint64_t{4099}, uint64_t{1000003},
                             (uint64_t{1} << 31) - 1, uint64_t{1} << 32, (uint64_t{1} << 32) + 1,
                             uint64_t{149910} * 28672, (uint64_t{1} << 62) / 4 + 5}) {
        for (const uint64_t cores : {1, 8, 40, 48}) {
            for (const uint64_t bytes : {2, 4}) {
                ElementwiseTilingData t = {};
                uint32_t used = 0;
                ASSERT_EQ(CutElementwise({kUb, 32, cores, n, bytes, 2, 3}, t, used), nullptr);
                ASSERT_LE(used, cores);
                uint64_t next = 0;
                for (uint64_t core = 0; core < used; ++core) {
                    const Range range = RangeOf(t, core, bytes);
                    ASSERT_EQ(range.begin, next) << n << " on " << cores;
                    ASSERT_EQ(range.begin * bytes % 32, 0u);
                    ASSERT_LT(range.begin, range.end);
                    next = range.end;
                }
                ASSERT_EQ(next, n) << n << " on " << cores;
            }
        }
    }
}

// The buffers of elementwise.h at once, and the 8 KiB that Select has on Ascend910B.
TEST(ElementwiseTiling, TilesFillTheUnifiedBufferAndNoMore) {
    for (const uint64_t ub : {uint64_t{7936}, kUb, uint64_t{253952}}) {
        for (const uint32_t inputs : {1u, 2u}) {
            for (const uint32_t temporaries : {0u, 1u, 4u}) {
                ElementwiseTilingData t = {};
                uint32_t used = 0;
                ASSERT_EQ(CutElementwise({ub, 32, 48, 1 << 20, 4, inputs, temporaries}, t, used), nullptr);
                EXPECT_EQ(t.tileNum % 64, 0u);
                EXPECT_EQ(t.temporaries, temporaries);
                const auto bytes = [&](uint64_t tile) {
                    return tile * ((inputs + 1) * 2 + temporaries) * 4 + (tile / 8 + 31) / 32 * 32;
                };
                const uint64_t usable = ub > 8192 ? ub - 8192 : ub;
                EXPECT_LE(bytes(t.tileNum), usable);
                EXPECT_GT(bytes(t.tileNum + 64) + 32, usable);
            }
        }
    }
}

TEST(ElementwiseTiling, OneTileIsOneCoresWork) {
    ElementwiseTilingData t = {};
    uint32_t used = 0;
    ASSERT_EQ(CutElementwise({kUb, 32, 48, 1000, 4, 2, 2}, t, used), nullptr);
    EXPECT_EQ(used, 1u);
    ASSERT_EQ(CutElementwise({kUb, 32, 48, t.tileNum + 1, 4, 2, 2}, t, used), nullptr);
    EXPECT_EQ(used, 48u);
}

TEST(ElementwiseTiling, RefusesWhatItCannotCutAndChangesNothing) {
    std::set<std::string> refusals;
    for (const ElementwiseTilingInput& input :
         {ElementwiseTilingInput{kUb, 32, 40, 0, 4, 2, 2}, ElementwiseTilingInput{kUb, 32, 0, 8, 4, 2, 2},
          ElementwiseTilingInput{kUb, 64, 40, 8, 4, 2, 2}, ElementwiseTilingInput{2000, 32, 40, 8, 4, 2, 2},
          ElementwiseTilingInput{kUb, 32, 40, 8, 8, 2, 2},
          ElementwiseTilingInput{kUb, 32, 40, UINT64_MAX / 2, 4, 2, 2},
          ElementwiseTilingInput{uint64_t{1} << 50, 32, 40, 8, 4, 2, 2}}) {
        ElementwiseTilingData t;
        std::memset(&t, 0x5A, sizeof(t));
        const ElementwiseTilingData before = t;
        uint32_t cores = 77;
        const char* refusal = CutElementwise(input, t, cores);
        ASSERT_NE(refusal, nullptr);
        EXPECT_TRUE(refusals.insert(refusal).second) << "two causes, one message: " << refusal;
        EXPECT_EQ(std::memcmp(&t, &before, sizeof(t)), 0);
        EXPECT_EQ(cores, 77u);
    }
}

// ---- the registered functions

using Tensors = std::vector<registry::HostTensor>;

FamilyOperator Named(const char* type) {
    for (const FamilyOperator& op : Family()) {
        if (op.type == std::string(type)) {
            return op;
        }
    }
    ADD_FAILURE() << type;
    std::abort();
}

ElementwiseTilingData DataOf(const registry::TilingResult& result) {
    ElementwiseTilingData data = {};
    EXPECT_EQ(result.tiling_data.size(), sizeof(data));
    std::memcpy(&data, result.tiling_data.data(), std::min(sizeof(data), result.tiling_data.size()));
    return data;
}

std::vector<float> AttributesOf(const registry::TilingResult& result) {
    const ElementwiseTilingData data = DataOf(result);
    return {data.attributes, data.attributes + 4};
}

TEST(ElementwiseTilingFunction, AsksTheChipAndReadsTheAttributes) {
    const FamilyOperator elu = {"EluGradV2", 2, 0, 1, nullptr, {1.5f, 2.0f, 0.25f, true}};
    registry::TilingResult result;
    const registry::HostTensor tensor = FamilyTensor(base::DType::kFloat, {1000, 1000});
    ASSERT_TRUE(FamilyTiling(elu, FamilySoc("Ascend910B1"), Tensors(3, tensor), &result).ok());
    EXPECT_EQ(result.block_dim, 48u);
    EXPECT_EQ(result.tiling_key, 0u);
    EXPECT_EQ(result.workspaces, std::vector<size_t>{16777216});
    const ElementwiseTilingData data = DataOf(result);
    EXPECT_EQ(data.totalNum, 1000000u);
    EXPECT_EQ(AttributesOf(result), (std::vector<float>{1.5f, 2.0f, 0.25f, 1.0f}));

    const registry::HostTensor scalar = FamilyTensor(base::DType::kBFloat16, {});
    ASSERT_TRUE(FamilyTiling(Named("Gelu"), FamilySoc("Ascend310B1"), Tensors(2, scalar), &result).ok());
    EXPECT_EQ(result.block_dim, 1u);
    EXPECT_EQ(DataOf(result).totalNum, 1u) << "a scalar is one element";
    EXPECT_EQ(AttributesOf(result), std::vector<float>(4, 0.0f));
}

TEST(ElementwiseTilingFunction, RefusesWithTheReason) {
    const registry::HostTensor one = FamilyTensor(base::DType::kFloat, {8});
    const FamilyOperator tanh_form = {"GeluGradV2", 2, 0, 1, nullptr, {std::string("tanh")}};
    struct Case {
        FamilyOperator op;
        Tensors tensors;
        const char* mentions;
    };
    for (const Case& c :
         {Case{Named("SiluGrad"), Tensors(3, FamilyTensor(base::DType::kDouble, {8})),
               "input 0 is DT_DOUBLE"},
          Case{Named("SiluGrad"), {one, FamilyTensor(base::DType::kFloat16, {8}), one}, "different types"},
          Case{Named("SiluGrad"), {one, FamilyTensor(base::DType::kFloat, {1, 8}), one}, "different shapes"},
          Case{Named("Gelu"), Tensors(2, FamilyTensor(base::DType::kFloat, {0})), "element count is 0"},
          Case{tanh_form, Tensors(3, one), "is \"tanh\", expected \"none\""}}) {
        registry::TilingResult result;
        const base::Status status = FamilyTiling(c.op, FamilySoc("Ascend910B1"), c.tensors, &result);
        EXPECT_EQ(status.code(), 561002) << c.mentions;
        EXPECT_NE(status.message().find(c.op.type), std::string::npos) << status.message();
        EXPECT_NE(status.message().find(c.mentions), std::string::npos) << status.message();
    }
}

}  // namespace
}  // namespace aclnn_cpu::test
