// Names. The numbers are held in soc_numbers_test.cpp.
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
        EXPECT_EQ(FindSoc(soc.name, &found).ok(), soc.name != "Ascend910B") << soc.name;
        EXPECT_EQ(found, soc.name != "Ascend910B" ? &soc : nullptr);
        ASSERT_TRUE(FindSoc(std::string(soc.compute_unit) + ":" + std::string(soc.name), &found).ok());
        EXPECT_EQ(found, &soc);
    }
}

TEST(Soc, ComputeUnitsStandForTheirDefaultChip) {
    EXPECT_EQ(Resolve("ascend910b"), "Ascend910B1");
    EXPECT_EQ(Resolve("ascend310b"), "Ascend310B1");
    EXPECT_EQ(Resolve("ascend310p"), "Ascend310P1");
    EXPECT_EQ(Resolve("ascend910"), "Ascend910A");
    EXPECT_EQ(Resolve("ascend910_93"), "Ascend910_9391");
    EXPECT_EQ(Resolve("ascend950"), "Ascend950PR_9599");
    EXPECT_EQ(Resolve("ascend350"), "Ascend350_355e");
    EXPECT_EQ(Resolve("kirinx90"), "KirinX90");
    EXPECT_EQ(Resolve("kirin9030"), "Kirin9030");
    EXPECT_EQ(Resolve("ascendtoy"), "AscendToy");
    EXPECT_EQ(Resolve("ascend910b4-1"), "Ascend910B4-1");
}

TEST(Soc, TheBareNameWithTwoReadingsIsRefused) {
    const Soc* soc = nullptr;
    const Status status = FindSoc("Ascend910B", &soc);
    EXPECT_EQ(status.code(), 100000);
    EXPECT_EQ(soc, nullptr);
    EXPECT_NE(status.message().find("use ascend910:Ascend910B"), std::string::npos) << status.message();
    EXPECT_EQ(Resolve("ascend910:ascend910b"), "Ascend910B");
    EXPECT_EQ(Resolve("ascend910b:Ascend910B3"), "Ascend910B3");
    EXPECT_NE(status.message().find("old Ascend910"), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("ascend910b for Ascend910B1"), std::string::npos) << status.message();
}

TEST(Soc, AnUnknownNameListsWhatExists) {
    for (const char* name : {"Ascend999", "", "Ascend910", "ascend910b11", ":Ascend910B",
                             "ascend910b:Ascend910B", "ascend910:", "ascend310p:Ascend910B1"}) {
        const Soc* soc = nullptr;
        const Status status = FindSoc(name, &soc);
        EXPECT_EQ(status.code(), 100000) << name;
        EXPECT_EQ(soc, nullptr) << name;
        EXPECT_NE(status.message().find("Ascend310B4"), std::string::npos) << status.message();
        EXPECT_NE(status.message().find("ascend310p (Ascend310P1)"), std::string::npos) << status.message();
        EXPECT_NE(status.message().find("ascend950 (Ascend950PR_9599), ascend350 (Ascend350_355e)"),
                  std::string::npos)
            << status.message();
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
