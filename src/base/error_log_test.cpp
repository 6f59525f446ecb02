#include "base/error_log.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace {

using aclnn_cpu::base::RememberError;
using aclnn_cpu::base::Report;
using aclnn_cpu::base::Status;
using aclnn_cpu::base::TakeRecentErrors;

TEST(ErrorLog, ReturnsNewestFirstAndForgets) {
    EXPECT_EQ(TakeRecentErrors(), nullptr);
    EXPECT_EQ(Report(Status(161002, "first")), 161002);
    EXPECT_EQ(Report(Status(361001, "second")), 361001);
    EXPECT_EQ(Report(Status(561103, "third")), 561103);
    EXPECT_EQ(std::string(TakeRecentErrors()),
              "EZ9999: [561103] third\nEZ9903: [361001] second\nEZ1001: [161002] first");
    EXPECT_EQ(TakeRecentErrors(), nullptr);
}

TEST(ErrorLog, SuccessLeavesNoMessage) {
    EXPECT_EQ(Report(Status::Ok()), 0);
    EXPECT_EQ(TakeRecentErrors(), nullptr);
}

TEST(ErrorLog, EachThreadHasItsOwn) {
    RememberError(161001, "mine");
    std::thread([] {
        EXPECT_EQ(TakeRecentErrors(), nullptr);
        RememberError(161002, "theirs");
        EXPECT_NE(std::string(TakeRecentErrors()).find("theirs"), std::string::npos);
    }).join();
    EXPECT_EQ(std::string(TakeRecentErrors()), "EZ1001: [161001] mine");
}

TEST(ErrorLog, KeepsABoundedNumber) {
    for (int i = 0; i < 1000; ++i) {
        RememberError(161002, std::to_string(i));
    }
    const std::string all = TakeRecentErrors();
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 63);
    EXPECT_EQ(all.substr(0, all.find('\n')), "EZ1001: [161002] 999");
}

}  // namespace
