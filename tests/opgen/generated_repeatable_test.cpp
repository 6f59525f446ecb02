// Repeatable executors of generated functions, whose tensors get other addresses: the index says which.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_descend.h"
#include "aclnn_pick.h"
#include "aclnn_scaled_sum.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::test {
namespace {

using Values = std::vector<double>;

class GeneratedRepeatable : public testing::Test {
 protected:
    void SetUp() override {
        Device::Stream();
        Message();
    }
    void TearDown() override {
        EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0) << Message();
        if (workspace_ != nullptr) {
            EXPECT_EQ(aclrtFree(workspace_), 0);
        }
    }
    static std::string Message() {
        const char* message = aclGetRecentErrMsg();
        return message != nullptr ? message : "";
    }
    void Keep(aclnnStatus planned) {
        ASSERT_EQ(planned, 0) << Message();
        ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0) << Message();
        if (size_ > 0) {
            ASSERT_EQ(aclrtMalloc(&workspace_, size_, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        }
    }
    aclnnStatus Run(decltype(&aclnnPick) second) {
        const aclnnStatus status = second(workspace_, size_, executor_, Device::Stream());
        const aclError synchronised = aclrtSynchronizeStream(Device::Stream());
        return status != 0 ? status : synchronised;
    }

    uint64_t size_ = 0;
    void* workspace_ = nullptr;
    aclOpExecutor* executor_ = nullptr;
};

class GeneratedLayouts : public GeneratedRepeatable, public testing::WithParamInterface<Layout> {};
INSTANTIATE_TEST_SUITE_P(All, GeneratedLayouts, testing::Values(Contiguous({2, 2}), Transposed({2, 2})),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(GeneratedLayouts, InputsAndOutputsMove) {
    const Layout& layout = GetParam();
    Tensor x(ACL_FLOAT, layout), y(ACL_FLOAT, layout), z(ACL_FLOAT, Contiguous({2, 2}));
    Tensor other_x(ACL_FLOAT, layout), other_z(ACL_FLOAT, Contiguous({2, 2}));
    x.Set({1, 2, 3, 4});
    y.Set({10, 20, 30, 40});
    other_x.Set({5, 6, 7, 8});
    Keep(
        aclnnScaledSumGetWorkspaceSize(x.get(), y.get(), 2.0, nullptr, nullptr, z.get(), &size_, &executor_));
    ASSERT_EQ(Run(aclnnScaledSum), 0) << Message();
    EXPECT_EQ(z.Get(), (Values{15, 27, 39, 51})) << layout.name;
    ASSERT_EQ(aclSetInputTensorAddr(executor_, 0, x.get(), other_x.data()), 0) << Message();
    ASSERT_EQ(aclSetOutputTensorAddr(executor_, 0, z.get(), other_z.data()), 0) << Message();
    ASSERT_EQ(Run(aclnnScaledSum), 0) << Message();
    EXPECT_EQ(other_z.Get(), (Values{23, 35, 47, 59})) << layout.name;
    EXPECT_EQ(z.Get(), (Values{15, 27, 39, 51}));
    // The index decides, whatever tensor comes with it: y goes to where x was.
    ASSERT_EQ(aclSetTensorAddr(executor_, 1, other_x.get(), x.data()), 0) << Message();
    ASSERT_EQ(Run(aclnnScaledSum), 0) << Message();
    EXPECT_EQ(other_z.Get(), (Values{14, 17, 20, 23})) << layout.name;
    EXPECT_TRUE(other_z.SurroundingsIntact());
}

TEST_F(GeneratedRepeatable, WhatWasNotGivenHasNoAddress) {
    Tensor x(ACL_FLOAT, Contiguous({2})), z(ACL_FLOAT, Contiguous({2}));
    Keep(
        aclnnScaledSumGetWorkspaceSize(x.get(), nullptr, 2.0, nullptr, nullptr, z.get(), &size_, &executor_));
    EXPECT_EQ(aclSetInputTensorAddr(executor_, 1, x.get(), x.data()), 161002);
    const std::string message = Message();
    EXPECT_NE(message.find("aclSetInputTensorAddr: yOptional was null in the first phase of aclnnScaledSum"),
              std::string::npos)
        << message;
    EXPECT_EQ(aclSetInputTensorAddr(executor_, 2, x.get(), x.data()), 161002) << "attributes are no tensors";
    Message();
}

TEST_F(GeneratedRepeatable, WhatIsChangedInPlaceMovesAsOne) {
    Tensor var(ACL_FLOAT, Transposed({2, 2})), grad(ACL_FLOAT, Contiguous({2, 2})),
        steps(ACL_INT32, Contiguous({1}));
    Tensor other(ACL_FLOAT, Transposed({2, 2}));
    var.Set({1, 2, 3, 4});
    other.Set({100, 100, 100, 100});
    grad.Set({10, 20, 30, 40});
    steps.Set({7});
    Keep(aclnnDescendGetWorkspaceSize(var.get(), grad.get(), 0.5, true, steps.get(), &size_, &executor_));
    ASSERT_EQ(aclSetInputTensorAddr(executor_, 0, var.get(), other.data()), 0) << Message();
    ASSERT_EQ(Run(aclnnDescend), 0) << Message();
    EXPECT_EQ(other.Get(), (Values{95, 90, 85, 80}));
    EXPECT_EQ(var.Get(), (Values{1, 2, 3, 4}));
}

TEST_F(GeneratedRepeatable, ElementsOfListsMove) {
    Tensor first(ACL_FLOAT, Contiguous({2})), second(ACL_FLOAT, Contiguous({1, 3})),
        other(ACL_FLOAT, Contiguous({2}));
    Tensor y(ACL_FLOAT, Contiguous({2})), other_y(ACL_FLOAT, Contiguous({2}));
    first.Set({5, 0});
    second.Set({9, 0, 0});
    other.Set({50, 0});
    const aclTensor* tensors[] = {first.Release(), second.Release()};
    aclTensorList* const xs = aclCreateTensorList(tensors, 2);
    const int64_t picked[] = {1, 0};
    aclIntArray* const picks = aclCreateIntArray(picked, 2);
    float zero = 0;
    aclScalar* const bias = aclCreateScalar(&zero, ACL_FLOAT);
    const aclScalar* factors[2];
    for (double factor : {1.0, 2.0}) {
        factors[static_cast<int>(factor) - 1] = aclCreateScalar(&factor, ACL_DOUBLE);
    }
    aclScalarList* const scales = aclCreateScalarList(factors, 2);
    Keep(aclnnPickGetWorkspaceSize(xs, picks, bias, scales, y.get(), &size_, &executor_));
    ASSERT_EQ(Run(aclnnPick), 0) << Message();
    const Values before = y.Get();
    ASSERT_EQ(aclSetDynamicInputTensorAddr(executor_, 0, 0, xs, other.data()), 0) << Message();
    ASSERT_EQ(aclSetDynamicTensorAddr(executor_, 1, 0, xs, other_y.data()), 0) << "one list, then the output";
    ASSERT_EQ(Run(aclnnPick), 0) << Message();
    EXPECT_EQ(y.Get(), before);
    EXPECT_EQ(other_y.Get()[0], before[0]) << "of the second tensor";
    EXPECT_EQ(other_y.Get()[1], before[1] + 2 * 45) << "of the first, which moved";
    EXPECT_EQ(aclSetDynamicInputTensorAddr(executor_, 1, 0, xs, other.data()), 161002);
    EXPECT_EQ(aclSetDynamicInputTensorAddr(executor_, 0, 2, xs, other.data()), 161002);
    Message();
    EXPECT_EQ(aclDestroyTensorList(xs), 0);
    EXPECT_EQ(aclDestroyIntArray(picks), 0);
    EXPECT_EQ(aclDestroyScalar(bias), 0);
    EXPECT_EQ(aclDestroyScalarList(scales), 0);
}

}  // namespace
}  // namespace aclnn_cpu::test
