// Functions generated from definitions, run on the emulated chip.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_descend.h"
#include "aclnn_pick.h"
#include "aclnn_scaled_sum.h"
#include "base/settings.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::test {
namespace {

std::string TakeMessage() {
    const char* message = aclGetRecentErrMsg();
    return message != nullptr ? message : "";
}

class Generated : public testing::Test {
 protected:
    void SetUp() override {
        Device::Stream();
        TakeMessage();
    }

    // Runs what a first phase planned: its status, or that of the second phase and the stream.
    aclnnStatus Run(aclnnStatus planned, decltype(&aclnnPick) second) {
        if (planned != 0) {
            return planned;
        }
        void* workspace = nullptr;
        if (size_ > 0) {
            EXPECT_EQ(aclrtMalloc(&workspace, size_, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        }
        aclnnStatus status = second(workspace, size_, executor_, Device::Stream());
        const aclError synchronised = aclrtSynchronizeStream(Device::Stream());
        status = status != 0 ? status : synchronised;
        if (workspace != nullptr) {
            EXPECT_EQ(aclrtFree(workspace), 0);
        }
        return status;
    }

    aclnnStatus PlanSum(const aclTensor* x, const aclTensor* y, double alpha, char* mode,
                        const aclIntArray* weights, const aclTensor* z) {
        return aclnnScaledSumGetWorkspaceSize(x, y, alpha, mode, weights, z, &size_, &executor_);
    }
    aclnnStatus Sum(const aclTensor* x, const aclTensor* y, double alpha, char* mode,
                    const aclIntArray* weights, const aclTensor* z) {
        return Run(PlanSum(x, y, alpha, mode, weights, z), aclnnScaledSum);
    }

    uint64_t size_ = 0;
    aclOpExecutor* executor_ = nullptr;
};

using Values = std::vector<double>;

TEST_F(Generated, OptionalInputsMayBeAbsentAndAttributesHaveDefaults) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
        Tensor x(dtype, Contiguous({3}));
        Tensor y(dtype, Contiguous({3}));
        Tensor z(dtype, Contiguous({3}));
        x.Set({1, 2, 3});
        y.Set({10, 20, 30});
        ASSERT_EQ(Sum(x.get(), y.get(), 2.0, nullptr, nullptr, z.get()), 0) << TakeMessage();
        EXPECT_EQ(z.Get(), (Values{15, 27, 39}));  // 2 x + (1 + 2) + y
        ASSERT_EQ(Sum(x.get(), nullptr, 4.0, nullptr, nullptr, z.get()), 0) << TakeMessage();
        EXPECT_EQ(z.Get(), (Values{7, 11, 15}));
        const int64_t weights[] = {5};
        aclIntArray* const given = aclCreateIntArray(weights, 1);
        char far[] = "far";
        ASSERT_EQ(Sum(x.get(), nullptr, 1.0, far, given, z.get()), 0) << TakeMessage();
        EXPECT_EQ(z.Get(), (Values{1006, 1007, 1008}));
        EXPECT_EQ(aclDestroyIntArray(given), 0);
        EXPECT_TRUE(z.SurroundingsIntact());
    }
}

TEST_F(Generated, InputsAreMadeContiguousWhereTheDefinitionSaysSo) {
    Tensor x(ACL_FLOAT, Transposed({2, 3}));
    Tensor z(ACL_FLOAT, Contiguous({2, 3}));
    x.Set({1, 2, 3, 4, 5, 6});
    ASSERT_EQ(Sum(x.get(), nullptr, 1.0, nullptr, nullptr, z.get()), 0) << TakeMessage();
    EXPECT_EQ(z.Get(), (Values{4, 5, 6, 7, 8, 9}));
}

TEST_F(Generated, FormatsThatOnlyNameDimensionsCountAsNd) {
    Tensor x(ACL_FLOAT, Contiguous({1, 1, 1, 2}));
    Tensor z(ACL_FLOAT, Contiguous({1, 1, 1, 2}));
    x.Set({1, 2});
    const int64_t sizes[] = {1, 1, 1, 2};
    aclTensor* const nchw =
        aclCreateTensor(sizes, 4, ACL_FLOAT, nullptr, 0, ACL_FORMAT_NCHW, sizes, 4, x.data());
    ASSERT_EQ(Sum(nchw, nullptr, 1.0, nullptr, nullptr, z.get()), 0) << TakeMessage();
    EXPECT_EQ(z.Get(), (Values{4, 5}));
    aclTensor* const fractal =
        aclCreateTensor(sizes, 4, ACL_FLOAT, nullptr, 0, ACL_FORMAT_FRACTAL_NZ, sizes, 4, x.data());
    EXPECT_EQ(PlanSum(fractal, nullptr, 1.0, nullptr, nullptr, z.get()), 161002);
    EXPECT_NE(TakeMessage().find("x FLOAT FRACTAL_NZ"), std::string::npos);
    EXPECT_EQ(aclDestroyTensor(nchw), 0);
    EXPECT_EQ(aclDestroyTensor(fractal), 0);
}

TEST_F(Generated, WhatMustBeThereIsNamedWhenItIsNot) {
    Tensor x(ACL_FLOAT, Contiguous({1}));
    EXPECT_EQ(PlanSum(nullptr, nullptr, 1.0, nullptr, nullptr, x.get()), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnScaledSum: x is null");
    EXPECT_EQ(PlanSum(x.get(), nullptr, 1.0, nullptr, nullptr, nullptr), 161001);
    EXPECT_EQ(TakeMessage(), "EZ1001: [161001] aclnnScaledSum: out is null");
    EXPECT_EQ(
        aclnnScaledSumGetWorkspaceSize(x.get(), nullptr, 1.0, nullptr, nullptr, x.get(), nullptr, &executor_),
        161001);
    EXPECT_EQ(
        aclnnScaledSumGetWorkspaceSize(x.get(), nullptr, 1.0, nullptr, nullptr, x.get(), &size_, nullptr),
        161001);
}

TEST_F(Generated, TypesOutsideTheColumnsOfTheChipAreRefused) {
    Tensor x(ACL_FLOAT, Contiguous({1}));
    Tensor half(ACL_FLOAT16, Contiguous({1}));
    EXPECT_EQ(PlanSum(x.get(), nullptr, 1.0, nullptr, nullptr, half.get()), 161002);
    EXPECT_EQ(TakeMessage(),
              "EZ1001: [161002] aclnnScaledSum: on Ascend910B1, no column of the definition has x FLOAT ND, "
              "out FLOAT16 ND; "
              "expected one "
              "of (FLOAT ND, FLOAT ND), (FLOAT16 ND, FLOAT16 ND)");
    ASSERT_TRUE(base::SetSetting("soc", "Ascend310P3").ok());
    EXPECT_EQ(PlanSum(x.get(), nullptr, 1.0, nullptr, nullptr, x.get()), 161002);
    EXPECT_NE(TakeMessage().find("expected one of (FLOAT16 ND, FLOAT16 ND)"), std::string::npos);
    // Of this chip's column, but built for the other chip only.
    EXPECT_EQ(PlanSum(half.get(), nullptr, 1.0, nullptr, nullptr, half.get()), 561003);
    TakeMessage();
    ASSERT_TRUE(base::SetSetting("soc", "Ascend910A").ok());
    EXPECT_EQ(PlanSum(x.get(), nullptr, 1.0, nullptr, nullptr, x.get()), 161002);
    EXPECT_NE(TakeMessage().find("ascend910b, ascend310p (AddConfig)"), std::string::npos);
    ASSERT_TRUE(base::SetSetting("soc", "Ascend910B1").ok());
}

TEST_F(Generated, ARefusingTilingFunctionIsTheCallersError) {
    Tensor x(ACL_FLOAT, Contiguous({1}));
    EXPECT_EQ(PlanSum(x.get(), nullptr, 0.0, nullptr, nullptr, x.get()), 561002);
    EXPECT_NE(TakeMessage().find("alpha is 0"), std::string::npos);
}

TEST_F(Generated, NothingRunsForEmptyOutputs) {
    Tensor x(ACL_FLOAT, Contiguous({0, 3}));
    size_ = 99;
    ASSERT_EQ(PlanSum(x.get(), nullptr, 0.0, nullptr, nullptr, x.get()), 0)
        << "tiling would refuse: " << TakeMessage();
    EXPECT_EQ(size_, 0u);
    EXPECT_EQ(aclnnScaledSum(nullptr, 0, executor_, Device::Stream()), 0) << TakeMessage();
}

TEST_F(Generated, WhatIsInputAndOutputIsChangedInPlace) {
    for (const Layout& layout : {Contiguous({2, 2}), Transposed({2, 2})}) {
        Tensor var(ACL_FLOAT, layout);
        Tensor grad(ACL_FLOAT, Contiguous({2, 2}));
        Tensor steps(ACL_INT32, Contiguous({1}));
        var.Set({1, 2, 3, 4});
        grad.Set({10, 20, 30, 40});
        steps.Set({7});
        const auto run = [&](bool locking) {
            return Run(aclnnDescendGetWorkspaceSize(var.get(), grad.get(), 0.5, locking, steps.get(), &size_,
                                                    &executor_),
                       aclnnDescend);
        };
        ASSERT_EQ(run(true), 0) << TakeMessage();
        EXPECT_EQ(var.Get(), (Values{-4, -8, -12, -16})) << layout.name;
        EXPECT_EQ(steps.Get(), Values{8}) << "not initialised: the tiling function did not ask for it";
        ASSERT_EQ(run(false), 0) << TakeMessage();
        EXPECT_EQ(steps.Get(), Values{42}) << "its initial value and one more";
        EXPECT_TRUE(var.SurroundingsIntact());
    }
}

TEST_F(Generated, ListsValuesAndScalarsReachTheKernel) {
    Tensor first(ACL_FLOAT, Contiguous({2}));
    Tensor second(ACL_FLOAT, Contiguous({1, 3}));
    Tensor y(ACL_FLOAT, Contiguous({3}));
    first.Set({5, 0});
    second.Set({9, 0, 0});
    y.Set({0, 0, 0});
    const aclTensor* tensors[] = {first.Release(), second.Release()};
    aclTensorList* const xs = aclCreateTensorList(tensors, 2);
    const int64_t picked[] = {1, 0, 1};
    aclIntArray* const picks = aclCreateIntArray(picked, 3);
    int32_t one = 1;
    aclScalar* const bias = aclCreateScalar(&one, ACL_INT32);  // becomes the FLOAT of xs
    const aclScalar* factors[3];
    for (double factor : {1.0, 2.0, 3.0}) {
        factors[static_cast<int>(factor) - 1] = aclCreateScalar(&factor, ACL_DOUBLE);
    }
    aclScalarList* const scales = aclCreateScalarList(factors, 3);
    const auto plan = [&] {
        return aclnnPickGetWorkspaceSize(xs, picks, bias, scales, y.get(), &size_, &executor_);
    };
    ASSERT_EQ(Run(plan(), aclnnPick), 0) << TakeMessage();
    EXPECT_EQ(y.Get(), (Values{10, 11, 28}));

    const int64_t outside[] = {2};
    aclIntArray* const wrong = aclCreateIntArray(outside, 1);
    EXPECT_EQ(aclnnPickGetWorkspaceSize(xs, wrong, bias, scales, y.get(), &size_, &executor_), 561002)
        << "tiling reads the values";
    EXPECT_NE(TakeMessage().find("a pick leaves the list"), std::string::npos);

    // The same with the values in a tensor: tiling cannot read them.
    Tensor values(ACL_INT64, Contiguous({1}));
    EXPECT_EQ(aclnnPickTensorGetWorkspaceSize(xs, values.get(), bias, scales, y.get(), &size_, &executor_),
              561002);
    aclTensorList* const none = aclCreateTensorList(nullptr, 0);
    EXPECT_EQ(aclnnPickGetWorkspaceSize(none, picks, bias, scales, y.get(), &size_, &executor_), 161002);
    EXPECT_NE(TakeMessage().find("xs is an empty list"), std::string::npos);
    EXPECT_EQ(aclDestroyTensorList(xs), 0);
    EXPECT_EQ(aclDestroyTensorList(none), 0);
    EXPECT_EQ(aclDestroyIntArray(picks), 0);
    EXPECT_EQ(aclDestroyIntArray(wrong), 0);
    EXPECT_EQ(aclDestroyScalar(bias), 0);
    EXPECT_EQ(aclDestroyScalarList(scales), 0);
}

TEST_F(Generated, ASecondPhaseTakesItsOwnExecutorsOnly) {
    Tensor x(ACL_FLOAT, Contiguous({1}));
    Tensor z(ACL_FLOAT, Contiguous({1}));
    x.Set({1});
    ASSERT_EQ(PlanSum(x.get(), nullptr, 1.0, nullptr, nullptr, z.get()), 0) << TakeMessage();
    EXPECT_NE(aclnnPick(nullptr, 0, executor_, Device::Stream()), 0);
    EXPECT_NE(TakeMessage().find("aclnnScaledSum"), std::string::npos);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

}  // namespace
}  // namespace aclnn_cpu::test
