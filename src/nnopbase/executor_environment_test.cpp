// First phases and what surrounds them: settings, reports, libraries that come and go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "acl/acl.h"
#include "base/settings.h"
#include "nnopbase/engines/engine.h"
#include "nnopbase/executor.h"
#include "nnopbase/executor_test_operator.h"
#include "register/registry.h"
#include "simd/targets.h"

namespace {

TEST_F(Phases, AnEmptyOutputMeansNoMemoryToCheck) {
    const Described x(nullptr, ACL_FLOAT, {0, 3});
    const Described leaves(b_data.data(), ACL_FLOAT, {1, 3}, {3, 1}, 2, {1, 3});
    const Described z(nullptr, ACL_FLOAT, {0, 3});
    ASSERT_EQ(Plan(x, leaves, z), 0);
    EXPECT_EQ(TakeMessage(), "");
    EXPECT_EQ(Run(), 0) << TakeMessage();
}

// As a library does that is unloaded between the phases: its texts go.
TEST_F(Phases, AnExecutorKeepsNoTextOfItsOperatorsLibrary) {
    std::string api = "aclnnOfALibrary", names = "DFX_IN(first, b)";
    {
        op::internal::PhaseOne phase(api.c_str(), names.c_str(), "DFX_OUT(z)");
        ASSERT_EQ(phase.Begin(&size, &executor, std::make_tuple(a.tensor), std::make_tuple(out.tensor)), 0);
        UniqueExecutor unique("unused");
        ASSERT_NE(l0op::WeightedSum(a, b, out, unique.get()), nullptr) << TakeMessage();
        unique.ReleaseTo(&executor);
    }
    std::fill(api.begin(), api.end(), '?');
    std::fill(names.begin(), names.end(), '?');
    const auto program = nnopbase::Executors().Find(executor);
    ASSERT_NE(program, nullptr);
    EXPECT_STREQ(program->api, "aclnnOfALibrary");
    ASSERT_EQ(program->user_ranges.size(), 3u);
    EXPECT_EQ(program->user_ranges[0].name.Text(), "first");
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(Phases, AnUnloadedLibrarysKernelIsNotPlannedAgain) {
    static int library = 0;
    registry::OperatorImplementations rows{};
    rows.op_type = "Nowhere";
    rows.kernel_file = "none";
    rows.native_kernel = reinterpret_cast<const void*>(&WeightedSum);
    rows.native_inputs = 1;
    registry::RegisterImplementations(&library, ACLNN_CPU_ABI_TAG, rows);
    ASSERT_EQ(aclnnNowhereGetWorkspaceSize(a, out, &size, &executor), 0) << TakeMessage();
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    registry::UnregisterLibrary(&library);
    EXPECT_EQ(aclnnNowhereGetWorkspaceSize(a, out, &size, &executor), 561103);
    TakeMessage();
}

TEST_F(Phases, ANativeKernelTakesOnlyInputsThatBroadcastToItsOutput) {
    UniqueExecutor unique("Shapes");
    const Described leading(b_data.data(), ACL_FLOAT, {1, 1, 2, 4});
    const Described row(b_data.data(), ACL_FLOAT, {1, 4});
    const Described flat(b_data.data(), ACL_FLOAT, {8});
    const Described nine(b_data.data(), ACL_FLOAT, {1, 1, 1, 1, 1, 1, 1, 2, 4});
    EXPECT_EQ(l0op::WeightedSum(a, flat, out, unique.get()), nullptr);
    EXPECT_EQ(l0op::WeightedSum(a, nine, out, unique.get()), nullptr);
    EXPECT_NE(TakeMessage().find("inputs that broadcast"), std::string::npos);
    EXPECT_NE(l0op::WeightedSum(row, leading, out, unique.get()), nullptr);
    unique.ReleaseTo(&executor);
    ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), 0) << TakeMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(out_data[i], b_data[i % 4] + 10 * b_data[i]) << i;
    }
}

// Lines of the report, times left out.
TEST_F(Phases, VerboseTellsThePlanTheEngineAndTheTime) {
    ASSERT_TRUE(base::SetSetting("verbose", "1").ok());
    const Described row(a_data.data(), ACL_FLOAT16, {1, 4});
    std::string reports[2];
    for (int mode = 0; mode < 2; ++mode) {
        unfold = mode == 1;
        testing::internal::CaptureStderr();
        EXPECT_EQ(Plan(row, b, out), 0);
        EXPECT_EQ(Run(), 0);
        reports[mode] = testing::internal::GetCapturedStderr();
    }
    ASSERT_TRUE(base::SetSetting("verbose", "0").ok());
    TakeMessage();
    EXPECT_THAT(reports[0], testing::ContainsRegex(
                                "aclnnWeightedSum: engine native \\(best that has the operator\\), one "
                                "pass, workspace 0 bytes"));
    EXPECT_THAT(reports[1], testing::ContainsRegex("engine native \\(best that has the operator\\), node by "
                                                   "node: [a-z][^\n]*, workspace [1-9][0-9]* bytes"));
    for (const std::string& report : reports) {
        EXPECT_THAT(report, testing::ContainsRegex("\n  BroadcastTo\\(%[0-9]+ FLOAT16 \\[1, 4\\] of a\\) -> "
                                                   "%[0-9]+ FLOAT16 \\[2, 4\\]\n"));
        EXPECT_THAT(report,
                    testing::ContainsRegex("\n  WeightedSum\\(%[0-9]+ FLOAT \\[2, 4\\], %[0-9]+ FLOAT "
                                           "\\[2, 4\\] of b, absent\\) -> "));
        EXPECT_THAT(report, testing::ContainsRegex("\n  ran in [0-9]+\\.[0-9] us"));
    }
    testing::internal::CaptureStderr();
    EXPECT_EQ(Plan(a, b, out), 0);
    EXPECT_EQ(Run(), 0);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Phases, AnInstructionSetThatTheMachineLacksIsRefused) {
    base::Settings settings;
    EXPECT_TRUE(nnopbase::CheckSettings(settings).ok());
    settings.target = static_cast<base::SimdTarget>(77);  // no machine has it
    EXPECT_EQ(nnopbase::CheckSettings(settings).code(), 100000);
    const auto available = simd::AvailableTargets();
    for (const base::SimdTarget target : simd::CompiledTargets()) {
        const bool has = std::find(available.begin(), available.end(), target) != available.end();
        ASSERT_TRUE(base::SetSetting("target", simd::TargetName(target)).ok());
        EXPECT_EQ(Plan(a, b, out), has ? 0 : 100000) << simd::TargetName(target);
        if (has) {
            EXPECT_EQ(Run(), 0);
        } else {
            EXPECT_NE(TakeMessage().find("which this CPU lacks"), std::string::npos);
        }
    }
    ASSERT_TRUE(base::SetSetting("target", "best").ok());
}

// Settings are read once, so a process of its own reads bad ones.
TEST(SettingsProblem, FailsTheFirstPhaseWithItsOwnCode) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    base::CurrentSettings();
    setenv("ACLNN_CPU_TARGET", "mmx", 1);
    const auto plan = [] {
        std::array<float, 2> data{};
        const Described x(data.data(), ACL_FLOAT, {2});
        uint64_t bytes = 0;
        aclOpExecutor* none = nullptr;
        const aclnnStatus status = aclnnWeightedSumGetWorkspaceSize(x, x, x, &bytes, &none);
        std::fputs(TakeMessage().c_str(), stderr);
        std::_Exit(status == 100000 && none == nullptr ? 0 : 1);
    };
    EXPECT_EXIT(plan(), testing::ExitedWithCode(0), "ACLNN_CPU_TARGET.*'mmx'");
    unsetenv("ACLNN_CPU_TARGET");
}

TEST(Init, AnEmptyPathIsNoPath) {
    EXPECT_EQ(aclnnInit(nullptr), 0);
    EXPECT_EQ(aclnnInit(""), 0) << TakeMessage();
    EXPECT_NE(aclnnInit("/nowhere/at/all.json"), 0);
    TakeMessage();
}

}  // namespace
