// Reference: the published answers of PlatformAscendC per chip.
#include "tiling/platform/platform_ascendc.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/settings.h"
#include "op_host/tiling_util.h"
#include "platform/platform_info.h"
#include "platform/platform_infos_def.h"
#include "register/platform_infos.h"
#include "util/platform_util.h"

namespace {

using aclnn_cpu::platform::FindSoc;
using aclnn_cpu::platform::Soc;
using aclnn_cpu::registry::MakePlatformInfos;
using platform_ascendc::CoreMemType;
using platform_ascendc::PlatformAscendC;
using platform_ascendc::PlatformAscendCManager;
using platform_ascendc::SocVersion;

constexpr uint32_t kNone = 0xFFFFFFFF;
constexpr uint64_t kUntouched = 0xABCDEF;

fe::PlatFormInfos InfosOf(const char* name) {
    const Soc* soc = nullptr;
    EXPECT_TRUE(FindSoc(name, &soc).ok()) << name;
    return MakePlatformInfos(*soc, 5);
}

uint64_t MemoryOf(const PlatformAscendC& platform, CoreMemType memory) {
    uint64_t size = kUntouched;
    platform.GetCoreMemSize(memory, size);
    return size;
}

uint64_t BandwidthOf(const PlatformAscendC& platform, CoreMemType memory) {
    uint64_t rate = kUntouched;
    platform.GetCoreMemBw(memory, rate);
    return rate;
}

struct Answers {
    const char* name;
    SocVersion version;
    uint32_t arch, aiv, aic, vector;
    uint64_t ub, l1, l0c, l2, hbm, fb, bt, l2_rate, hbm_rate;
    uint32_t workspace, group_workspace;
};

constexpr Answers kAnswers[] = {
    {"Ascend910A", SocVersion::ASCEND910, 1001, 32, 32, 0, 262144, 1048576, 262144, 33554432, kUntouched,
     kUntouched, kUntouched, 110, 32, 2097152, kNone},
    {"Ascend910B1", SocVersion::ASCEND910B, 2201, 48, 24, 0, 196352, 524032, 131072, 201326592, 68719476736,
     2048, 1024, 110, 32, 16777216, 1048576},
    {"Ascend910B3", SocVersion::ASCEND910B, 2201, 40, 20, 0, 196352, 524032, 131072, 201326592, 68719476736,
     2048, 1024, 110, 32, 16777216, 1048576},
    {"Ascend910B4", SocVersion::ASCEND910B, 2201, 40, 20, 0, 196352, 524032, 131072, 100663296, 34359738368,
     2048, 1024, 110, 32, 16777216, 1048576},
    {"Ascend910_9391", SocVersion::ASCEND910B, 2201, 48, 24, 0, 196352, 524032, 131072, 201326592,
     68719476736, 2048, 1024, 110, 32, 16777216, 1048576},
    {"Ascend310P1", SocVersion::ASCEND310P, 2002, 10, 10, 8, 262144, 1048576, 262144, 16777216, 24000000000,
     kUntouched, kUntouched, 114, 17, 2097152, kNone},
    {"Ascend310P3", SocVersion::ASCEND310P, 2002, 8, 8, 7, 262144, 1048576, 262144, 16777216, 24000000000,
     kUntouched, kUntouched, 114, 17, 2097152, kNone},
    {"Ascend310B1", SocVersion::ASCEND310B, 3002, 1, 1, 0, 253952, 1048576, 131072, 4194304, 34359738368,
     2048, 1024, 256, 17, 2097152, kNone},
    {"Ascend950PR_9599", SocVersion::ASCEND950, 3510, 72, 36, 0, 253952, 524288, 262144, 134217728,
     137438953472, 4096, 4096, 100, 31, 16777216, kNone},
    {"Ascend350_354f", SocVersion::ASCEND350, 3510, 28, 14, 0, 253952, 524288, 262144, 58720256, 60129542144,
     4096, 4096, 100, 27, 16777216, kNone},
    {"KirinX90", SocVersion::KIRINX90, 3003, 1, 1, 0, 131072, 1048576, 131072, 0, kUntouched, 2048, 1024,
     kUntouched, kUntouched, 2097152, kNone},
};

TEST(PlatformAscendC, AnswersThePublishedTable) {
    for (const Answers& row : kAnswers) {
        SCOPED_TRACE(row.name);
        fe::PlatFormInfos infos = InfosOf(row.name);
        const PlatformAscendC platform(&infos);
        EXPECT_EQ(platform.GetSocVersion(), row.version);
        EXPECT_EQ(platform.GetCurNpuArch(), static_cast<NpuArch>(row.arch));
        EXPECT_EQ(platform.GetCoreNumAiv(), row.aiv);
        EXPECT_EQ(platform.GetCoreNumAic(), row.aic);
        EXPECT_EQ(platform.GetCoreNum(), 5u);
        EXPECT_EQ(platform.GetCoreNumVector(), row.vector);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::UB), row.ub);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::L1), row.l1);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::L0_A), 65536u);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::L0_B), 65536u);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::L0_C), row.l0c);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::L2), row.l2);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::HBM), row.hbm);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::FB), row.fb);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::BT), row.bt);
        EXPECT_EQ(MemoryOf(platform, CoreMemType::RESERVED), kUntouched);
        EXPECT_EQ(BandwidthOf(platform, CoreMemType::L2), row.l2_rate);
        EXPECT_EQ(BandwidthOf(platform, CoreMemType::HBM), row.hbm_rate);
        EXPECT_EQ(BandwidthOf(platform, CoreMemType::UB), kUntouched);
        EXPECT_EQ(platform.GetLibApiWorkSpaceSize(), row.workspace);
        EXPECT_EQ(platform.GetResCubeGroupWorkSpaceSize(), row.group_workspace);
        EXPECT_EQ(platform.GetResGroupBarrierWorkSpaceSize(), row.group_workspace);
        EXPECT_EQ(platform.GetVecRegLen(), row.arch == 3510 ? 256u : 0u);
    }
}

TEST(PlatformAscendC, ReservedMemoryIsTakenFromUbOnly) {
    fe::PlatFormInfos infos = InfosOf("Ascend910B1");
    PlatformAscendC platform(&infos);
    platform.ReserveLocalMemory(platform_ascendc::ReservedSize::RESERVED_SIZE_16K);
    EXPECT_EQ(MemoryOf(platform, CoreMemType::UB), 196352u - 16384u);
    EXPECT_EQ(MemoryOf(platform, CoreMemType::L1), 524032u);
    platform.ReserveLocalMemory(platform_ascendc::ReservedSize::RESERVED_SIZE_8K);
    EXPECT_EQ(MemoryOf(platform, CoreMemType::UB), 196352u - 8192u);
}

TEST(PlatformAscendC, CountsBlocksForMixedKernels) {
    fe::PlatFormInfos infos = InfosOf("Ascend910B1");
    const PlatformAscendC platform(&infos);
    EXPECT_EQ(platform.CalcTschNumBlocks(17, 0, 48), 17u);
    EXPECT_EQ(platform.CalcTschNumBlocks(17, 24, 0), 17u);
    EXPECT_EQ(platform.CalcTschNumBlocks(17, 24, 20), 17u);
    EXPECT_EQ(platform.CalcTschNumBlocks(17, 24, 48), 9u);
    EXPECT_EQ(platform.CalcTschNumBlocks(48, 24, 48), 24u);
    EXPECT_EQ(platform.CalcTschBlockDim(49, 24, 48), 0u);
    EXPECT_EQ(platform.CalcTschNumBlocks(49, 10, 30), 17u);
}

TEST(PlatformAscendC, AnUnknownChipHasNoAnswers) {
    fe::PlatFormInfos nothing;
    const PlatformAscendC platform(&nothing);
    EXPECT_EQ(platform.GetSocVersion(), SocVersion::RESERVED_VERSION);
    EXPECT_EQ(platform.GetCurNpuArch(), NpuArch::DAV_RESV);
    EXPECT_EQ(platform.GetLibApiWorkSpaceSize(), kNone);
    EXPECT_EQ(platform.GetCoreNumAiv(), 0u);
    EXPECT_EQ(MemoryOf(platform, CoreMemType::UB), kUntouched);
    EXPECT_DEATH(PlatformAscendC(nullptr), "platform info is null");
}

TEST(PlatformAscendC, TheToyChipKeepsBackLikeItsFamily) {
    fe::PlatFormInfos infos = InfosOf("AscendToy");
    const PlatformAscendC platform(&infos);
    EXPECT_EQ(platform.GetSocVersion(), SocVersion::ASCEND910B);
    EXPECT_EQ(platform.GetCoreNumAiv(), 2u);
    EXPECT_EQ(MemoryOf(platform, CoreMemType::UB), 8192u - 256u);
}

TEST(PlatformAscendCManager, KnowsTheEmulatedChipAndChipsByName) {
    ASSERT_TRUE(aclnn_cpu::base::SetSetting("soc", "Ascend910B4").ok());
    EXPECT_EQ(PlatformAscendCManager::GetInstance()->GetCoreNum(), 40u);
    EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend310P1")->GetCoreNum(), 10u);
    EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend310P1"),
              PlatformAscendCManager::GetInstance("Ascend310P1"));
    EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend1"), nullptr);
}

TEST(PlatFormInfos, HoldsTextBySectionAndKey) {
    fe::PlatFormInfos infos = InfosOf("Ascend910B1");
    std::string text = "before";
    EXPECT_TRUE(infos.GetPlatformResWithLock("AICoreSpec", "ub_size", text));
    EXPECT_EQ(text, "196608");
    EXPECT_TRUE(infos.GetPlatformRes("version", "Short_SoC_version", text));
    EXPECT_EQ(text, "Ascend910B");
    EXPECT_FALSE(infos.GetPlatformRes("version", "nothing", text));
    EXPECT_FALSE(infos.GetPlatformRes("nothing", "ub_size", text));
    EXPECT_EQ(text, "Ascend910B");
    uint64_t size = 0;
    infos.GetLocalMemSize(fe::LocalMemType::UB, size);
    EXPECT_EQ(size, 196608u) << "only PlatformAscendC keeps bytes back";
    infos.GetLocalMemBw(fe::LocalMemType::HBM, size);
    EXPECT_EQ(size, 32u);
    infos.SetCoreNumByCoreType("AIV");
    EXPECT_EQ(infos.GetCoreNum(), 48u);
    infos.SetCoreNumByCoreType("AiCore");
    EXPECT_EQ(infos.GetCoreNum(), 24u);
}

TEST(PlatFormInfos, GivesMixedKernelsBothKindsOfCores) {
    fe::PlatFormInfos infos = InfosOf("Ascend310P3");
    for (const auto& [core_type, cores] : std::map<std::string, uint32_t>{{"AiCore", 8},
                                                                          {"MIX_AIC", 8},
                                                                          {"VectorCore", 7},
                                                                          {"MIX_AIV", 15},
                                                                          {"MIX_VECTOR_CORE", 15},
                                                                          {"MIX_AIC_AIV", 15}}) {
        infos.SetCoreNumByCoreType(core_type);
        EXPECT_EQ(infos.GetCoreNum(), cores) << core_type;
    }
    infos = InfosOf("Ascend910B1");
    infos.SetCoreNumByCoreType("MIX_AIV");
    EXPECT_EQ(infos.GetCoreNum(), 48u);
}

// A host test may describe a chip that the table does not have.
TEST(PlatformAscendC, AnswersForADescribedChip) {
    fe::PlatFormInfos infos;
    fe::PlatFormInfos::Section version{{"NpuArch", "2002"}, {"Short_SoC_version", "Ascend999"}};
    fe::PlatFormInfos::Section core{{"ub_size", "4096"}};
    infos.SetPlatformRes("version", version);
    infos.SetPlatformRes("AICoreSpec", core);
    EXPECT_EQ(PlatformAscendC(&infos).GetLibApiWorkSpaceSize(), 2097152u);
    EXPECT_EQ(MemoryOf(PlatformAscendC(&infos), CoreMemType::UB), 4096u);
    version["NpuArch"] = "1004";  // an architecture without a row
    infos.SetPlatformRes("version", version);
    EXPECT_EQ(PlatformAscendC(&infos).GetLibApiWorkSpaceSize(), 2097152u);
    version["NpuArch"] = "3510";
    version["Short_SoC_version"] = "Ascend910_93";
    infos.SetPlatformRes("version", version);
    EXPECT_EQ(PlatformAscendC(&infos).GetLibApiWorkSpaceSize(), 16777216u);
    EXPECT_EQ(MemoryOf(PlatformAscendC(&infos), CoreMemType::UB), 4096u - 256u);
}

TEST(PlatFormInfos, CopiesAreIndependent) {
    fe::PlatFormInfos infos = InfosOf("Ascend910B1");
    fe::PlatFormInfos copy = infos;
    fe::PlatFormInfos::Section section{{"ub_size", "1024"}};
    copy.SetPlatformRes("AICoreSpec", section);
    copy.SetCoreNum(3);
    std::string text;
    ASSERT_TRUE(infos.GetPlatformRes("AICoreSpec", "ub_size", text));
    EXPECT_EQ(text, "196608");
    EXPECT_EQ(infos.GetCoreNum(), 5u);
    EXPECT_FALSE(copy.GetPlatformRes("AICoreSpec", "l1_size", text)) << "a section is replaced whole";
    EXPECT_EQ(MemoryOf(PlatformAscendC(&copy), CoreMemType::UB), 768u);
}

TEST(PlatformInfoManager, FindsChipsByName) {
    fe::PlatFormInfos infos;
    fe::OptionalInfos optional;
    EXPECT_EQ(fe::PlatformInfoManager::Instance().GetPlatformInfos("Ascend310B1", infos, optional), 0u);
    EXPECT_EQ(PlatformAscendC(&infos).GetSocVersion(), SocVersion::ASCEND310B);
    EXPECT_EQ(optional.GetSocVersion(), "Ascend310B1");
    EXPECT_NE(fe::PlatformInfoManager::Instance().GetPlatformInfos("Ascend910B", infos, optional), 0u);
}

}  // namespace
