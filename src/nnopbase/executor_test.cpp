// The two phases, used and misused.
#include "nnopbase/executor.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "base/settings.h"
#include "nnopbase/executor_test_operator.h"

namespace {

TEST_F(Phases, ComputeWithoutAWorkspaceOrACopy) {
    ASSERT_EQ(Plan(a, b, out), 0) << TakeMessage();
    EXPECT_EQ(size, 0u);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(out_data[i], static_cast<float>(i) * 3.5f);
    }
    ASSERT_EQ(calls_seen.size(), 1u);
    EXPECT_EQ(calls_seen[0].inputs[0].data, a_data.data());
    EXPECT_EQ(calls_seen[0].output.data, out_data.data());
}

// Views of every kind, folded and step by step: the same bits.
TEST_F(Phases, FoldedAndStepByStepAgree) {
    std::vector<half> halves(64);
    for (size_t i = 0; i < halves.size(); ++i) {
        halves[i] = half(static_cast<float>(i) * 0.37f - 9);
    }
    const Described row(halves.data(), ACL_FLOAT16, {1, 3}, {3, 2}, 4, {64});
    std::vector<float> wide(64);
    for (size_t i = 0; i < wide.size(); ++i) {
        wide[i] = static_cast<float>(i) * 1.0009765625f;
    }
    const Described transposed(wide.data(), ACL_FLOAT, {5, 2, 3}, {1, 30, 5}, 3, {64});
    std::vector<bfloat16_t> results[2];
    for (int mode = 0; mode < 2; ++mode) {
        unfold = mode == 1;
        std::vector<bfloat16_t>& result = results[mode];
        result.assign(100, bfloat16_t(-77.0f));
        const Described sliced(result.data(), ACL_BF16, {5, 2, 3}, {18, 9, 2}, 1, {100});
        ASSERT_EQ(Plan(row, transposed, sliced), 0) << TakeMessage();
        EXPECT_EQ(size > 0, unfold);
        ASSERT_EQ(Run(), 0) << TakeMessage();
    }
    int written = 0;
    for (size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(results[0][i].bits(), results[1][i].bits()) << i;
        written += results[0][i].bits() != bfloat16_t(-77.0f).bits();
    }
    EXPECT_EQ(written, 30);
    // Element [4, 1, 2] lies at 1 + 4*18 + 9 + 2*2 = 86.
    const float expected = static_cast<float>(halves[4 + 2 * 2]) + 10 * wide[3 + 4 + 30 + 2 * 5];
    EXPECT_EQ(results[0][86].bits(), bfloat16_t(expected).bits());
}

TEST_F(Phases, NamesNullsAndDeadTensors) {
    EXPECT_EQ(Plan(nullptr, b, out), 161001);
    EXPECT_NE(TakeMessage().find("aclnnWeightedSum: a is null"), std::string::npos);
    EXPECT_EQ(size, 12345u) << "untouched";
    EXPECT_EQ(aclnnWeightedSumGetWorkspaceSize(a, b, out, nullptr, &executor), 161001);
    EXPECT_NE(TakeMessage().find("workspaceSize is null"), std::string::npos);
    EXPECT_EQ(aclnnWeightedSumGetWorkspaceSize(a, b, out, &size, nullptr), 161001);
    EXPECT_NE(TakeMessage().find("executor is null"), std::string::npos);
    const aclTensor* dead = nullptr;
    {
        const Described gone(a_data.data(), ACL_FLOAT, {2, 4});
        dead = gone;
    }
    EXPECT_EQ(Plan(a, dead, out), 161002);
    EXPECT_NE(TakeMessage().find("aclnnWeightedSum: b ("), std::string::npos);
}

TEST_F(Phases, RefuseShapesInWords) {
    const Described wrong(out_data.data(), ACL_FLOAT, {4, 2});
    EXPECT_EQ(Plan(a, b, wrong), 161002);
    EXPECT_NE(TakeMessage().find("aclnnWeightedSum: out shape is [4, 2], expected [2, 4]"),
              std::string::npos);
    const Described three(a_data.data(), ACL_FLOAT, {3});
    EXPECT_EQ(Plan(a, three, out), 161002);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("a shape is [2, 4] and b shape is [3]"), std::string::npos) << message;
}

TEST_F(Phases, RefuseViewsThatLeaveTheirStorageAndOverlaps) {
    const auto refused = [&](const aclTensor* x, const aclTensor* y, const aclTensor* z, const char* words) {
        EXPECT_EQ(Plan(x, y, z), 161002) << words;
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(words), std::string::npos) << message;
        EXPECT_EQ(executor, nullptr);
        EXPECT_EQ(size, 12345u);
    };
    refused(Described(a_data.data(), ACL_FLOAT, {2, 4}, {4, 1}, 1), b, out, "the view of a (shape [2, 4]");
    refused(a, Described(b_data.data(), ACL_FLOAT, {2, 4}, {4, -1}, 3), out,
            "b has stride -1 in dimension 1");
    refused(a, b, Described(out_data.data(), ACL_FLOAT, {2, 4}, {0, 1}), "output out overlaps itself");
    std::array<float, 9> shared{};
    refused(Described(shared.data(), ACL_FLOAT, {2, 4}), b, Described(shared.data() + 1, ACL_FLOAT, {2, 4}),
            "output out partly overlaps a");
    EXPECT_EQ(Plan(a, b, Described(a_data.data(), ACL_FLOAT, {2, 4})), 0) << "in place";
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(Phases, InPlaceGivesTheSame) {
    for (const bool steps : {false, true}) {
        unfold = steps;
        std::array<float, 8> data = a_data;
        const Described both(data.data(), ACL_FLOAT, {2, 4});
        ASSERT_EQ(Plan(both, b, both), 0) << TakeMessage();
        ASSERT_EQ(Run(), 0) << TakeMessage();
        for (size_t i = 0; i < 8; ++i) {
            EXPECT_EQ(data[i], static_cast<float>(i) * 3.5f) << steps;
        }
    }
}

TEST_F(Phases, AnInPlaceFormRunsWhatTheOtherFormPlanned) {
    ASSERT_EQ(Plan(a, b, out), 0);
    EXPECT_EQ(aclnnInplaceWeightedSum(nullptr, 0, executor, nullptr), 0) << TakeMessage();
}

TEST_F(Phases, AnExecutorRunsOnceAndOnlyForItsOwnFunction) {
    ASSERT_EQ(Plan(a, b, out), 0);
    EXPECT_EQ(aclnnOther(nullptr, 0, executor, nullptr), 161002);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("aclnnOther"), std::string::npos) << message;
    EXPECT_NE(message.find("aclnnWeightedSumGetWorkspaceSize"), std::string::npos) << message;
    EXPECT_EQ(Run(), 0) << "still good for its own";
    EXPECT_EQ(Run(), 561102);
    EXPECT_NE(TakeMessage().find("not live"), std::string::npos);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 561000);
    EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), 561103);
    EXPECT_EQ(aclnnWeightedSum(nullptr, 0, nullptr, nullptr), 161001);
    int foreign = 0;
    EXPECT_EQ(aclnnWeightedSum(nullptr, 0, reinterpret_cast<aclOpExecutor*>(&foreign), nullptr), 561102);
    TakeMessage();
}

TEST_F(Phases, ARepeatableExecutorRunsUntilDestroyed) {
    ASSERT_EQ(Plan(a, b, out), 0);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
    for (int round = 0; round < 3; ++round) {
        a_data[3] = static_cast<float>(round);
        ASSERT_EQ(Run(), 0);
        EXPECT_EQ(out_data[3], static_cast<float>(round) + 7.5f);
    }
    EXPECT_EQ(nnopbase::NeverRunExecutors().find("aclnnWeightedSum"), std::string::npos) << "it ran";
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    EXPECT_EQ(Run(), 561102);
    TakeMessage();
}

TEST_F(Phases, CheckTheWorkspace) {
    unfold = true;
    const auto plan_and_run = [&](void* memory, int64_t difference) {
        EXPECT_EQ(Plan(a, b, out), 0);
        return aclnnWeightedSum(memory, static_cast<uint64_t>(static_cast<int64_t>(size) + difference),
                                executor, nullptr);
    };
    ASSERT_EQ(Plan(a, b, out), 0);
    // Result, its DOUBLE copy and the copy back, of which two are in use at a time: 512 bytes each.
    EXPECT_EQ(size, 1024u);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 8192, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    EXPECT_EQ(plan_and_run(nullptr, 0), 161001);
    EXPECT_NE(TakeMessage().find("workspace is null (size given 1024), needed 1024"), std::string::npos);
    EXPECT_EQ(plan_and_run(memory, -1), 161002);
    EXPECT_NE(TakeMessage().find("workspace has 1023 bytes, needed 1024"), std::string::npos);
    EXPECT_EQ(aclnnWeightedSum(memory, size, executor, nullptr), 561102) << "a refused executor is gone";
    EXPECT_EQ(plan_and_run(static_cast<char*>(memory) + 1, 0), 161002);
    EXPECT_NE(TakeMessage().find("misaligned"), std::string::npos);
    EXPECT_EQ(out_data, (std::array<float, 8>{})) << "untouched";
    EXPECT_EQ(plan_and_run(memory, 4096), 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(out_data[7], 24.5f);
    EXPECT_EQ(aclrtFree(memory), 0);
    TakeMessage();
}

TEST_F(Phases, CheckTheMemoryOfTensors) {
    const Described nothing(nullptr, ACL_FLOAT, {2, 4});
    ASSERT_EQ(Plan(a, nothing, out), 0) << TakeMessage();
    EXPECT_EQ(Run(), 161002);
    EXPECT_NE(TakeMessage().find("the data of b is null, expected memory for shape [2, 4]"),
              std::string::npos);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 1024, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    static std::array<float, 512> inputs;  // not of the heap: never beside `memory`
    const Described x(inputs.data(), ACL_FLOAT, {512});
    const Described large(memory, ACL_FLOAT, {512});
    ASSERT_EQ(Plan(x, x, large), 0) << TakeMessage();
    EXPECT_EQ(Run(), 161002);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("out at 0x"), std::string::npos) << message;
    EXPECT_NE(message.find("needs 2048 bytes"), std::string::npos) << message;
    EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Phases, EmptyTensorsNeedNothing) {
    const Described x(nullptr, ACL_FLOAT, {0, 3});
    const Described y(nullptr, ACL_FLOAT, {1, 3});
    const Described z(nullptr, ACL_FLOAT, {0, 3});
    ASSERT_EQ(Plan(x, y, z), 0) << TakeMessage();
    EXPECT_EQ(size, 0u);
    ASSERT_NE(executor, nullptr);
    EXPECT_EQ(aclnnWeightedSum(nullptr, 0, executor, nullptr), 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_TRUE(calls_seen.empty());
}

TEST_F(Phases, TensorsMayGoAfterTheFirst) {
    {
        const Described x(a_data.data(), ACL_FLOAT, {2, 4});
        const Described z(out_data.data(), ACL_FLOAT, {2, 4});
        ASSERT_EQ(Plan(x, b, z), 0);
    }
    ASSERT_EQ(Run(), 0);
    EXPECT_EQ(out_data[4], 14.0f);
}

TEST_F(Phases, ManyThatNeverRunAreReportedNotFatal) {
    const std::string before = nnopbase::NeverRunExecutors();
    EXPECT_EQ(before.find("aclnnWeightedSum"), std::string::npos) << before;
    std::vector<aclOpExecutor*> executors;
    for (int i = 0; i < 100000; ++i) {
        ASSERT_EQ(Plan(a, b, out), 0) << i;
        executors.push_back(executor);
    }
    EXPECT_NE(nnopbase::NeverRunExecutors().find("aclnnWeightedSum: 100000 executors"), std::string::npos);
    EXPECT_EQ(aclnnFinalize(), 0);
    for (aclOpExecutor* each : executors) {
        ASSERT_EQ(aclDestroyAclOpExecutor(each), 0);
    }
    EXPECT_EQ(nnopbase::NeverRunExecutors(), before);
}

TEST_F(Phases, AnOperatorWithoutImplementationIs561103WithTheReason) {
    EXPECT_EQ(aclnnNowhereGetWorkspaceSize(a, out, &size, &executor), 561103);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("561003"), std::string::npos) << message;
    EXPECT_NE(message.find("aclnnNowhere"), std::string::npos) << message;
}

TEST_F(Phases, AnEngineThatAnOperatorLacksIsAnError) {
    ASSERT_TRUE(base::SetSetting("engine", "aicore").ok());
    EXPECT_EQ(Plan(a, b, out), 561103);
    ASSERT_TRUE(base::SetSetting("engine", "auto").ok());
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("ACLNN_CPU_ENGINE=aicore was asked for, but WeightedSum has a native kernel only"),
              std::string::npos)
        << message;
}

TEST_F(Phases, RunFromSeveralThreads) {
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            aclrtStream stream = nullptr;
            wrong += aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0;
            for (int i = 0; i < 500; ++i) {
                const Described x(a_data.data(), ACL_FLOAT, {2, 4});
                std::array<float, 8> result{};
                const Described z(result.data(), ACL_FLOAT, {2, 4});
                uint64_t bytes = 0;
                aclOpExecutor* mine = nullptr;
                // A plan without the kernel, which records its calls: copies only.
                wrong += l0op::Contiguous(x, nullptr) != nullptr;
                wrong += aclnnWeightedSumGetWorkspaceSize(x, x, z, &bytes, &mine) != 0;
                wrong += aclDestroyAclOpExecutor(mine) != 0;
                TakeMessage();
            }
            wrong += aclrtDestroyStream(stream) != 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST(Launcher, TakesArgumentsOfEveryKind) {
    UniqueExecutor unique("Launcher");
    const int64_t ints[] = {1, 2};
    const aclIntArray* array = unique->AllocIntArray(ints, 2);
    const auto attrs =
        OP_ATTR(true, 7, 8u, 1.5f, 2.5, "text", std::string("more"), array, op::DataType::DT_INT8,
                int64_t{1} << 40, op::OpImplMode::IMPL_MODE_HIGH_PRECISION);
    const op::OpArgContext context = op::MakeOpArgContext(OP_INPUT(nullptr), attrs);
    ASSERT_EQ(context.attrs().count, 11u);
    const op::OpArgType types[] = {
        op::OpArgType::OPARG_BOOL,   op::OpArgType::OPARG_INT,      op::OpArgType::OPARG_UINT,
        op::OpArgType::OPARG_FLOAT,  op::OpArgType::OPARG_DOUBLE,   op::OpArgType::OPARG_STRING,
        op::OpArgType::OPARG_STRING, op::OpArgType::OPARG_INT_LIST, op::OpArgType::OPARG_DATATYPE,
        op::OpArgType::OPARG_INT,    op::OpArgType::OPARG_IMPLMODE};
    for (size_t i = 0; i < 11; ++i) {
        EXPECT_EQ(context.attrs()[i].type, types[i]) << i;
    }
    EXPECT_EQ(context.attrs()[9].integer, int64_t{1} << 40);
    const aclTensor* values = unique->ConvertToTensor(array, op::DataType::DT_FLOAT);
    ASSERT_NE(values, nullptr);
    EXPECT_EQ(static_cast<const float*>(values->GetData())[1], 2.0f);
    EXPECT_EQ(unique->AllocScalar(2.5f)->ToDouble(), 2.5);
}

}  // namespace
