// The two phases under use and misuse: workspaces, executors used twice or not at all, tensors gone, threads
// without a device.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "activation/gelu_grad/tests/gelu_backward.h"

namespace aclnn_cpu::test {
namespace {

// Views that make the aicore engine copy: broadcast, cast and a strided output.
class GeluBackwardPhases : public testing::Test {
 protected:
    GeluBackwardPhases()
        : grad_output_(ACL_FLOAT16, Contiguous({1, 40})),
          self_(ACL_FLOAT, Transposed({30, 40})),
          grad_input_(ACL_FLOAT, Sliced({30, 40})) {
        std::vector<double> dy(40);
        std::vector<double> x(1200);
        for (size_t i = 0; i < x.size(); ++i) {
            dy[i % 40] = 1.0 + static_cast<double>(i % 40) / 64;
            x[i] = static_cast<double>(i % 97) / 16 - 3;
        }
        grad_output_.Set(dy);
        self_.Set(x);
    }

    Phase1 Plan() { return PlanGeluBackward(grad_output_.get(), self_.get(), grad_input_.get()); }

    void ExpectComputed() {
        const std::vector<double> dy = grad_output_.Get();
        const std::vector<double> x = self_.Get();
        const std::vector<double> z = grad_input_.Get();
        for (size_t i = 0; i < z.size(); ++i) {
            ASSERT_NEAR(z[i], dy[i % 40] * GeluDerivative(x[i]), 1e-6) << i;
        }
        EXPECT_TRUE(grad_input_.SurroundingsIntact());
    }

    Tensor grad_output_, self_, grad_input_;
};

// The native engine takes these views as they are, the other one needs a workspace to copy them.
TEST_F(GeluBackwardPhases, WatchingAKernelChoosesTheEngineThatHasOne) {
    const auto workspace = [&] {
        const Phase1 plan = Plan();
        EXPECT_EQ(plan.status, 0) << plan.message;
        EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
        return plan.workspace_size;
    };
    const ScopedSetting unwatched("check", "0", "");
    EXPECT_EQ(workspace(), 0u);
    for (const auto& [key, value] :
         {std::pair("check", "1"), {"check", "strict"}, {"block", "0"}, {"trace", "-"}}) {
        const ScopedSetting setting(key, value, "");
        EXPECT_GT(workspace(), 0u) << key;
        const ScopedSetting native("engine", "native", "auto");
        EXPECT_EQ(workspace(), 0u) << key;
    }
}

TEST_F(GeluBackwardPhases, RefusesAMissingOrShortWorkspaceAndLeavesTheOutput) {
    const ScopedSetting setting("engine", "aicore", "auto");
    const std::vector<uint64_t> before = grad_input_.Bits();
    Phase1 plan = Plan();
    ASSERT_EQ(plan.status, 0) << plan.message;
    const uint64_t needed = plan.workspace_size;
    ASSERT_GT(needed, 0u);
    void* workspace = nullptr;
    ASSERT_EQ(aclrtMalloc(&workspace, needed + 8192, ACL_MEM_MALLOC_HUGE_FIRST), 0);

    const auto run = [&](void* memory, uint64_t size) {
        const Phase1 fresh = Plan();
        EXPECT_EQ(fresh.status, 0);
        TakeMessage();
        const aclnnStatus status = aclnnGeluBackward(memory, size, fresh.executor, Device::Stream());
        EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
        return status;
    };
    EXPECT_EQ(run(nullptr, needed), 161001);
    EXPECT_NE(TakeMessage().find(std::to_string(needed)), std::string::npos);
    for (const uint64_t size : {needed - 1, uint64_t{0}}) {
        EXPECT_EQ(run(workspace, size), 161002) << size;
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(std::to_string(needed)), std::string::npos) << message;
        EXPECT_NE(message.find(std::to_string(size)), std::string::npos) << message;
    }
    EXPECT_EQ(grad_input_.Bits(), before);

    // A larger workspace is fine; a misaligned one is refused.
    EXPECT_EQ(run(workspace, needed + 4096), 0);
    ExpectComputed();
    EXPECT_EQ(run(static_cast<char*>(workspace) + 1, needed + 4096), 161002);
    EXPECT_NE(TakeMessage().find("align"), std::string::npos);
    EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
    EXPECT_EQ(aclrtFree(workspace), 0);
}

TEST_F(GeluBackwardPhases, ASecondPhase2IsRefused) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        const Phase1 plan = Plan();
        ASSERT_EQ(Finish(plan), 0);
        ExpectComputed();
        TakeMessage();
        EXPECT_EQ(Finish(plan), 561102) << engine;
        EXPECT_NE(TakeMessage().find("aclnnGeluBackward"), std::string::npos);
        ExpectComputed();
        EXPECT_NE(aclDestroyAclOpExecutor(plan.executor), 0);
    }
}

TEST_F(GeluBackwardPhases, RefusesNullAndForeignExecutors) {
    int foreign = 0;
    EXPECT_EQ(aclnnGeluBackward(nullptr, 0, nullptr, Device::Stream()), 161001);
    EXPECT_NE(aclnnGeluBackward(nullptr, 0, reinterpret_cast<aclOpExecutor*>(&foreign), Device::Stream()), 0);
    EXPECT_NE(aclnnGeluBackward(nullptr, 0, reinterpret_cast<aclOpExecutor*>(self_.get()), Device::Stream()),
              0);
    EXPECT_NE(TakeMessage(), "");
}

TEST_F(GeluBackwardPhases, TensorsMayBeDestroyedBetweenThePhases) {
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        const auto copy = [](const Tensor& tensor) {
            const Layout& layout = tensor.layout();
            return aclCreateTensor(layout.shape.data(), layout.shape.size(), tensor.dtype(),
                                   layout.strides.data(), layout.offset, ACL_FORMAT_ND, &layout.storage, 1,
                                   tensor.data());
        };
        aclTensor* tensors[] = {copy(grad_output_), copy(self_), copy(grad_input_)};
        const Phase1 plan = PlanGeluBackward(tensors[0], tensors[1], tensors[2]);
        ASSERT_EQ(plan.status, 0) << plan.message;
        for (aclTensor* tensor : tensors) {
            EXPECT_EQ(aclDestroyTensor(tensor), 0);
        }
        EXPECT_EQ(Finish(plan), 0);
        ExpectComputed();
        for (aclTensor* tensor : tensors) {
            EXPECT_NE(aclDestroyTensor(tensor), 0) << "destroyed twice";
        }
        const Phase1 stale = PlanGeluBackward(tensors[0], self_.get(), grad_input_.get());
        EXPECT_EQ(stale.status, 161002);
        EXPECT_NE(stale.message.find("gradOutput"), std::string::npos) << stale.message;
    }
}

TEST_F(GeluBackwardPhases, NullDataOfANonEmptyTensorIsRefusedByPhase2) {
    const int64_t shape[] = {8};
    aclTensor* without_data =
        aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
    ASSERT_NE(without_data, nullptr);
    Tensor good(ACL_FLOAT, Contiguous({8}));
    Tensor out(ACL_FLOAT, Contiguous({8}));
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        for (int which = 0; which < 3; ++which) {
            const Phase1 plan = PlanGeluBackward(which == 0 ? without_data : good.get(),
                                                 which == 1 ? without_data : good.get(),
                                                 which == 2 ? without_data : out.get());
            ASSERT_EQ(plan.status, 0) << plan.message;
            EXPECT_EQ(Finish(plan), 161002);
            EXPECT_NE(TakeMessage().find("data"), std::string::npos);
        }
    }
    aclDestroyTensor(without_data);
}

TEST_F(GeluBackwardPhases, ATensorLargerThanItsMemoryIsRefused) {
    Device::Stream();
    constexpr int64_t kOwned = 4 << 20;  // large: a mapping of its own, with nothing of this test behind it
    constexpr int64_t kNeeded = kOwned + 1024;
    void* small = nullptr;
    ASSERT_EQ(aclrtMalloc(&small, kOwned, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
    const int64_t shape[] = {kNeeded / 4};
    aclTensor* too_large = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, small);
    Tensor in(ACL_FLOAT, Contiguous({1}));
    for (const char* engine : {"native", "aicore"}) {
        const ScopedSetting setting("engine", engine, "auto");
        const Phase1 large = PlanGeluBackward(in.get(), too_large, too_large);
        ASSERT_EQ(large.status, 0) << large.message;
        EXPECT_EQ(Finish(large), 161002);
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(std::to_string(kNeeded)), std::string::npos) << message;
        EXPECT_NE(message.find(std::to_string(kOwned)), std::string::npos) << message;
    }
    aclDestroyTensor(too_large);
    aclrtFree(small);
}

TEST_F(GeluBackwardPhases, PlansThatNeverRunDoNotPileUp) {
    for (int i = 0; i < 100000; ++i) {
        const Phase1 plan = Plan();
        ASSERT_EQ(plan.status, 0) << i << plan.message;
        ASSERT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
    }
    const Phase1 plan = Plan();
    EXPECT_EQ(Finish(plan), 0);
    ExpectComputed();
}

TEST_F(GeluBackwardPhases, AThreadWithoutADeviceGets107002InPhase2Only) {
    std::thread([&] {
        const Phase1 plan = Plan();
        ASSERT_EQ(plan.status, 0) << plan.message;
        void* memory = nullptr;
        EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_NORMAL_ONLY), 107002);
        EXPECT_EQ(aclnnGeluBackward(nullptr, 0, plan.executor, nullptr), 107002);
        EXPECT_NE(TakeMessage().find("aclrtSetDevice"), std::string::npos);
    }).join();
}

TEST_F(GeluBackwardPhases, FinalizeReportsPlansThatNeverRan) {
    const ScopedSetting setting("check", "0", "0");  // whose report has them, too
    const Phase1 one = Plan();
    const Phase1 two = Plan();
    testing::internal::CaptureStderr();
    EXPECT_EQ(aclFinalize(), 0);
    const std::string report = testing::internal::GetCapturedStderr();
    EXPECT_EQ(aclInit(nullptr), 0);
    EXPECT_NE(report.find("aclnnGeluBackward: "), std::string::npos) << report;
    EXPECT_NE(report.find("executors"), std::string::npos) << report;
    EXPECT_EQ(aclDestroyAclOpExecutor(one.executor), 0);
    EXPECT_EQ(Finish(two), 0) << "a plan outlives aclFinalize";
    ExpectComputed();
}

TEST_F(GeluBackwardPhases, TheWorkspaceMayBeFreedAtOnce) {
    const ScopedSetting setting("engine", "aicore", "auto");
    const auto rounds = [&] {
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtSetDevice(0), 0);
        ASSERT_EQ(aclrtCreateStream(&stream), 0);
        Tensor out(ACL_FLOAT, Sliced({30, 40}));
        for (int round = 0; round < 500; ++round) {
            const Phase1 plan = PlanGeluBackward(grad_output_.get(), self_.get(), out.get());
            void* workspace = nullptr;
            ASSERT_EQ(aclrtMalloc(&workspace, plan.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
            ASSERT_EQ(aclnnGeluBackward(workspace, plan.workspace_size, plan.executor, stream), 0);
            ASSERT_EQ(aclrtFree(workspace), 0);
            void* again = nullptr;
            ASSERT_EQ(aclrtMalloc(&again, plan.workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
            ASSERT_EQ(aclrtMemset(again, plan.workspace_size, 0xFF, plan.workspace_size), 0);
            ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
            ASSERT_EQ(aclrtFree(again), 0);
        }
        const std::vector<double> dy = grad_output_.Get();
        const std::vector<double> x = self_.Get();
        const std::vector<double> z = out.Get();
        for (size_t i = 0; i < z.size(); ++i) {
            ASSERT_NEAR(z[i], dy[i % 40] * GeluDerivative(x[i]), 1e-6) << i;
        }
        ASSERT_EQ(aclrtDestroyStream(stream), 0);
    };
    std::thread other(rounds);
    rounds();
    other.join();
}

TEST_F(GeluBackwardPhases, StaysCallableAfterFinalize) {
    const auto once = [&] {
        const Phase1 plan = Plan();
        EXPECT_EQ(plan.status, 0) << plan.message;
        EXPECT_EQ(Finish(plan), 0);
        ExpectComputed();
    };
    once();
    EXPECT_EQ(aclFinalize(), 0);
    once();
    EXPECT_EQ(aclFinalize(), 100037);
    EXPECT_EQ(aclInit(nullptr), 0);
    once();
}

TEST(GeluBackwardThreads, EightThreadsComputeTheirOwn) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([t] {
            ASSERT_EQ(aclrtSetDevice(0), 0);
            aclrtStream streams[4];
            for (aclrtStream& stream : streams) {
                ASSERT_EQ(aclrtCreateStream(&stream), 0);
            }
            Tensor dy(ACL_FLOAT, Contiguous({8}));
            Tensor x(ACL_FLOAT, Contiguous({8}));
            std::vector<std::unique_ptr<Tensor>> outs;
            dy.Set(std::vector<double>(8, t + 1));
            x.Set({0, 1, 2, 3, -1, -2, -3, 0.5});
            for (int s = 0; s < 4; ++s) {
                outs.push_back(std::make_unique<Tensor>(ACL_FLOAT, Contiguous({8})));
            }
            for (int call = 0; call < 12500; ++call) {
                const size_t s = static_cast<size_t>(call % 4);
                uint64_t size = 0;
                aclOpExecutor* executor = nullptr;
                ASSERT_EQ(
                    aclnnGeluBackwardGetWorkspaceSize(dy.get(), x.get(), outs[s]->get(), &size, &executor),
                    0);
                ASSERT_EQ(size, 0u);
                ASSERT_EQ(aclnnGeluBackward(nullptr, 0, executor, streams[s]), 0);
            }
            const std::vector<double> xs = x.Get();
            for (size_t s = 0; s < 4; ++s) {
                ASSERT_EQ(aclrtSynchronizeStream(streams[s]), 0);
                const std::vector<double> z = outs[s]->Get();
                for (size_t i = 0; i < 8; ++i) {
                    ASSERT_NEAR(z[i], (t + 1) * GeluDerivative(xs[i]), 1e-5);
                }
                ASSERT_EQ(aclrtDestroyStream(streams[s]), 0);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST(GeluBackwardErrors, EachThreadSeesOnlyItsOwnMessage) {
    Tensor good(ACL_FLOAT, Contiguous({2}));
    Tensor rank9(ACL_FLOAT, Contiguous(std::vector<int64_t>(9, 1)));
    const auto provoke = [&](const aclTensor* self, aclnnStatus expected, const char* word,
                             const char* other) {
        for (int i = 0; i < 200; ++i) {
            uint64_t size = 0;
            aclOpExecutor* executor = nullptr;
            ASSERT_EQ(aclnnGeluBackwardGetWorkspaceSize(good.get(), self, good.get(), &size, &executor),
                      expected);
            const std::string message = TakeMessage();
            ASSERT_NE(message.find(word), std::string::npos) << message;
            ASSERT_EQ(message.find(other), std::string::npos) << message;
            ASSERT_EQ(TakeMessage(), "");
        }
    };
    std::thread one([&] { provoke(rank9.get(), 161002, "161002", "161001"); });
    std::thread two([&] { provoke(nullptr, 161001, "161001", "161002"); });
    one.join();
    two.join();
}

}  // namespace
}  // namespace aclnn_cpu::test
