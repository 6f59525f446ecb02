#include <gmock/gmock.h>

#include <sys/mman.h>

#include <cstring>
#include <numeric>
#include <vector>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CopyTest : public DeviceTest {
 protected:
    static constexpr size_t kBytes = 1024;

    void SetUp() override {
        DeviceTest::SetUp();
        ASSERT_EQ(aclrtMalloc(&device_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemset(device_, kBytes, 0, kBytes), ACL_SUCCESS);
        host_.resize(kBytes);
        std::iota(host_.begin(), host_.end(), uint8_t{1});
    }
    void TearDown() override {
        EXPECT_EQ(aclrtFree(device_), ACL_SUCCESS);
        DeviceTest::TearDown();
    }
    std::vector<uint8_t> OnDevice() const {
        std::vector<uint8_t> bytes(kBytes);
        EXPECT_EQ(aclrtMemcpy(bytes.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        return bytes;
    }
    void* device_ = nullptr;
    std::vector<uint8_t> host_;
};

using Copy = CopyTest;

TEST_F(Copy, MovesBytesUnderEveryKind) {
    const ScopedSetting unchecked("check", "0", CurrentCheck());  // it would refuse those of the wrong kind
    for (int kind = 0; kind <= 5; ++kind) {
        std::memset(device_, 0, kBytes);
        ASSERT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes, static_cast<aclrtMemcpyKind>(kind)),
                  ACL_SUCCESS);
        EXPECT_EQ(OnDevice(), host_) << kind;
        std::memset(device_, 0, kBytes);
        ASSERT_EQ(aclrtMemcpyAsync(device_, kBytes, host_.data(), kBytes, static_cast<aclrtMemcpyKind>(kind),
                                   nullptr),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_EQ(OnDevice(), host_) << kind;
    }
}

TEST_F(Copy, ChecksInTheDocumentedOrder) {
    const ScopedSetting unchecked("check", "0", CurrentCheck());
    const auto bad_kind = static_cast<aclrtMemcpyKind>(6);
    const auto good_kind = ACL_MEMCPY_HOST_TO_DEVICE;
    // Count 0 comes before everything else, then nulls, then the kind, then the sizes.
    EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, bad_kind), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(nullptr, 0, host_.data(), 8, bad_kind), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), HasSubstr("dst is null"));
    EXPECT_EQ(aclrtMemcpy(device_, 0, nullptr, 8, bad_kind), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), HasSubstr("src is null"));
    EXPECT_EQ(aclrtMemcpy(device_, 4, host_.data(), 8, bad_kind), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), HasSubstr("kind is 6, expected 0 to 5"));
    EXPECT_EQ(aclrtMemcpy(device_, 4, host_.data(), 8, good_kind), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(RecentMessage(), HasSubstr("count is 8, expected at most destMax, which is 4"));
    EXPECT_EQ(aclrtMemcpy(device_, kBytes, device_, 8, good_kind), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpyAsync(nullptr, 0, nullptr, 0, bad_kind, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpyAsync(device_, 4, host_.data(), 8, good_kind, nullptr), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemcpyAsync(device_, 4, host_.data(), 8, bad_kind, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Copy, DoesNotLeaveADeviceAllocation) {
    std::vector<uint8_t> big(4 * kBytes, 7);
    EXPECT_EQ(aclrtMemcpy(device_, big.size(), big.data(), big.size(), ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(RecentMessage(),
                AllOf(HasSubstr("dst is"), HasSubstr("with 4096 bytes"), HasSubstr("its 1056 bytes")));
    EXPECT_EQ(aclrtMemcpy(big.data(), big.size(), static_cast<char*>(device_) + 1000, 57,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemset(device_, 4 * kBytes, 1, 4 * kBytes), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemcpy2d(device_, 300, big.data(), 300, 300, 4, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(OnDevice(), std::vector<uint8_t>(kBytes, 0));
}

// As a program does that names more bytes than its vector has.
TEST_F(Copy, RefusesHostMemoryThatIsNotThere) {
    constexpr size_t kPage = 4096;
    constexpr size_t kMapped = 8 * kPage;
    void* const mapping =
        mmap(nullptr, 2 * kMapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(mapping, MAP_FAILED);
    ASSERT_EQ(munmap(static_cast<char*>(mapping) + kMapped, kMapped), 0);
    void* device = nullptr;
    ASSERT_EQ(aclrtMalloc(&device, 2 * kMapped, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    for (const bool reads : {true, false}) {
        const auto copy = [&](size_t count) {
            return aclrtMemcpy(reads ? device : mapping, count, reads ? mapping : device, count,
                               reads ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST);
        };
        EXPECT_EQ(copy(kMapped), ACL_SUCCESS);
        EXPECT_EQ(copy(kMapped + 1), ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_THAT(RecentMessage(),
                    HasSubstr("with 32769 bytes, and not all of them are memory of this process"));
        EXPECT_EQ(copy(2 * kMapped), ACL_ERROR_RT_PARAM_INVALID);
    }
    EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
    munmap(mapping, kMapped);
}

TEST_F(Copy, SetWritesTheLowByte) {
    ASSERT_EQ(aclrtMemset(device_, kBytes, 0x1234, 16), ACL_SUCCESS);
    std::vector<uint8_t> expected(kBytes, 0);
    std::fill_n(expected.begin(), 16, uint8_t{0x34});
    EXPECT_EQ(OnDevice(), expected);
    ASSERT_EQ(aclrtMemsetAsync(device_, kBytes, -1, 8, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    std::fill_n(expected.begin(), 8, uint8_t{0xFF});
    EXPECT_EQ(OnDevice(), expected);
    EXPECT_EQ(aclrtMemset(nullptr, 0, 1, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(nullptr, 8, 1, 8), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemset(device_, 7, 1, 8), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemsetAsync(nullptr, 0, 1, 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(device_, 7, 1, 8, nullptr), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(Copy, TwoDimensionalMovesRowsAndNothingBetween) {
    ASSERT_EQ(aclrtMemcpy2d(device_, 16, host_.data(), 10, 5, 3, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    std::vector<uint8_t> expected(kBytes, 0);
    for (size_t row = 0; row < 3; ++row) {
        std::copy_n(host_.begin() + static_cast<std::ptrdiff_t>(row * 10), 5,
                    expected.begin() + static_cast<std::ptrdiff_t>(row * 16));
    }
    EXPECT_EQ(OnDevice(), expected);
    std::memset(device_, 0, kBytes);
    const ScopedStream stream;
    Gate gate(stream);
    std::vector<uint8_t> source = host_;
    ASSERT_EQ(aclrtMemcpy2dAsync(device_, 16, source.data(), 10, 5, 3, ACL_MEMCPY_HOST_TO_DEVICE, stream),
              ACL_SUCCESS);
    std::fill(source.begin(), source.end(), uint8_t{0xEE});
    gate.Open();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(OnDevice(), expected);
    EXPECT_EQ(aclrtMemcpy2d(nullptr, 0, nullptr, 0, 0, 3, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy2d(device_, 4, host_.data(), 10, 5, 3, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemcpy2d(device_, 16, host_.data(), 10, 5, 3, ACL_MEMCPY_HOST_TO_HOST),
              ACL_ERROR_INVALID_PARAM);
}

TEST_F(Copy, RefusesARangeThatRunsIntoAnAllocation) {
    char* before = static_cast<char*>(device_) - 16;
    EXPECT_EQ(aclrtMemset(before, 64, 1, 32), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(RecentMessage(), HasSubstr("starts before"));
    EXPECT_EQ(aclrtMemcpy(before, 64, host_.data(), 32, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(Copy, TwoDimensionalRowsDoNotWrapAroundTheAddresses) {
    constexpr size_t kQuarter = size_t{1} << 62;  // four of these pitches are 0 again
    using Function = aclError (*)(void*, size_t, const void*, size_t, size_t, size_t, aclrtMemcpyKind);
    const Function functions[] = {
        aclrtMemcpy2d,
        [](void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
           aclrtMemcpyKind kind) {
            return aclrtMemcpy2dAsync(dst, dpitch, src, spitch, width, height, kind, nullptr);
        },
    };
    for (const Function function : functions) {
        EXPECT_EQ(function(device_, kQuarter, host_.data(), 8, 8, 5, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_THAT(RecentMessage(), HasSubstr("height is 5"));
        EXPECT_EQ(function(device_, 8, host_.data(), kQuarter, 8, 5, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_EQ(function(device_, SIZE_MAX, host_.data(), SIZE_MAX, SIZE_MAX, 2, ACL_MEMCPY_DEFAULT),
                  ACL_ERROR_RT_PARAM_INVALID);
    }
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(OnDevice(), std::vector<uint8_t>(kBytes, 0));
}

TEST_F(Copy, AsynchronousOnesKeepTheOrderOfTheStreamAndReadPageableSourcesAtTheCall) {
    const ScopedStream stream;
    std::vector<uint8_t> source(kBytes);
    std::vector<uint8_t> result(kBytes);
    for (int round = 0; round < 1000; ++round) {
        const auto value = static_cast<uint8_t>(round);
        auto gate = round % 2 == 0 ? std::make_unique<Gate>(stream) : nullptr;  // busy and idle streams
        std::fill(source.begin(), source.end(), value);
        ASSERT_EQ(aclrtMemcpyAsync(device_, kBytes, source.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
                  ACL_SUCCESS);
        std::fill(source.begin(), source.end(), uint8_t{0xEE});  // at once
        ASSERT_TRUE(Launch(stream, Work{"AddOne",
                                        [bytes = static_cast<uint8_t*>(device_)] {
                                            for (size_t i = 0; i < kBytes; ++i) {
                                                bytes[i] = static_cast<uint8_t>(bytes[i] + 1);
                                            }
                                            return base::Status::Ok();
                                        },
                                        round % 3 == 0 ? kLargeWork : 0})
                        .ok());
        ASSERT_EQ(aclrtMemcpyAsync(result.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
                  ACL_SUCCESS);
        gate.reset();
        ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        ASSERT_EQ(result, std::vector<uint8_t>(kBytes, static_cast<uint8_t>(value + 1))) << round;
    }
}

TEST_F(Copy, AsynchronousOnesReadPinnedSourcesWhenTheStreamGetsThere) {
    const ScopedStream stream;
    void* pinned = nullptr;
    ASSERT_EQ(aclrtMallocHost(&pinned, kBytes), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pinned) % 64, 0u);
    std::memset(pinned, 1, kBytes);
    Gate gate(stream);
    ASSERT_EQ(aclrtMemcpyAsync(device_, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
              ACL_SUCCESS);
    std::memset(pinned, 2, kBytes);
    gate.Open();
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(OnDevice(), std::vector<uint8_t>(kBytes, 2));
    ASSERT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

TEST_F(Copy, BlockingLaunchesCopyBeforeTheyReturn) {
    const ScopedSetting blocking("launch_blocking", "1", "0");
    const ScopedStream stream;
    ASSERT_EQ(aclrtMemsetAsync(device_, kBytes, 9, kBytes, stream), ACL_SUCCESS);
    std::vector<uint8_t> result(kBytes);
    ASSERT_EQ(aclrtMemcpyAsync(result.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
              ACL_SUCCESS);
    EXPECT_EQ(result, std::vector<uint8_t>(kBytes, 9));
}

}  // namespace
}  // namespace aclnn_cpu::runtime
