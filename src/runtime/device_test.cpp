#include <gmock/gmock.h>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using testing::HasSubstr;

TEST(Device, ThereAreEight) {
    uint32_t count = 0;
    ASSERT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    EXPECT_EQ(count, 8u);
    EXPECT_EQ(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtSetDevice(8), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtResetDevice(8), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST(Device, ABadSettingIsSaidWhereItIsFirstNeeded) {
    const ScopedSetting soc("soc", "nonsense", "Ascend910B1");
    EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(RecentMessage(), testing::HasSubstr("nonsense"));
}

TEST(Device, TheCurrentOneIsTheLastSet) {
    ASSERT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(5), ACL_SUCCESS);
    int32_t device = -1;
    ASSERT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 5);
    ASSERT_EQ(aclrtResetDevice(5), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtResetDevice(2), ACL_SUCCESS);
}

TEST(Device, UsesAreCounted) {
    EXPECT_EQ(aclrtResetDevice(3), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    ASSERT_EQ(aclrtSetDevice(3), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(3), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(3), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(3), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(aclrtSetDevice(3), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtResetDeviceForce(3), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(3), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(Device, ResetWaitsForTheWorkAndEndsTheStreamsOfTheDefaultContext) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    std::atomic<bool> done{false};
    ASSERT_TRUE(Launch(stream, Work{"Sleep",
                                    [&done] {
                                        std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                        done = true;
                                        return base::Status::Ok();
                                    },
                                    kLargeWork})
                    .ok());
    ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    EXPECT_TRUE(done);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
    ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

// Numbers: the public platform configuration of the chips.
TEST(Device, InfoIsThatOfTheChip) {
    struct Expected {
        const char* soc;
        aclrtDevAttr attribute;
        int64_t value;
    };
    const Expected rows[] = {
        {"Ascend910B1", ACL_DEV_ATTR_AICORE_CORE_NUM, 24},
        {"Ascend910B1", ACL_DEV_ATTR_CUBE_CORE_NUM, 24},
        {"Ascend910B1", ACL_DEV_ATTR_VECTOR_CORE_NUM, 48},
        {"Ascend910B1", ACL_DEV_ATTR_L2_CACHE_SIZE, 201326592},
        {"Ascend910B1", ACL_DEV_ATTR_NPU_ARCH, 2201},
        {"Ascend910B3", ACL_DEV_ATTR_VECTOR_CORE_NUM, 40},
        {"Ascend310B1", ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE, 253952},
        {"Ascend310B1", ACL_DEV_ATTR_VECTOR_CORE_NUM, 1},
        {"Ascend310B1", ACL_DEV_ATTR_NPU_ARCH, 3002},
    };
    for (const Expected& row : rows) {
        const ScopedSetting soc("soc", row.soc, "Ascend910B1");
        int64_t value = -1;
        ASSERT_EQ(aclrtGetDeviceInfo(0, row.attribute, &value), ACL_SUCCESS);
        EXPECT_EQ(value, row.value) << row.soc << " " << row.attribute;
    }
    int64_t value = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_WARP_SIZE, &value), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetDeviceInfo(8, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_THAT(RecentMessage(), HasSubstr("aclrtGetDeviceInfo: device is 8"));
}

TEST(Device, AnswersTheSmallQuestions) {
    auto status = ACL_RT_DEVICE_STATUS_END;
    EXPECT_EQ(aclrtQueryDeviceStatus(7, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
    EXPECT_EQ(aclrtQueryDeviceStatus(8, &status), ACL_ERROR_RT_INVALID_DEVICEID);
    int32_t reaches = -1;
    EXPECT_EQ(aclrtDeviceCanAccessPeer(&reaches, 0, 1), ACL_SUCCESS);
    EXPECT_EQ(reaches, 1);
    EXPECT_EQ(aclrtDeviceCanAccessPeer(&reaches, 1, 1), ACL_SUCCESS);
    EXPECT_EQ(reaches, 0);
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_RESERVED), ACL_ERROR_INVALID_PARAM);
}

}  // namespace
}  // namespace aclnn_cpu::runtime
