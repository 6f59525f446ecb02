#include "base/call_stack.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using aclnn_cpu::base::AtOrigin;
using aclnn_cpu::base::CallStack;
using aclnn_cpu::base::Origin;
using aclnn_cpu::base::OriginIfChecked;
using aclnn_cpu::base::SetSetting;

__attribute__((noinline)) Origin Record() {
    Origin origin = CallStack::Here();
    __asm__ volatile("" ::: "memory");  // so that it is no tail call
    return origin;
}

TEST(CallStack, NamesTheFramesOfTheProgramOnly) {
    const std::string text = Record()->Text();
    const int line = __LINE__ - 1;
    EXPECT_EQ(text.find("(anonymous namespace)::Record (call_stack_test.cpp:"), 0u) << text;
    EXPECT_NE(text.find("TestBody (call_stack_test.cpp:" + std::to_string(line) + ")"), std::string::npos)
        << text;
}

struct Recorded {
    Origin origin;
    void* caller;
};
__attribute__((noinline)) Recorded RecordWithCaller() {
    return {CallStack::Here(), __builtin_return_address(0)};
}

// Not with the function that reads the stack, be it ours or a sanitizer's.
TEST(CallStack, BeginsWithItsCaller) {
    const auto [origin, caller] = RecordWithCaller();
    ASSERT_GE(origin->frames().size(), 2u);
    EXPECT_EQ(origin->frames()[1], caller);
}

TEST(CallStack, IsTheSameFromTheSamePlace) {
    Origin origins[2];
    for (Origin& origin : origins) {
        origin = Record();
    }
    EXPECT_EQ(origins[0]->Text(), origins[1]->Text());
}

TEST(CallStack, IsRecordedUnderTheCheckerOnly) {
    ASSERT_TRUE(SetSetting("check", "0").ok());
    EXPECT_EQ(OriginIfChecked(), nullptr);
    EXPECT_EQ(AtOrigin(nullptr), "");
    ASSERT_TRUE(SetSetting("check", "1").ok());
    EXPECT_EQ(AtOrigin(OriginIfChecked()).substr(0, 4), " at ");
    ASSERT_TRUE(SetSetting("check", "0").ok());
}

}  // namespace
