// Lets each allocation of a first phase fail in turn. Whatever happens, no exception leaves an aclnn function,
// and a phase that says 0 hands out an executor that either computes or says why it does not.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>

#include "acl/acl.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/common/op_error_check.h"
#include "aclnn_kernels/contiguous.h"
#include "base/error_log.h"
#include "base/settings.h"
#include "nnopbase/executor.h"
#include "opdev/make_op_executor.h"

namespace {

// How many more allocations of this thread succeed; negative: all.
thread_local int64_t allocations_left = -1;
thread_local bool failed_one = false;

void* Allocate(size_t bytes, size_t alignment) {
    if (allocations_left == 0) {
        failed_one = true;
        throw std::bad_alloc();
    }
    allocations_left -= allocations_left > 0;
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

// Not inlined: GCC takes the free of an inlined delete for a mistake where it sees a call of new.
__attribute__((noinline)) void Free(void* memory) { std::free(memory); }

}  // namespace

void* operator new(size_t bytes) { return Allocate(bytes, 16); }
void* operator new[](size_t bytes) { return Allocate(bytes, 16); }
void* operator new(size_t bytes, std::align_val_t alignment) {
    return Allocate(bytes, static_cast<size_t>(alignment));
}
void* operator new[](size_t bytes, std::align_val_t alignment) {
    return Allocate(bytes, static_cast<size_t>(alignment));
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return Allocate(bytes, 16);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](size_t bytes, const std::nothrow_t& nothrow) noexcept {
    return operator new(bytes, nothrow);
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, size_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { Free(memory); }

namespace {

aclnnStatus aclnnTwiceConvertedGetWorkspaceSize(const aclTensor* x, const aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor) try {
    L2_DFX_PHASE_1(aclnnTwiceConverted, DFX_IN(x), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    const std::string longer_than_a_small_string(100, 'x');
    const aclTensor* dense = l0op::Contiguous(x, unique.get());
    CHECK_RET(dense != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* wide = l0op::Cast(dense, op::DataType::DT_DOUBLE, unique.get());
    CHECK_RET(wide != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor* half = l0op::Cast(wide, op::DataType::DT_FLOAT16, unique.get());
    CHECK_RET(half != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(half, out, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}
OP_CATCH_ALL(aclnnTwiceConverted)

aclnnStatus aclnnTwiceConverted(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) try {
    L2_DFX_PHASE_2(aclnnTwiceConverted);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
OP_CATCH_ALL(aclnnTwiceConverted)

std::string TakeMessage() {
    const char* text = aclnn_cpu::base::TakeRecentErrors();
    return text == nullptr ? "" : text;
}

class OutOfMemory : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(aclrtSetDevice(0), 0);
        ASSERT_TRUE(aclnn_cpu::base::SetSetting("check", "0").ok());  // these tensors lie in host memory
        x_ = Describe(values_.data(), ACL_FLOAT);
        out_ = Describe(result_.data(), ACL_FLOAT16);
        TakeMessage();
    }
    void TearDown() override {
        aclDestroyTensor(x_);
        aclDestroyTensor(out_);
    }
    aclTensor* Describe(void* data, aclDataType type) {
        const int64_t shape[] = {2, 3}, strides[] = {1, 2};
        return aclCreateTensor(shape, 2, type, strides, 0, ACL_FORMAT_ND, shape, 2, data);
    }
    aclnnStatus Plan() {
        executor_ = nullptr;
        return aclnnTwiceConvertedGetWorkspaceSize(x_, out_, &bytes_, &executor_);
    }
    aclnnStatus Run() {
        const aclnnStatus status = aclnnTwiceConverted(workspace_.data(), bytes_, executor_, nullptr);
        return status != 0 ? status : aclrtSynchronizeStream(nullptr);
    }

    std::array<float, 6> values_{1, 2, 3, 4, 5, 6};
    std::array<uint16_t, 6> result_{};
    alignas(32) std::array<unsigned char, 8192> workspace_{};
    aclTensor* x_ = nullptr;
    aclTensor* out_ = nullptr;
    aclOpExecutor* executor_ = nullptr;
    uint64_t bytes_ = 0;
};

TEST_F(OutOfMemory, EveryAllocationOfAFirstPhaseMayFail) {
    int errors = 0, refused = 0, computed = 0;
    for (int64_t succeed = 0;; ++succeed) {
        ASSERT_LT(succeed, 1000);
        failed_one = false;
        aclnnStatus planned = -1;
        // A thread of its own has nothing left over from earlier phases, so that it allocates everything.
        std::thread([&] {
            allocations_left = succeed;
            planned = Plan();
            allocations_left = -1;
            if (planned != 0) {
                EXPECT_EQ(planned, 561000 + (planned == 561101 ? 101 : planned == 561103 ? 103 : 0));
            }
        }).join();
        if (planned != 0) {
            ++errors;
            EXPECT_EQ(executor_, nullptr);
            continue;
        }
        ASSERT_NE(executor_, nullptr) << succeed;
        result_.fill(0);
        const aclnnStatus ran = Run();
        if (ran != 0) {
            ++refused;
            EXPECT_EQ(ran, 561000);
            EXPECT_NE(TakeMessage().find("aclnnTwiceConverted: its first phase"), std::string::npos);
            continue;
        }
        ++computed;
        EXPECT_EQ(result_[5], 0x4600) << "6 as FLOAT16";
        if (!failed_one) {
            break;
        }
    }
    EXPECT_GT(errors, 3);
    EXPECT_GT(refused, 3);
    EXPECT_GT(computed, 0);
    TakeMessage();
}

TEST_F(OutOfMemory, AFullTableOfExecutorsIsSaidInTheSecondPhase) {
    using aclnn_cpu::nnopbase::Executors;
    const auto filler = aclnn_cpu::nnopbase::NewProgram();
    filler->ran = true;
    try {
        while (true) {
            Executors().Add(filler);
        }
    } catch (const std::bad_alloc&) {
    }
    EXPECT_EQ(Plan(), 0);
    ASSERT_NE(executor_, nullptr);
    EXPECT_EQ(Run(), 561000);
    EXPECT_NE(TakeMessage().find("could not make an executor"), std::string::npos);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), 561000);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
    Executors().RemoveIf([&](const auto& program) { return &program == filler.get(); });
    EXPECT_EQ(Plan(), 0);
    EXPECT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(result_[0], 0x3C00) << "1 as FLOAT16";
    TakeMessage();
}

}  // namespace
