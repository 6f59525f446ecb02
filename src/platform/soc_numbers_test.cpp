// The table of chips against the public platform configuration files, whose values stand here as those files
// have them (bytes, MHz, bytes per cycle; 0 for an absent or empty key), and against the units that kernels
// are compiled for.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "platform/soc.h"

namespace {

using aclnn_cpu::platform::AllSocs;
using aclnn_cpu::platform::Family;
using aclnn_cpu::platform::FindSoc;
using aclnn_cpu::platform::Soc;

// What all files of a Short_SoC_version have in common.
struct FamilyNumbers {
    const char* short_name;
    uint32_t npu_arch;
    const char* core_type_list;
    uint64_t ub, l1, l0a, l0b, l0c, bt, fb0;
    uint32_t cube_n, vector_reg_width, l2_rate;
};

constexpr FamilyNumbers kFamilies[] = {
    {"Ascend350", 3510, "CubeCore,VectorCore", 253952, 524288, 65536, 65536, 262144, 4096, 4096, 16, 256,
     100},
    {"Ascend950", 3510, "CubeCore,VectorCore", 253952, 524288, 65536, 65536, 262144, 4096, 4096, 16, 256,
     100},
    {"Ascend310B", 3002, "AICore,VectorCore,CubeCore", 253952, 1048576, 65536, 65536, 131072, 1024, 2048, 16,
     0, 256},
    {"Ascend310P", 2002, "AICore,VectorCore", 262144, 1048576, 65536, 65536, 262144, 0, 0, 16, 0, 114},
    {"Ascend910", 1001, "AICore", 262144, 1048576, 65536, 65536, 262144, 0, 0, 16, 0, 110},
    {"Ascend910B", 2201, "CubeCore,VectorCore", 196608, 524288, 65536, 65536, 131072, 1024, 2048, 16, 0, 110},
    {"Ascend910_93", 2201, "CubeCore,VectorCore", 196608, 524288, 65536, 65536, 131072, 1024, 2048, 16, 0,
     110},
    {"Kirin9030", 3113, "AICore,VectorCore", 131072, 524288, 32768, 32768, 65536, 1024, 2048, 8, 0, 0},
    {"KirinX90", 3003, "AICore,VectorCore", 131072, 1048576, 65536, 65536, 131072, 1024, 2048, 8, 0, 0},
};

struct ChipNumbers {
    const char* name;
    const char* short_name;
    uint32_t ai_core_cnt, cube_core_cnt, vector_core_cnt, mix_vector_core_cnt;
    uint64_t l2_size, memory_size;
    uint32_t cube_freq, ddr_rate;
};

constexpr ChipNumbers kChips[] = {
    {"Ascend350_354f", "Ascend350", 14, 14, 28, 0, 58720256, 60129542144, 1650, 27},
    {"Ascend350_355e", "Ascend350", 16, 16, 32, 0, 67108864, 68719476736, 1650, 31},
    {"Ascend950DT_950x", "Ascend950", 8, 8, 16, 0, 33554432, 25769803776, 1650, 19},
    {"Ascend950DT_950y", "Ascend950", 8, 8, 16, 0, 33554432, 17179869184, 1650, 14},
    {"Ascend950DT_9571", "Ascend950", 28, 28, 56, 0, 134217728, 154618822656, 1650, 80},
    {"Ascend950DT_9572", "Ascend950", 28, 28, 56, 0, 134217728, 103079215104, 1650, 80},
    {"Ascend950DT_9573", "Ascend950", 28, 28, 56, 0, 117440512, 135291569824, 1650, 70},
    {"Ascend950DT_9574", "Ascend950", 28, 28, 56, 0, 117440512, 90194313216, 1650, 70},
    {"Ascend950DT_9575", "Ascend950", 28, 28, 56, 0, 134217728, 103079215104, 1650, 61},
    {"Ascend950DT_9576", "Ascend950", 28, 28, 56, 0, 134217728, 68719476736, 1650, 61},
    {"Ascend950DT_9577", "Ascend950", 28, 28, 56, 0, 117440512, 90194313216, 1650, 54},
    {"Ascend950DT_9578", "Ascend950", 28, 28, 56, 0, 117440512, 60129542144, 1650, 54},
    {"Ascend950DT_9581", "Ascend950", 32, 32, 64, 0, 134217728, 154618822656, 1650, 80},
    {"Ascend950DT_9581x", "Ascend950", 32, 32, 64, 0, 134217728, 154618822656, 1650, 80},
    {"Ascend950DT_9582", "Ascend950", 32, 32, 64, 0, 134217728, 103079215104, 1650, 80},
    {"Ascend950DT_9582x", "Ascend950", 32, 32, 64, 0, 134217728, 103079215104, 1650, 80},
    {"Ascend950DT_9583", "Ascend950", 32, 32, 64, 0, 117440512, 135291469824, 1650, 70},
    {"Ascend950DT_9584", "Ascend950", 32, 32, 64, 0, 117440512, 90194313216, 1650, 70},
    {"Ascend950DT_9585", "Ascend950", 32, 32, 64, 0, 134217728, 103079215104, 1650, 61},
    {"Ascend950DT_9586", "Ascend950", 32, 32, 64, 0, 134217728, 68719476736, 1650, 61},
    {"Ascend950DT_9587", "Ascend950", 32, 32, 64, 0, 117440512, 90194313216, 1650, 54},
    {"Ascend950DT_9588", "Ascend950", 32, 32, 64, 0, 117440512, 60129542144, 1650, 54},
    {"Ascend950DT_9591", "Ascend950", 36, 36, 72, 0, 134217728, 154618822656, 1800, 80},
    {"Ascend950DT_9592", "Ascend950", 36, 36, 72, 0, 134217728, 103079215104, 1800, 80},
    {"Ascend950DT_9595", "Ascend950", 36, 36, 72, 0, 134217728, 103079215104, 1800, 61},
    {"Ascend950DT_9596", "Ascend950", 36, 36, 72, 0, 134217728, 68719476736, 1800, 61},
    {"Ascend950DT_95A1", "Ascend950", 36, 36, 72, 0, 134217728, 154618822656, 1800, 80},
    {"Ascend950DT_95A2", "Ascend950", 36, 36, 72, 0, 134217728, 103079215104, 1800, 80},
    {"Ascend950PR_950z", "Ascend950", 4, 4, 8, 0, 16777216, 25769803776, 1650, 4},
    {"Ascend950PR_9579", "Ascend950", 28, 28, 56, 0, 134217728, 137438953472, 1650, 31},
    {"Ascend950PR_957b", "Ascend950", 28, 28, 56, 0, 117440512, 120259084288, 1650, 27},
    {"Ascend950PR_957bx", "Ascend950", 28, 28, 56, 0, 117440512, 120259084288, 1650, 27},
    {"Ascend950PR_957c", "Ascend950", 28, 28, 56, 0, 117440512, 90194313216, 1650, 27},
    {"Ascend950PR_957d", "Ascend950", 28, 28, 56, 0, 100663296, 103079215104, 1650, 23},
    {"Ascend950PR_9589", "Ascend950", 32, 32, 64, 0, 134217728, 137438953472, 1650, 31},
    {"Ascend950PR_958b", "Ascend950", 32, 32, 64, 0, 117440512, 120259084288, 1650, 27},
    {"Ascend950PR_9599", "Ascend950", 36, 36, 72, 0, 134217728, 137438953472, 1800, 31},
    {"Ascend310B1", "Ascend310B", 1, 1, 1, 0, 4194304, 34359738368, 1224, 17},
    {"Ascend310B2", "Ascend310B", 1, 1, 1, 0, 4194304, 0, 1224, 17},
    {"Ascend310B3", "Ascend310B", 1, 1, 1, 0, 4194304, 0, 1224, 17},
    {"Ascend310B4", "Ascend310B", 1, 1, 1, 0, 4194304, 0, 500, 8},
    {"Ascend310P1", "Ascend310P", 10, 0, 8, 18, 16777216, 24000000000, 1060, 17},
    {"Ascend310P3", "Ascend310P", 8, 0, 7, 15, 16777216, 24000000000, 1060, 17},
    {"Ascend310P5", "Ascend310P", 8, 0, 7, 18, 16777216, 24000000000, 800, 17},
    {"Ascend310P7", "Ascend310P", 8, 0, 7, 18, 16777216, 24000000000, 550, 17},
    {"Ascend910A", "Ascend910", 32, 0, 0, 0, 33554432, 0, 1000, 32},
    {"Ascend910B", "Ascend910", 30, 0, 0, 0, 33554432, 0, 900, 32},
    {"Ascend910PremiumA", "Ascend910", 32, 0, 0, 0, 33554432, 0, 1220, 32},
    {"Ascend910ProA", "Ascend910", 32, 0, 0, 0, 33554432, 0, 1100, 32},
    {"Ascend910ProB", "Ascend910", 30, 0, 0, 0, 33554432, 0, 1150, 32},
    {"Ascend910B1", "Ascend910B", 24, 24, 48, 0, 201326592, 68719476736, 1850, 32},
    {"Ascend910B2", "Ascend910B", 24, 24, 48, 0, 201326592, 68719476736, 1800, 32},
    {"Ascend910B2C", "Ascend910B", 24, 24, 48, 0, 201326592, 0, 1800, 32},
    {"Ascend910B3", "Ascend910B", 20, 20, 40, 0, 201326592, 68719476736, 1800, 32},
    {"Ascend910B4-1", "Ascend910B", 20, 20, 40, 0, 176160768, 34359738368, 1500, 32},
    {"Ascend910B4", "Ascend910B", 20, 20, 40, 0, 100663296, 34359738368, 1500, 32},
    {"Ascend910_9362", "Ascend910_93", 20, 20, 40, 0, 176160768, 68719476736, 1500, 32},
    {"Ascend910_9363", "Ascend910_93", 20, 20, 40, 0, 176160768, 34359738368, 1500, 32},
    {"Ascend910_9372", "Ascend910_93", 20, 20, 40, 0, 201326592, 68719476736, 1800, 32},
    {"Ascend910_9381", "Ascend910_93", 24, 24, 48, 0, 201326592, 68719476736, 1800, 32},
    {"Ascend910_9382", "Ascend910_93", 24, 24, 48, 0, 201326592, 68719476736, 1800, 32},
    {"Ascend910_9391", "Ascend910_93", 24, 24, 48, 0, 201326592, 68719476736, 1850, 32},
    {"Ascend910_9392", "Ascend910_93", 24, 24, 48, 0, 201326592, 68719476736, 1850, 32},
    {"Kirin9030", "Kirin9030", 1, 0, 1, 0, 0, 0, 0, 0},
    {"KirinX90", "KirinX90", 1, 0, 1, 0, 0, 0, 0, 0},
};

const FamilyNumbers& FamilyOf(const std::string& short_name) {
    for (const FamilyNumbers& row : kFamilies) {
        if (row.short_name == short_name) {
            return row;
        }
    }
    ADD_FAILURE() << short_name;
    return kFamilies[0];
}

TEST(SocNumbers, AreThoseOfThePublishedFiles) {
    for (const ChipNumbers& chip : kChips) {
        SCOPED_TRACE(chip.name);
        const FamilyNumbers& family = FamilyOf(chip.short_name);
        const Soc* soc = nullptr;
        const std::string name = chip.name;
        ASSERT_TRUE(FindSoc(name == "Ascend910B" ? "ascend910:Ascend910B" : name, &soc).ok());
        EXPECT_EQ(soc->name, chip.name);
        EXPECT_EQ(soc->short_name, family.short_name);
        EXPECT_EQ(soc->npu_arch, family.npu_arch);
        EXPECT_EQ(soc->core_type_list, family.core_type_list);
        EXPECT_EQ(soc->ub_bytes, family.ub);
        EXPECT_EQ(soc->l1_bytes, family.l1);
        EXPECT_EQ(soc->l0a_bytes, family.l0a);
        EXPECT_EQ(soc->l0b_bytes, family.l0b);
        EXPECT_EQ(soc->l0c_bytes, family.l0c);
        EXPECT_EQ(soc->bt_bytes, family.bt);
        EXPECT_EQ(soc->fb0_bytes, family.fb0);
        EXPECT_EQ(soc->cube_n, family.cube_n);
        EXPECT_EQ(soc->vector_register_bytes, family.vector_reg_width);
        EXPECT_EQ(soc->l2_rate, family.l2_rate);
        EXPECT_EQ(soc->ai_cores, chip.ai_core_cnt);
        EXPECT_EQ(soc->cube_cores, chip.cube_core_cnt);
        EXPECT_EQ(soc->vector_cores, chip.vector_core_cnt);
        EXPECT_EQ(soc->mix_cores, chip.mix_vector_core_cnt);
        EXPECT_EQ(soc->l2_bytes, chip.l2_size);
        EXPECT_EQ(soc->memory_bytes, chip.memory_size);
        EXPECT_EQ(soc->frequency_mhz, chip.cube_freq);
        EXPECT_EQ(soc->ddr_rate, chip.ddr_rate);
    }
    EXPECT_EQ(AllSocs().size(), std::size(kChips) + 1)
        << "a chip without published numbers (the toy has none)";
}

// Rules of the public host libraries that follow from the family.
TEST(SocNumbers, FollowTheRulesOfTheirFamily) {
    for (const Soc& soc : AllSocs()) {
        SCOPED_TRACE(soc.name);
        EXPECT_EQ(soc.ub_kept_back_bytes, soc.npu_arch == 2201 ? 256u : 0u);
        EXPECT_EQ(soc.lib_api_workspace_bytes,
                  soc.npu_arch == 2201 || soc.npu_arch == 3510 ? 16777216u : 2097152u);
        // op_api takes bfloat16 from ASCEND910B to before ASCEND910E in the order of op::SocVersion.
        EXPECT_EQ(soc.aclnn_bfloat16, soc.short_name == "Ascend910B" || soc.short_name == "Ascend910_93" ||
                                          soc.short_name == "Ascend950");
        EXPECT_EQ(soc.split_cores(), soc.npu_arch == 2201 || soc.npu_arch == 3510);
        EXPECT_EQ(soc.aiv_cores(), soc.split_cores() ? soc.vector_cores : soc.ai_cores);
        EXPECT_EQ(soc.aic_cores(), soc.split_cores() ? soc.cube_cores : soc.ai_cores);
        EXPECT_GT(soc.aiv_cores(), 0u);
    }
}

// COMPUTE_UNITS is the build's own table: "ascend910b 2201 220, ...".
TEST(SocNumbers, KernelsAreCompiledForTheUnitsOfTheTable) {
    std::map<std::string, uint32_t> compiled;
    std::istringstream rows(COMPUTE_UNITS);
    for (std::string row; std::getline(rows, row, ',');) {
        std::istringstream words(row);
        std::string unit;
        uint32_t npu_arch = 0;
        ASSERT_TRUE(words >> unit >> npu_arch) << row;
        EXPECT_TRUE(compiled.emplace(unit, npu_arch).second) << unit;
    }
    std::map<std::string, uint32_t> known;
    for (const Soc& soc : AllSocs()) {
        const auto row = known.emplace(soc.compute_unit, soc.npu_arch).first;
        EXPECT_EQ(row->second, soc.npu_arch) << soc.name;
    }
    EXPECT_EQ(compiled, known);
}

}  // namespace
