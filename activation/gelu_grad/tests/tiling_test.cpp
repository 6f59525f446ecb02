// The published cutting of n elements, as pure arithmetic, and what it must keep for any input.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "activation/gelu_grad/op_host/gelu_grad_tiling.h"
#include "platform/soc.h"
#include "register/host_functions.h"

namespace {

using optiling::CutGeluGrad;
using optiling::GeluGradTilingInput;

struct Cut {
    uint32_t data, tiles, tail;
};

struct Case {
    const char* name;
    uint64_t ub, cores, n, bytes, version;
    uint32_t used_cores, tile;
    Cut small, big;
    uint32_t tail_blocks;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class GeluGradTiling : public testing::TestWithParam<Case> {};

TEST_P(GeluGradTiling, CutsAsPublished) {
    const Case& c = GetParam();
    GeluGradTilingData t = {};
    uint32_t cores = 0;
    ASSERT_EQ(CutGeluGrad({c.ub, 32, c.cores, c.n, c.bytes, c.version}, t, cores), nullptr);
    EXPECT_EQ(cores, c.used_cores);
    EXPECT_EQ(t.tileDataNum, c.tile);
    EXPECT_EQ(t.smallCoreDataNum, c.small.data);
    EXPECT_EQ(t.finalSmallTileNum, c.small.tiles);
    EXPECT_EQ(t.smallTailDataNum, c.small.tail);
    EXPECT_EQ(t.bigCoreDataNum, c.big.data);
    EXPECT_EQ(t.finalBigTileNum, c.big.tiles);
    EXPECT_EQ(t.bigTailDataNum, c.big.tail);
    EXPECT_EQ(t.tailBlockNum, c.tail_blocks);
    EXPECT_EQ(t.versionNum, c.version);
    EXPECT_EQ(t.totalDataNum, c.n);
}

INSTANTIATE_TEST_SUITE_P(
    Published, GeluGradTiling,
    testing::Values(
        Case{"OneBlock", 196608, 40, 8, 4, 0, 1, 6144, {8, 1, 8}, {16, 1, 16}, 0},
        Case{"OneTile", 196608, 40, 6144, 4, 0, 1, 6144, {6144, 1, 6144}, {6152, 2, 8}, 0},
        Case{"OneMoreThanATile", 196608, 40, 6145, 4, 0, 40, 6144, {152, 1, 152}, {160, 1, 160}, 9},
        Case{"Large", 196608, 40, 8388608, 4, 0, 40, 6144, {209712, 35, 816}, {209720, 35, 824}, 16},
        Case{"OddTwoByte", 196608, 40, 1000003, 2, 0, 40, 6144, {24992, 5, 416}, {25008, 5, 432}, 21},
        Case{"EvenTwoByte", 196608, 48, 12582912, 2, 0, 48, 6144, {262144, 43, 4096}, {262160, 43, 4112}, 0},
        Case{"Ascend910B1Float",
             196352,
             48,
             8388608,
             4,
             0,
             48,
             6136,
             {174760, 29, 2952},
             {174768, 29, 2960},
             16},
        Case{
            "Ascend910B1TwoByte", 196352, 48, 1000003, 2, 0, 48, 6128, {20832, 4, 2448}, {20848, 4, 2464}, 5},
        Case{
            "Ascend310BTwoByte", 253952, 1, 100000, 2, 1, 1, 7936, {100000, 13, 4768}, {100016, 13, 4784}, 0},
        Case{"Ascend310BFloat", 253952, 1, 100000, 4, 1, 1, 7048, {100000, 15, 1328}, {100008, 15, 1336}, 0}),
    [](const auto& info) { return std::string(info.param.name); });

// The cores' ranges are disjoint, in order, and cover [0, n) once the last ones are cut at n.
TEST(GeluGradTiling, RangesCoverEveryElementOnce) {
    for (const uint64_t n :
         {uint64_t{1}, uint64_t{7}, uint64_t{6137}, uint64_t{1000003}, uint64_t{149910} * 28672,
          uint64_t{1} << 32, (uint64_t{1} << 31) - 1, uint64_t{1} << 31, (uint64_t{1} << 32) + 1}) {
        for (const uint64_t cores : {1, 8, 40, 48}) {
            for (const uint64_t bytes : {2, 4}) {
                GeluGradTilingData t = {};
                uint32_t used = 0;
                const char* refusal = CutGeluGrad({196352, 32, cores, n, bytes, 0}, t, used);
                const uint64_t blocks = (n * bytes + 31) / 32;
                const uint64_t per_core = (blocks / std::min(cores, blocks) + 1) * 32 / bytes;
                if (per_core > UINT32_MAX) {
                    ASSERT_NE(refusal, nullptr) << n << " on " << cores << " cores would wrap";
                    EXPECT_NE(std::strstr(refusal, "32-bit"), nullptr);
                    continue;
                }
                ASSERT_EQ(refusal, nullptr) << n << " on " << cores << ": " << refusal;
                const uint64_t sum = uint64_t{t.tailBlockNum} * t.bigCoreDataNum +
                                     (used - t.tailBlockNum) * uint64_t{t.smallCoreDataNum};
                ASSERT_GE(sum, n);
                ASSERT_LT(sum - n, 32 / bytes) << "more than the padding of the last block";
                ASSERT_EQ(t.totalDataNum, n);
                ASSERT_LT(t.tailBlockNum, used);
            }
        }
    }
}

TEST(GeluGradTiling, RefusesWhatItCannotCutAndChangesNothing) {
    std::set<std::string> refusals;
    for (const GeluGradTilingInput& input :
         {GeluGradTilingInput{196608, 32, 40, 0, 4, 0}, GeluGradTilingInput{196608, 32, 0, 8, 4, 0},
          GeluGradTilingInput{196608, 0, 40, 8, 4, 0}, GeluGradTilingInput{0, 32, 40, 8, 4, 0},
          GeluGradTilingInput{255, 32, 40, 8, 4, 0}, GeluGradTilingInput{196608, 32, 40, 8, 0, 0},
          GeluGradTilingInput{196608, 32, 40, UINT64_MAX / 2, 4, 0},
          GeluGradTilingInput{196608, 32, 1, uint64_t{1} << 32, 4, 0},
          GeluGradTilingInput{uint64_t{1} << 50, 32, 40, 8, 4, 0}}) {
        GeluGradTilingData t;
        std::memset(&t, 0x5A, sizeof(t));
        const GeluGradTilingData before = t;
        uint32_t cores = 77;
        const char* refusal = CutGeluGrad(input, t, cores);
        ASSERT_NE(refusal, nullptr);
        EXPECT_GE(std::strlen(refusal), 15u);
        EXPECT_TRUE(refusals.insert(refusal).second || std::strstr(refusal, "32-bit") != nullptr ||
                    std::strstr(refusal, "small") != nullptr)
            << "two causes, one message: " << refusal;
        EXPECT_EQ(std::memcmp(&t, &before, sizeof(t)), 0);
        EXPECT_EQ(cores, 77u);
    }
}

// The registered function: what it reads of the chip and the tensors, and what it leaves for the launch.
class GeluGradTilingFunction : public testing::Test {
 protected:
    aclnn_cpu::base::Status Run(const char* soc_name, ge::DataType dtype, std::initializer_list<int64_t> dy,
                                std::initializer_list<int64_t> x) {
        const aclnn_cpu::platform::Soc* soc = nullptr;
        EXPECT_TRUE(aclnn_cpu::platform::FindSoc(soc_name, &soc).ok());
        const aclnn_cpu::registry::HostTensor inputs[] = {Described(dtype, dy), Described(dtype, x),
                                                          Described(dtype, dy)};
        const aclnn_cpu::registry::HostTensor outputs[] = {Described(dtype, x)};
        aclnn_cpu::registry::TilingRequest request;
        request.op.op_type = "GeluGrad";
        request.op.inputs = inputs;
        request.op.outputs = outputs;
        request.soc = soc;
        return aclnn_cpu::registry::RunTiling(request, &result);
    }

    GeluGradTilingData Data() const {
        GeluGradTilingData data = {};
        EXPECT_EQ(result.tiling_data.size(), sizeof(data));
        std::memcpy(&data, result.tiling_data.data(), std::min(sizeof(data), result.tiling_data.size()));
        return data;
    }

    aclnn_cpu::registry::TilingResult result;

 private:
    static aclnn_cpu::registry::HostTensor Described(ge::DataType dtype,
                                                     std::initializer_list<int64_t> sizes) {
        aclnn_cpu::registry::HostTensor tensor;
        for (const int64_t size : sizes) {
            tensor.origin_shape.AppendDim(size);
        }
        tensor.storage_shape = tensor.origin_shape;
        tensor.dtype = dtype;
        return tensor;
    }
};

TEST_F(GeluGradTilingFunction, AsksTheChip) {
    ASSERT_TRUE(Run("Ascend910B1", ge::DT_FLOAT, {8388608}, {8388608}).ok());
    EXPECT_EQ(result.block_dim, 48u);
    EXPECT_EQ(result.tiling_key, 0u);
    EXPECT_EQ(result.workspaces, std::vector<size_t>{16777216});
    EXPECT_EQ(Data().tileDataNum, 6136u);
    EXPECT_EQ(Data().bigTailDataNum, 2960u);
    ASSERT_TRUE(Run("Ascend910B4", ge::DT_FLOAT16, {1000003}, {1000003}).ok());
    EXPECT_EQ(result.block_dim, 40u);
    EXPECT_EQ(Data().tileDataNum, 6128u);
    ASSERT_TRUE(Run("Ascend310B1", ge::DT_BF16, {100, 1000}, {100, 1000}).ok());
    EXPECT_EQ(result.block_dim, 1u);
    EXPECT_EQ(result.tiling_key, 1u);
    EXPECT_EQ(result.workspaces, std::vector<size_t>{2097152});
    EXPECT_EQ(Data().tileDataNum, 7936u);
    EXPECT_EQ(Data().versionNum, 1u);
}

TEST_F(GeluGradTilingFunction, RefusesWithTheReason) {
    struct Case {
        const char* soc;
        ge::DataType dtype;
        std::initializer_list<int64_t> dy, x;
        const char* mentions;
    };
    for (const Case& c : {Case{"Ascend310P3", ge::DT_BF16, {8}, {8}, "BF16"},
                          Case{"Ascend910A", ge::DT_BF16, {8}, {8}, "BF16"},
                          Case{"Ascend910B1", ge::DT_DOUBLE, {8}, {8}, "dtype"},
                          Case{"Ascend910B1", ge::DT_INT8, {8}, {8}, "dtype"},
                          Case{"Ascend910B1", ge::DT_FLOAT, {1, 8}, {8, 8}, "shapes"},
                          Case{"Ascend910B1", ge::DT_FLOAT, {0}, {0}, "element count"}}) {
        const aclnn_cpu::base::Status status = Run(c.soc, c.dtype, c.dy, c.x);
        EXPECT_EQ(status.code(), 561002) << c.mentions;
        EXPECT_NE(status.message().find("GeluGrad"), std::string::npos) << status.message();
        EXPECT_NE(status.message().find(c.mentions), std::string::npos) << status.message();
    }
    EXPECT_TRUE(Run("Ascend910B1", ge::DT_FLOAT, {}, {}).ok()) << "a scalar is one element";
    EXPECT_TRUE(
        Run("Ascend910B1", ge::DT_FLOAT, {1, 1, 1, 1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1, 1, 1, 1, 2}).ok())
        << "the rank is the aclnn layer's to limit";
}

}  // namespace
