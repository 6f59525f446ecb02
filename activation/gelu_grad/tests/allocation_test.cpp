// In the steady state a call on the native engine allocates nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "activation/gelu_grad/tests/gelu_backward.h"
#include "base/sanitizers.h"

namespace {

std::atomic<uint64_t> allocations{0};

}  // namespace

#if !ACLNN_CPU_ASAN && !ACLNN_CPU_TSAN
// What every library of the process allocates with, counted.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_calloc(count, bytes);
}
void* realloc(void* memory, size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_realloc(memory, bytes);
}
void* aligned_alloc(size_t alignment, size_t bytes) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_memalign(alignment, bytes);
}
}
#endif

namespace aclnn_cpu::test {
namespace {

class Allocations : public testing::Test {
 protected:
    void SetUp() override {
        if (ACLNN_CPU_ASAN || ACLNN_CPU_TSAN) {
            GTEST_SKIP() << "the sanitizer allocates";
        }
        Device::Stream();
        const uint64_t before = allocations;
        std::free(std::malloc(1));
        ASSERT_GT(allocations.load(), before) << "allocations are not counted";
    }

    // Of `count` calls, after some that warm everything up.
    template <typename Body>
    static uint64_t Of(int count, Body&& call) {
        for (int i = 0; i < 4; ++i) {
            call();
        }
        const uint64_t before = allocations;
        for (int i = 0; i < count; ++i) {
            call();
        }
        return allocations - before;
    }

    static void Call(const Tensor& dy, const Tensor& x, const Tensor& z) {
        uint64_t bytes = 0;
        aclOpExecutor* executor = nullptr;
        ASSERT_EQ(aclnnGeluBackwardGetWorkspaceSize(dy.get(), x.get(), z.get(), &bytes, &executor), 0);
        ASSERT_EQ(bytes, 0u);
        ASSERT_EQ(aclnnGeluBackward(nullptr, 0, executor, Device::Stream()), 0);
        ASSERT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
    }
};

TEST_F(Allocations, NoneForCallsThatWereSeenBefore) {
    const ScopedSetting setting("engine", "native", "auto");
    Tensor dy(ACL_FLOAT, Contiguous({8})), x(ACL_FLOAT, Contiguous({8})), z(ACL_FLOAT, Contiguous({8}));
    EXPECT_EQ(Of(100, [&] { Call(dy, x, z); }), 0u);
}

TEST_F(Allocations, NoneForCallsThatWereNot) {
    const ScopedSetting setting("engine", "native", "auto");
    std::vector<std::unique_ptr<Tensor>> tensors;
    for (int64_t size = 1; size <= 400; ++size) {
        tensors.push_back(std::make_unique<Tensor>(ACL_FLOAT, Contiguous({size})));
    }
    Tensor x(ACL_FLOAT, Contiguous({1}));
    size_t next = 0;
    // Another shape each time, with a view and a broadcast.
    EXPECT_LE(Of(200,
                 [&] {
                     const Tensor& each = *tensors[next++];
                     Call(x, each, each);
                 }),
              uint64_t{32})
        << "the places of remembered calls, once each";
}

TEST_F(Allocations, NoneForRepeatedRunsAndMoves) {
    const ScopedSetting setting("engine", "native", "auto");
    Tensor x(ACL_FLOAT, Contiguous({8})), z(ACL_FLOAT, Contiguous({8})), other(ACL_FLOAT, Contiguous({8}));
    const Phase1 plan = PlanGeluBackward(x.get(), x.get(), z.get());
    ASSERT_EQ(plan.status, 0) << plan.message;
    ASSERT_EQ(aclSetAclOpExecutorRepeatable(plan.executor), 0);
    int i = 0;
    EXPECT_EQ(Of(100,
                 [&] {
                     void* const address = ++i % 2 == 0 ? other.data() : z.data();
                     ASSERT_EQ(aclSetOutputTensorAddr(plan.executor, 0, z.get(), address), 0);
                     ASSERT_EQ(aclnnGeluBackward(nullptr, 0, plan.executor, Device::Stream()), 0);
                     ASSERT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
                 }),
              0u);
    EXPECT_EQ(aclDestroyAclOpExecutor(plan.executor), 0);
}

}  // namespace
}  // namespace aclnn_cpu::test
