// Reference: the published answers of op::GetCurrentPlatformInfo per chip.
#include "opdev/platform.h"

#include <gtest/gtest.h>

#include <string>

#include "base/settings.h"

namespace {

struct Answers {
    const char* soc;
    const char* long_name;
    op::SocVersion version;
    const char* version_name;
    uint32_t arch, cube_cores, vector_cores;
};

constexpr Answers kAnswers[] = {
    {"ascend910", "Ascend910A", op::SocVersion::ASCEND910, "Ascend910", 1001, 32, 0},
    {"ascend910:Ascend910B", "Ascend910B", op::SocVersion::ASCEND910, "Ascend910", 1001, 30, 0},
    {"ascend910b", "Ascend910B1", op::SocVersion::ASCEND910B, "Ascend910B", 2201, 24, 48},
    {"ascend910_93", "Ascend910_9391", op::SocVersion::ASCEND910_93, "Ascend910_93", 2201, 24, 48},
    {"ascend310p", "Ascend310P1", op::SocVersion::ASCEND310P, "Ascend310P", 2002, 10, 8},
    {"Ascend310P3", "Ascend310P3", op::SocVersion::ASCEND310P, "Ascend310P", 2002, 8, 7},
    {"ascend310b", "Ascend310B1", op::SocVersion::ASCEND310B, "Ascend310B", 3002, 1, 1},
    {"ascend950", "Ascend950PR_9599", op::SocVersion::ASCEND950, "Ascend950", 3510, 36, 72},
    {"ascend350", "Ascend350_355e", op::SocVersion::ASCEND350, "Ascend350", 3510, 16, 32},
    {"kirinx90", "KirinX90", op::SocVersion::KIRINX90, "KirinX90", 3003, 1, 1},
    {"kirin9030", "Kirin9030", op::SocVersion::KIRIN9030, "Kirin9030", 3113, 1, 1},
    {"AscendToy", "AscendToy", op::SocVersion::RESERVED_VERSION, "unknown SoC", 2201, 1, 2},
};

TEST(PlatformInfo, AnswersForEveryFamily) {
    for (const Answers& row : kAnswers) {
        SCOPED_TRACE(row.soc);
        ASSERT_TRUE(aclnn_cpu::base::SetSetting("soc", row.soc).ok());
        const op::PlatformInfo& info = op::GetCurrentPlatformInfo();
        EXPECT_TRUE(info.Valid());
        EXPECT_EQ(info.GetSocLongVersion(), row.long_name);
        EXPECT_EQ(info.GetSocVersion(), row.version);
        EXPECT_STREQ(op::ToString(info.GetSocVersion()).GetString(), row.version_name);
        EXPECT_EQ(info.GetCurNpuArch(), static_cast<NpuArch>(row.arch));
        EXPECT_EQ(info.GetCubeCoreNum(), row.cube_cores);
        EXPECT_EQ(info.GetVectorCoreNum(), row.vector_cores);
        EXPECT_EQ(info.GetBlockSize(), 32);
    }
    ASSERT_TRUE(aclnn_cpu::base::SetSetting("soc", "Ascend910B").ok());
    EXPECT_FALSE(op::GetCurrentPlatformInfo().Valid()) << "the bare name has two readings";
    EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocVersion(), op::SocVersion::RESERVED_VERSION);
    ASSERT_TRUE(aclnn_cpu::base::SetSetting("soc", "Ascend910B1").ok());
}

}  // namespace
