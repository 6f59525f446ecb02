#include <gmock/gmock.h>

#include <cstring>
#include <vector>

#include "platform/soc.h"
#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Memory = DeviceTest;

TEST_F(Memory, IsAlignedAndHasSpareBytesUnderEveryPolicy) {
    const aclrtMemMallocPolicy policies[] = {
        ACL_MEM_MALLOC_HUGE_FIRST,     ACL_MEM_MALLOC_HUGE_ONLY,     ACL_MEM_MALLOC_NORMAL_ONLY,
        ACL_MEM_MALLOC_HUGE_FIRST_P2P, ACL_MEM_MALLOC_HUGE_ONLY_P2P, ACL_MEM_MALLOC_NORMAL_ONLY_P2P,
        ACL_MEM_TYPE_LOW_BAND_WIDTH,   ACL_MEM_TYPE_HIGH_BAND_WIDTH,
    };
    for (const aclrtMemMallocPolicy policy : policies) {
        for (const size_t size :
             {size_t{1}, size_t{31}, size_t{32}, size_t{1000}, size_t{2} << 20, (size_t{5} << 20) + 7}) {
            void* memory = nullptr;
            ASSERT_EQ(aclrtMalloc(&memory, size, policy), ACL_SUCCESS) << policy << " " << size;
            EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
            std::memset(memory, 0x5A, (size + 31) / 32 * 32 + 32);  // all of it, as a kernel may
            const void* base = nullptr;
            uint64_t bytes = 0;
            ASSERT_TRUE(FindAllocation(static_cast<char*>(memory) + size - 1, &base, &bytes));
            EXPECT_EQ(base, memory);
            EXPECT_EQ(bytes, (size + 31) / 32 * 32);
            ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
            EXPECT_FALSE(FindAllocation(memory, &base, &bytes));
        }
    }
}

TEST_F(Memory, FindAllocationKnowsTheEndsOfABlock) {
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 1000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    char* const begin = static_cast<char*>(memory);
    const void* base = nullptr;
    uint64_t bytes = 0;
    EXPECT_FALSE(FindAllocation(begin - 1, &base, &bytes));
    EXPECT_TRUE(FindAllocation(begin, &base, &bytes));
    EXPECT_EQ(bytes, 1024u);
    EXPECT_TRUE(FindAllocation(begin + 1024 + 31, &base, &bytes));
    EXPECT_FALSE(FindAllocation(begin + 1024 + 32, &base, &bytes));
    int local = 0;
    EXPECT_FALSE(FindAllocation(&local, &base, &bytes));
    ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

TEST_F(Memory, ARefusedRequestTakesNothingFromOthers) {
    std::atomic<bool> done{false};
    std::thread greedy([&done] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        void* memory = nullptr;
        while (!done) {
            ASSERT_EQ(aclrtMalloc(&memory, size_t{1} << 60, ACL_MEM_MALLOC_HUGE_FIRST),
                      ACL_ERROR_RT_MEMORY_ALLOCATION);
        }
        ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        void* memory = nullptr;
        if (aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS) {
            EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
        } else {
            ++refused;
        }
    }
    done = true;
    greedy.join();
    EXPECT_EQ(refused, 0);
}

TEST_F(Memory, InfoCountsWhatIsAllocatedOnTheDevice) {
    size_t before = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    EXPECT_GT(total, size_t{100} << 20);
    EXPECT_LE(before, total);
    void* with_spare = nullptr;
    void* without = nullptr;
    ASSERT_EQ(aclrtMalloc(&with_spare, 1000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocAlign32(&without, 1000, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    size_t now = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &now, &total), ACL_SUCCESS);
    EXPECT_EQ(before - now, 1024u + 32u + 1024u);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);  // another device has all of its own
    size_t other = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &other, &total), ACL_SUCCESS);
    EXPECT_EQ(other, total);
    ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(with_spare), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(without), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &now, &total), ACL_SUCCESS);
    EXPECT_EQ(now, before);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &now, nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetMemInfo(static_cast<aclrtMemAttr>(18), &now, &total), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(Memory, MoreThanTheDeviceHasIs207001) {
    size_t free = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, total, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_THAT(RecentMessage(), AllOf(HasSubstr("aclrtMalloc: size needs"), HasSubstr("device 0")));
    EXPECT_EQ(memory, nullptr);
    size_t after = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(after, free);
    EXPECT_EQ(aclrtMalloc(&memory, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMallocHost(&memory, SIZE_MAX - 3), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Memory, RefusesNullZeroForeignInnerAndTwiceFreed) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(nullptr, 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMallocHost(nullptr, 4), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMallocHost(&memory, 0), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
    int local = 0;
    EXPECT_EQ(aclrtFree(&local), ACL_ERROR_RT_PARAM_INVALID);
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(static_cast<char*>(memory) + 32), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreeHost(memory), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemFlush(memory, 64), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemInvalidate(memory, 0), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    ASSERT_EQ(aclrtMallocHost(&memory, 100), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
}

TEST_F(Memory, FreeWaitsForWorkQueuedOnAnyStreamOfTheDevice) {
    const ScopedStream stream;
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::atomic<bool> written{false};
    ASSERT_TRUE(Launch(stream, Work{"Write",
                                    [&] {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                        std::memset(memory, 1, 4096);
                                        written = true;
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_TRUE(written);
}

TEST_F(Memory, FreedByItsOwnStreamsWorkDoesNotWaitForItself) {
    const ScopedStream stream;
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    std::atomic<aclError> code{-1};
    ASSERT_TRUE(Launch(stream, Work{"Free",
                                    [&] {
                                        aclrtSetCurrentContext(context);
                                        code = aclrtFree(memory);
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(code, ACL_SUCCESS);
}

// A workspace that is released and reused at once must not change what queued work computes.
TEST_F(Memory, ReleasedAndReusedWorkspaceLeavesQueuedWorkAlone) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    const auto rounds = [context] {
        ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        const ScopedStream stream;
        constexpr size_t kCount = 256;
        for (int round = 0; round < 500; ++round) {
            void* workspace = nullptr;
            ASSERT_EQ(aclrtMalloc(&workspace, kCount * 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
            std::vector<int> out(kCount, -1);
            int* const scratch = static_cast<int*>(workspace);
            ASSERT_TRUE(Launch(stream, Work{"Use",
                                            [scratch, round, &out] {
                                                for (size_t i = 0; i < kCount; ++i) {
                                                    scratch[i] = round + static_cast<int>(i);
                                                }
                                                for (size_t i = 0; i < kCount; ++i) {
                                                    out[i] = scratch[i];
                                                }
                                                return base::Status::Ok();
                                            },
                                            kLargeWork})
                            .ok());
            ASSERT_EQ(aclrtFree(workspace), ACL_SUCCESS);
            void* next = nullptr;
            ASSERT_EQ(aclrtMalloc(&next, kCount * 4, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
            ASSERT_EQ(aclrtMemset(next, kCount * 4, 0xFF, kCount * 4), ACL_SUCCESS);
            ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            for (size_t i = 0; i < kCount; ++i) {
                ASSERT_EQ(out[i], round + static_cast<int>(i));
            }
            ASSERT_EQ(aclrtFree(next), ACL_SUCCESS);
        }
    };
    std::thread other(rounds);
    rounds();
    other.join();
}

TEST_F(Memory, OnlyOneOfManyRacingFreesSucceeds) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    for (int round = 0; round < 50; ++round) {
        void* memory = nullptr;
        ASSERT_EQ(aclrtMalloc(&memory, 256, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        std::atomic<int> winners{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                aclrtSetCurrentContext(context);
                winners += aclrtFree(memory) == ACL_SUCCESS ? 1 : 0;
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        ASSERT_EQ(winners, 1);
    }
}

}  // namespace
}  // namespace aclnn_cpu::runtime
