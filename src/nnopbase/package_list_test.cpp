#include "nnopbase/package_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace aclnn_cpu::nnopbase {
namespace {

// "path <named_by>" or "path (why not)", a line each.
std::string Text(const std::vector<PackagePlace>& places) {
    std::string text;
    for (const PackagePlace& place : places) {
        text += place.path + (place.IsPackage() ? " <" + place.named_by + ">" : " (" + place.why_not + ")") +
                "\n";
    }
    return text;
}

class PackageList : public testing::Test {
 protected:
    PackageList() : opp_(testing::TempDir() + "/package_list_opp") {
        std::filesystem::remove_all(opp_);
        std::filesystem::create_directories(opp_ + "/vendors");
    }
    ~PackageList() override { std::filesystem::remove_all(opp_); }

    // The vendors that a configuration of this text gives.
    std::string Configured(const std::string& text) const {
        std::ofstream(Config()) << text;
        std::string found = Text(ListPackages("/custom", opp_.c_str()));
        const std::string first = "/custom <ASCEND_CUSTOM_OPP_PATH>\n";
        EXPECT_TRUE(found.starts_with(first)) << found;
        return found.substr(first.size());
    }
    std::string Config() const { return opp_ + "/vendors/config.ini"; }
    std::string Line(const std::string& vendor) const {
        return opp_ + "/vendors/" + vendor + " <" + Config() + ">\n";
    }

    const std::string opp_;
};

TEST_F(PackageList, SaysWhatIsNotSet) {
    EXPECT_EQ(Text(ListPackages(nullptr, nullptr)),
              "ASCEND_CUSTOM_OPP_PATH (not set)\nASCEND_OPP_PATH (not set)\n");
    EXPECT_EQ(Text(ListPackages("", "")), "ASCEND_CUSTOM_OPP_PATH (not set)\nASCEND_OPP_PATH (not set)\n");
}

TEST_F(PackageList, RelativeFoldersCountFromWhereTheProgramIsNow) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(opp_);
    std::ofstream(Config()) << "load_priority=b_nn";
    const std::string here = std::filesystem::current_path().string();
    const std::string found = Text(ListPackages("a_nn:./a_nn/:../a_nn:/a_nn", "."));
    std::filesystem::current_path(before);
    EXPECT_EQ(found, here + "/a_nn <ASCEND_CUSTOM_OPP_PATH>\n" +
                         std::filesystem::path(here).parent_path().string() +
                         "/a_nn <ASCEND_CUSTOM_OPP_PATH>\n" + "/a_nn <ASCEND_CUSTOM_OPP_PATH>\n" + here +
                         "/vendors/b_nn <" + here + "/vendors/config.ini>\n");
}

TEST_F(PackageList, TakesEachFolderOnceAndNothingFromEmptyParts) {
    EXPECT_EQ(Text(ListPackages(":/a/one_nn/::/b c/two_nn:/a/one_nn:", nullptr)),
              "/a/one_nn <ASCEND_CUSTOM_OPP_PATH>\n/b c/two_nn <ASCEND_CUSTOM_OPP_PATH>\nASCEND_OPP_PATH "
              "(not set)\n");
}

TEST_F(PackageList, ReadsTheFirstLineOfPriorities) {
    EXPECT_EQ(Configured("load_priority=one_nn,two_nn"), Line("one_nn") + Line("two_nn"));
    EXPECT_EQ(Configured(
                  "# load_priority=none\n[vendors]\n load_priority = two_nn , one_nn,,\r\nload_priority=x\n"),
              Line("two_nn") + Line("one_nn"));
    EXPECT_EQ(Configured("load_priority="), "");
    EXPECT_EQ(Configured("vendors=one_nn\n"), Config() + " (has no load_priority)\n");
    std::filesystem::remove(Config());
    EXPECT_EQ(Text(ListPackages("/custom", (opp_ + "/").c_str())),
              "/custom <ASCEND_CUSTOM_OPP_PATH>\n" + Config() + " (no such file)\n");
}

TEST_F(PackageList, TheCustomPathCountsFirstForAFolderThatBothName) {
    std::ofstream(Config()) << "load_priority=one_nn,two_nn";
    const std::string two = opp_ + "/vendors/two_nn";
    EXPECT_EQ(Text(ListPackages(two.c_str(), opp_.c_str())),
              two + " <ASCEND_CUSTOM_OPP_PATH>\n" + Line("one_nn"));
}

TEST_F(PackageList, WarnsOfPackagesOnlyWhereNothingIsNamed) {
    for (const char* name : {"b_nn", "a_nn"}) {
        std::filesystem::create_directories(opp_ + "/vendors/" + name + "/op_api/lib");
        std::ofstream(opp_ + "/vendors/" + name + "/" + kPackageLibrary) << "x";
    }
    EXPECT_EQ(WarningOfUnnamed(ListPackages(nullptr, opp_.c_str())),
              "not used: " + opp_ + "/vendors/a_nn, " + opp_ +
                  "/vendors/b_nn; name them in load_priority of " + Config() +
                  " or in ASCEND_CUSTOM_OPP_PATH");
    EXPECT_EQ(WarningOfUnnamed(ListPackages("/custom", opp_.c_str())), "");
    std::ofstream(Config()) << "load_priority=a_nn";
    EXPECT_EQ(WarningOfUnnamed(ListPackages(nullptr, opp_.c_str())), "");
    EXPECT_EQ(WarningOfUnnamed({}), "");
}

TEST_F(PackageList, NamesPackagesThatTheConfigurationLeavesOut) {
    for (const char* name : {"b_nn", "a_nn", "one_nn"}) {
        std::filesystem::create_directories(opp_ + "/vendors/" + name + "/op_api/lib");
        std::ofstream(opp_ + "/vendors/" + name + "/" + kPackageLibrary) << "x";
    }
    std::filesystem::create_directories(opp_ + "/vendors/no_package");
    EXPECT_EQ(Configured("load_priority=one_nn"), Line("one_nn") + opp_ +
                                                      "/vendors/a_nn (not in load_priority)\n" + opp_ +
                                                      "/vendors/b_nn (not in load_priority)\n");
}

}  // namespace
}  // namespace aclnn_cpu::nnopbase
