// First phases that are answered from memory.
#include <thread>

#include "nnopbase/executor.h"
#include "nnopbase/executor_test_operator.h"

namespace {

// How often the code of the function below ran.
int times_planned = 0;

aclnnStatus aclnnPlannedGetWorkspaceSize(const aclTensor* a, const aclTensor* b, double weight,
                                         const char* mode, const aclScalar* scalar, const aclTensor* out,
                                         uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnPlanned, DFX_IN(a, b, weight, mode, scalar), DFX_OUT(out));
    ++times_planned;
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    if (weight == 7) {
        unique->AbandonCache();
    }
    const aclTensor* x = Ready(a, out->GetViewShape(), op::DataType::DT_FLOAT, unique.get());
    const aclTensor* y = Ready(b, out->GetViewShape(), op::DataType::DT_FLOAT, unique.get());
    CHECK_RET(x != nullptr && y != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* z = l0op::WeightedSum(
        x, y, unique->AllocTensor(out->GetViewShape(), op::DataType::DT_FLOAT), unique.get());
    CHECK_RET(z != nullptr && l0op::ViewCopy(z, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

class Recalled : public Phases {
 protected:
    // Calls until the call has been remembered and checks that it is so.
    void Remember(const aclTensor* x, const aclTensor* y, const aclTensor* z, double weight = 1) {
        for (int i = 0; i < 2; ++i) {
            Call(x, y, z, weight);
        }
        const int before = times_planned;
        Call(x, y, z, weight);
        EXPECT_EQ(times_planned, before) << "the third call is answered from memory";
    }
    void Call(const aclTensor* x, const aclTensor* y, const aclTensor* z, double weight = 1,
              const char* mode = "none", const aclScalar* scalar = nullptr) {
        size = 99;
        ASSERT_EQ(aclnnPlannedGetWorkspaceSize(x, y, weight, mode, scalar, z, &size, &executor), 0)
            << TakeMessage();
        EXPECT_EQ(size, 0u);
        ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), 0) << TakeMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    }
    // Whether the code of the function ran.
    template <typename... Args>
    bool Plans(const Args&... args) {
        const int before = times_planned;
        Call(args...);
        return times_planned != before;
    }
};

TEST_F(Recalled, ComputesTheSameWithOtherAddresses) {
    Remember(a, b, out);
    std::array<float, 8> x_data{}, z_data{};
    x_data.fill(100);
    const Described x(x_data.data(), ACL_FLOAT, {2, 4}), z(z_data.data(), ACL_FLOAT, {2, 4});
    EXPECT_FALSE(Plans(x, b, z));
    EXPECT_EQ(z_data[3], 107.5f);
    out_data.fill(-1);
    EXPECT_FALSE(Plans(a, b, out));
    EXPECT_EQ(out_data[3], 10.5f);
    EXPECT_EQ(z_data[3], 107.5f);
}

TEST_F(Recalled, NoticesEveryDifference) {
    Remember(a, b, out);
    const Described flat(a_data.data(), ACL_FLOAT, {1, 4}),
        strided(a_data.data(), ACL_FLOAT, {2, 4}, {0, 1}, 0, {8}),
        later(a_data.data(), ACL_FLOAT, {2, 4}, {0, 1}, 4, {8});
    std::array<double, 8> doubles{};
    const Described wide(doubles.data(), ACL_DOUBLE, {2, 4});
    EXPECT_TRUE(Plans(flat, b, out)) << "shape";
    EXPECT_TRUE(Plans(strided, b, out)) << "strides";
    EXPECT_TRUE(Plans(later, b, out)) << "offset";
    EXPECT_TRUE(Plans(wide, b, out)) << "type";
    EXPECT_TRUE(Plans(a, a, out)) << "one tensor twice";
    EXPECT_EQ(out_data[3], 33);
    EXPECT_TRUE(Plans(a, b, out, 2.0)) << "a value";
    EXPECT_TRUE(Plans(a, b, out, 1.0, "other")) << "a text";
    float one = 1, two = 2;
    aclScalar* first = aclCreateScalar(&one, ACL_FLOAT);
    aclScalar* second = aclCreateScalar(&two, ACL_FLOAT);
    EXPECT_TRUE(Plans(a, b, out, 1.0, "none", first));
    EXPECT_TRUE(Plans(a, b, out, 1.0, "none", first));
    EXPECT_FALSE(Plans(a, b, out, 1.0, "none", first));
    EXPECT_TRUE(Plans(a, b, out, 1.0, "none", second)) << "the value of a scalar";
    EXPECT_EQ(aclDestroyScalar(first), 0);
    EXPECT_EQ(aclDestroyScalar(second), 0);
}

TEST_F(Recalled, NoticesOtherSettingsAndNewlyRegisteredOperators) {
    Remember(a, b, out);
    ASSERT_TRUE(base::SetSetting("threads", "7").ok());
    EXPECT_TRUE(Plans(a, b, out));
    EXPECT_EQ(calls_seen.back().threads, 7u);
    ASSERT_TRUE(base::SetSetting("threads", "1").ok());
    Remember(a, b, out);
    registry::OperatorImplementations rows{};
    rows.op_type = "AnotherOne";
    rows.kernel_file = "none";
    rows.native_kernel = reinterpret_cast<const void*>(&WeightedSum);
    rows.native_inputs = 2;
    registry::RegisterImplementations(ACLNN_CPU_THIS_LIBRARY, ACLNN_CPU_ABI_TAG, rows);
    EXPECT_TRUE(Plans(a, b, out));
}

TEST_F(Recalled, OverlapsAreLookedAtEveryTime) {
    Remember(a, b, out);
    std::array<float, 16> both{};
    const Described x(both.data(), ACL_FLOAT, {2, 4}), z(both.data() + 4, ACL_FLOAT, {2, 4});
    EXPECT_EQ(aclnnPlannedGetWorkspaceSize(x, b, 1, "none", nullptr, z, &size, &executor), 161002);
    EXPECT_NE(TakeMessage().find("output out partly overlaps a"), std::string::npos);
    const Described nothing(nullptr, ACL_FLOAT, {2, 4});
    ASSERT_EQ(aclnnPlannedGetWorkspaceSize(nothing, b, 1, "none", nullptr, out, &size, &executor), 0);
    EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), 161002);
    EXPECT_NE(TakeMessage().find("the data of a is null"), std::string::npos);
}

TEST_F(Recalled, NeverForAFunctionThatForbidsIt) {
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(Plans(a, b, out, 7.0));
    }
}

TEST_F(Recalled, ExecutorsAreAsGoodAsOthers) {
    Remember(a, b, out);
    std::array<float, 8> other_out{};
    const Described z(other_out.data(), ACL_FLOAT, {2, 4});
    // Two at once, one of them repeatable, that outlives the other.
    aclOpExecutor* repeatable = nullptr;
    ASSERT_EQ(aclnnPlannedGetWorkspaceSize(a, b, 1, "none", nullptr, out, &size, &repeatable), 0);
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(repeatable), 0);
    Call(a, b, z);
    EXPECT_EQ(other_out[3], 10.5f);
    EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), 561102) << "ran already";
    TakeMessage();
    std::array<float, 8> third{};
    for (int i = 0; i < 3; ++i) {
        out_data.fill(0);
        ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, repeatable, nullptr), 0) << TakeMessage();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
        EXPECT_EQ(out_data[3], 10.5f);
        Call(b, a, z);
        EXPECT_EQ(other_out[3], 30.75f);
    }
    ASSERT_EQ(aclSetOutputTensorAddr(repeatable, 0, out.tensor, third.data()), 0) << TakeMessage();
    ASSERT_EQ(CommonOpExecutorRun(nullptr, 0, repeatable, nullptr), 0) << TakeMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(third[3], 10.5f);
    EXPECT_EQ(aclDestroyAclOpExecutor(repeatable), 0);
    EXPECT_EQ(TakeMessage(), "");
}

TEST_F(Recalled, EveryThreadForItself) {
    Remember(a, b, out);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), 0);
    std::thread([&] {
        ASSERT_EQ(aclrtSetCurrentContext(context), 0);
        EXPECT_TRUE(Plans(a, b, out));
    }).join();
    EXPECT_FALSE(Plans(a, b, out));
}

}  // namespace
