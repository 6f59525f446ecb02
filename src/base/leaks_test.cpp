#include "base/leaks.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using aclnn_cpu::base::CallStack;
using aclnn_cpu::base::Leak;
using aclnn_cpu::base::LeakReport;
using aclnn_cpu::base::Origin;

std::string Until(const std::string& text, const std::string& end) { return text.substr(0, text.find(end)); }

TEST(Leaks, AreGroupedByKindThenByPlace) {
    std::vector<Leak> leaks;
    const Origin one_place = CallStack::Here();
    const int one_line = __LINE__ - 1;
    const Origin other_place = CallStack::Here();
    leaks.push_back({"device memory", "aclrtFree", 4096, one_place});
    leaks.push_back({"stream", "aclrtDestroyStream", 0, nullptr});
    leaks.push_back({"device memory", "aclrtFree", 4096, one_place});
    leaks.push_back({"device memory", "aclrtFree", 64, other_place});
    const std::string report = LeakReport(leaks);
    EXPECT_EQ(Until(report, ", made at"),
              "aclFinalize: the program did not give back all that it made\n"
              "  device memory: 3 left, 8256 bytes in all; give them back with aclrtFree\n"
              "    2 x 4096 bytes")
        << report;
    EXPECT_NE(report.find("leaks_test.cpp:" + std::to_string(one_line)), std::string::npos) << report;
    EXPECT_NE(report.find("\n    1 x 64 bytes, made at "), std::string::npos) << report;
    EXPECT_NE(report.find("\n  stream: 1 left; give it back with aclrtDestroyStream"
                          "\n    1, made before the checker was on"),
              std::string::npos)
        << report;
}

TEST(Leaks, PlacesThatReadTheSameAreOneLine) {
    std::vector<Leak> leaks;
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        leaks.push_back({"event", "aclrtDestroyEvent", 0, CallStack::Here()});
    }
    const std::string report = LeakReport(leaks);
    EXPECT_NE(report.find("\n    3, made at "), std::string::npos) << report;
}

TEST(Leaks, FewPlacesAreShown) {
    std::vector<Leak> leaks;
    for (uint64_t i = 0; i < 25; ++i) {
        leaks.push_back({"device memory", "aclrtFree", 100 - i, nullptr});
    }
    const std::string report = LeakReport(leaks);
    EXPECT_NE(report.find("    1 x 81 bytes"), std::string::npos) << report;
    EXPECT_EQ(report.find(" 80 bytes"), std::string::npos) << report;
    EXPECT_NE(report.find("\n    and 5 at other places"), std::string::npos) << report;
}

TEST(Leaks, NoneMakeNoReport) { EXPECT_EQ(LeakReport({}), ""); }

}  // namespace
