// Repeatable executors of aclnnGeluBackward on both engines.
#include <gtest/gtest.h>

#include "activation/gelu_grad/tests/gelu_backward.h"

namespace aclnn_cpu::test {
namespace {

// Views that make the aicore engine copy: broadcast, cast and a strided output with an offset.
struct Tensors {
    explicit Tensors(double scale)
        : grad_output(ACL_FLOAT16, Contiguous({1, 40})),
          self(ACL_FLOAT, Transposed({30, 40})),
          grad_input(ACL_FLOAT, Sliced({30, 40})) {
        std::vector<double> dy(40);
        std::vector<double> x(1200);
        for (size_t i = 0; i < x.size(); ++i) {
            dy[i % 40] = scale * (1.0 + static_cast<double>(i % 40) / 64);
            x[i] = static_cast<double>(i % 97) / 16 - 3 * scale;
        }
        grad_output.Set(dy);
        self.Set(x);
    }

    void ExpectComputed() const {
        const std::vector<double> dy = grad_output.Get();
        const std::vector<double> x = self.Get();
        const std::vector<double> z = grad_input.Get();
        for (size_t i = 0; i < z.size(); ++i) {
            ASSERT_NEAR(z[i], dy[i % 40] * GeluDerivative(x[i]), 1e-6) << i;
        }
        EXPECT_TRUE(grad_input.SurroundingsIntact());
    }

    Tensor grad_output, self, grad_input;
};

class RepeatableGelu : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Engines, RepeatableGelu, testing::Values("native", "aicore"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(RepeatableGelu, RunsOnWhateverItsTensorsPointTo) {
    const ScopedSetting setting("engine", GetParam(), "auto");
    const Tensors first(1);
    const Tensors second(0.5);
    const Phase1 plan = PlanGeluBackward(first.grad_output.get(), first.self.get(), first.grad_input.get());
    ASSERT_EQ(plan.status, 0) << plan.message;
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), 0);
    void* workspace = nullptr;
    if (plan.workspace_size > 0) {
        ASSERT_EQ(aclrtMalloc(&workspace, plan.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    const auto run = [&] {
        const aclnnStatus status =
            aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream());
        EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
        return status;
    };
    ASSERT_EQ(run(), 0) << TakeMessage();
    first.ExpectComputed();
    const std::vector<uint64_t> before = first.grad_input.Bits();
    ASSERT_EQ(aclSetInputTensorAddr(plan.executor, 0, first.grad_output.get(), second.grad_output.data()), 0);
    ASSERT_EQ(aclSetTensorAddr(plan.executor, 1, first.self.get(), second.self.data()), 0);
    ASSERT_EQ(aclSetOutputTensorAddr(plan.executor, 0, first.grad_input.get(), second.grad_input.data()), 0);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(run(), 0) << TakeMessage();
        second.ExpectComputed();
    }
    EXPECT_EQ(first.grad_input.Bits(), before);
    EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
    if (workspace != nullptr) {
        EXPECT_EQ(aclrtFree(workspace), 0);
    }
}

// The memory of a call's tensors is looked at again when anything was freed since the last call.
TEST_P(RepeatableGelu, NoticesMemoryThatIsTooSmallOrWasFreed) {
    const ScopedSetting setting("engine", GetParam(), "auto");
    Device::Stream();
    constexpr int64_t kElements = 1 << 20;
    Tensor self(ACL_FLOAT, Contiguous({kElements}));
    Tensor grad_input(ACL_FLOAT, Contiguous({kElements}));
    const Phase1 plan = PlanGeluBackward(self.get(), self.get(), grad_input.get());
    ASSERT_EQ(plan.status, 0) << plan.message;
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), 0);
    void* workspace = nullptr;
    if (plan.workspace_size > 0) {
        ASSERT_EQ(aclrtMalloc(&workspace, plan.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    void* small = nullptr;
    ASSERT_EQ(aclrtMalloc(&small, kElements, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream()), 0);
    }
    ASSERT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
    ASSERT_EQ(aclSetOutputTensorAddr(plan.executor, 0, grad_input.get(), small), 0);
    EXPECT_EQ(aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream()), 161002);
    EXPECT_NE(TakeMessage().find("gradInput at"), std::string::npos);
    {
        const ScopedSetting checker("check", "1", "");
        EXPECT_EQ(aclrtFree(small), 0);
        EXPECT_EQ(aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream()), 161002);
        const std::string message = TakeMessage();
        EXPECT_NE(message.find("that was freed"), std::string::npos) << message;
    }
    ASSERT_EQ(aclSetOutputTensorAddr(plan.executor, 0, grad_input.get(), grad_input.data()), 0);
    EXPECT_EQ(aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, Device::Stream()), 0);
    ASSERT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
    EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
    if (workspace != nullptr) {
        EXPECT_EQ(aclrtFree(workspace), 0);
    }
}

}  // namespace
}  // namespace aclnn_cpu::test
