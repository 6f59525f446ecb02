// Reference: the public platform configuration files and the published core and memory table.
#include "platform/soc.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/settings.h"

namespace {

using aclnn_cpu::base::SetSetting;
using aclnn_cpu::base::Status;
using aclnn_cpu::platform::AllSocs;
using aclnn_cpu::platform::CurrentSoc;
using aclnn_cpu::platform::Family;
using aclnn_cpu::platform::FindSoc;
using aclnn_cpu::platform::Soc;

std::string Resolve(std::string_view name) {
    const Soc* soc = nullptr;
    const Status status = FindSoc(name, &soc);
    return status.ok() ? std::string(soc->name) : status.message();
}

TEST(Soc, EveryNameIsUniqueAndFindsItsRow) {
    std::set<std::string_view> names;
    for (const Soc& soc : AllSocs()) {
        EXPECT_TRUE(names.insert(soc.name).second) << soc.name;
        const Soc* found = nullptr;
        ASSERT_TRUE(FindSoc(soc.name, &found).ok()) << soc.name;
        EXPECT_EQ(found, &soc);
    }
    EXPECT_EQ(AllSocs().size(), 23u);
}

TEST(Soc, ComputeUnitsStandForTheirDefaultChip) {
    EXPECT_EQ(Resolve("ascend910b"), "Ascend910B1");
    EXPECT_EQ(Resolve("ascend310b"), "Ascend310B1");
    EXPECT_EQ(Resolve("ascend310p"), "Ascend310P1");
    EXPECT_EQ(Resolve("ascend910"), "Ascend910A");
    EXPECT_EQ(Resolve("ascend910_93"), "Ascend910_9391");
    EXPECT_EQ(Resolve("ascendtoy"), "AscendToy");
    EXPECT_EQ(Resolve("ascend910b4-1"), "Ascend910B4-1");
}

TEST(Soc, TheBareNameWithTwoReadingsIsRefused) {
    const Soc* soc = nullptr;
    const Status status = FindSoc("Ascend910B", &soc);
    EXPECT_EQ(status.code(), 100000);
    EXPECT_EQ(soc, nullptr);
    EXPECT_NE(status.message().find("old Ascend910"), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("ascend910b for Ascend910B1"), std::string::npos) << status.message();
}

TEST(Soc, AnUnknownNameListsWhatExists) {
    for (const char* name : {"Ascend999", "", "Ascend910", "ascend910b11"}) {
        const Soc* soc = nullptr;
        const Status status = FindSoc(name, &soc);
        EXPECT_EQ(status.code(), 100000) << name;
        EXPECT_EQ(soc, nullptr) << name;
        EXPECT_NE(status.message().find("Ascend310B4"), std::string::npos) << status.message();
        EXPECT_NE(status.message().find("ascend310p (Ascend310P1)"), std::string::npos) << status.message();
    }
}

struct Expected {
    const char* name;
    uint32_t arch, ai, cube, vector, aiv, aic;
    uint64_t ub, l1, l0c, l2, memory, workspace;
    uint32_t mhz, ddr, l2_rate;
    bool bfloat16;
};

TEST(Soc, NumbersAreThePublishedOnes) {
    constexpr Expected kRows[] = {
        {"Ascend910A", 1001, 32, 0, 0, 32, 32, 262144, 1048576, 262144, 33554432, 0, 2097152, 1000, 32, 110,
         false},
        {"Ascend910B1", 2201, 24, 24, 48, 48, 24, 196608, 524288, 131072, 201326592, 68719476736, 16777216,
         1850, 32, 110, true},
        {"Ascend910B2C", 2201, 24, 24, 48, 48, 24, 196608, 524288, 131072, 201326592, 0, 16777216, 1800, 32,
         110, true},
        {"Ascend910B3", 2201, 20, 20, 40, 40, 20, 196608, 524288, 131072, 201326592, 68719476736, 16777216,
         1800, 32, 110, true},
        {"Ascend910B4", 2201, 20, 20, 40, 40, 20, 196608, 524288, 131072, 100663296, 34359738368, 16777216,
         1500, 32, 110, true},
        {"Ascend910B4-1", 2201, 20, 20, 40, 40, 20, 196608, 524288, 131072, 176160768, 34359738368, 16777216,
         1500, 32, 110, true},
        {"Ascend910_9391", 2201, 24, 24, 48, 48, 24, 196608, 524288, 131072, 201326592, 68719476736, 16777216,
         1850, 32, 110, true},
        {"Ascend310P1", 2002, 10, 0, 8, 10, 10, 262144, 1048576, 262144, 16777216, 24000000000, 2097152, 1060,
         17, 114, false},
        {"Ascend310P3", 2002, 8, 0, 7, 8, 8, 262144, 1048576, 262144, 16777216, 24000000000, 2097152, 1060,
         17, 114, false},
        {"Ascend310B1", 3002, 1, 1, 1, 1, 1, 253952, 1048576, 131072, 4194304, 34359738368, 2097152, 1224, 17,
         256, false},
        {"Ascend310B4", 3002, 1, 1, 1, 1, 1, 253952, 1048576, 131072, 4194304, 0, 2097152, 500, 8, 256,
         false},
    };
    for (const Expected& row : kRows) {
        SCOPED_TRACE(row.name);
        const Soc* soc = nullptr;
        ASSERT_TRUE(FindSoc(row.name, &soc).ok());
        EXPECT_EQ(soc->npu_arch, row.arch);
        EXPECT_EQ(soc->ai_cores, row.ai);
        EXPECT_EQ(soc->cube_cores, row.cube);
        EXPECT_EQ(soc->vector_cores, row.vector);
        EXPECT_EQ(soc->aiv_cores(), row.aiv);
        EXPECT_EQ(soc->aic_cores(), row.aic);
        EXPECT_EQ(soc->ub_bytes, row.ub);
        EXPECT_EQ(soc->l1_bytes, row.l1);
        EXPECT_EQ(soc->l0a_bytes, 65536u);
        EXPECT_EQ(soc->l0b_bytes, 65536u);
        EXPECT_EQ(soc->l0c_bytes, row.l0c);
        EXPECT_EQ(soc->l2_bytes, row.l2);
        EXPECT_EQ(soc->memory_bytes, row.memory);
        EXPECT_EQ(soc->lib_api_workspace_bytes, row.workspace);
        EXPECT_EQ(soc->frequency_mhz, row.mhz);
        EXPECT_EQ(soc->ddr_rate, row.ddr);
        EXPECT_EQ(soc->l2_rate, row.l2_rate);
        EXPECT_EQ(soc->aclnn_bfloat16, row.bfloat16);
    }
}

TEST(Soc, EveryRowIsComplete) {
    for (const Soc& soc : AllSocs()) {
        SCOPED_TRACE(soc.name);
        EXPECT_GT(soc.ai_cores, 0u);
        EXPECT_GT(soc.aiv_cores(), 0u);
        EXPECT_GT(soc.frequency_mhz, 0u);
        EXPECT_GT(soc.l2_bytes, 0u);
        EXPECT_EQ(soc.ub_kept_back_bytes, soc.npu_arch == 2201 ? 256u : 0u);
        EXPECT_EQ(soc.split_cores(), soc.npu_arch == 2201);
        EXPECT_EQ(soc.ub_bytes % 32, 0u);
    }
}

TEST(Soc, TheToyChipIsASmallAscend910B) {
    const Soc* toy = nullptr;
    ASSERT_TRUE(FindSoc("AscendToy", &toy).ok());
    EXPECT_EQ(toy->family, Family::kToy);
    EXPECT_EQ(toy->compute_unit, "ascend910b");
    EXPECT_EQ(toy->npu_arch, 2201u);
    EXPECT_EQ(toy->aiv_cores(), 2u);
    EXPECT_EQ(toy->ub_bytes, 8192u);
    EXPECT_EQ(toy, &AllSocs().back());
}

TEST(Soc, TheCurrentChipFollowsTheSettings) {
    const Soc* soc = nullptr;
    ASSERT_TRUE(SetSetting("soc", "ascend310b").ok());
    ASSERT_TRUE(CurrentSoc(&soc).ok());
    EXPECT_EQ(soc->name, "Ascend310B1");
    ASSERT_TRUE(SetSetting("soc", "Ascend910B").ok());
    EXPECT_EQ(CurrentSoc(&soc).code(), 100000);
    EXPECT_EQ(CurrentSoc(&soc).code(), 100000);  // a failure is not remembered as a success
    ASSERT_TRUE(SetSetting("soc", "Ascend910B4").ok());
    ASSERT_TRUE(CurrentSoc(&soc).ok());
    EXPECT_EQ(soc->name, "Ascend910B4");
}

}  // namespace
