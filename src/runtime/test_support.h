// What the tests of the runtime share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "acl/acl.h"
#include "base/sanitizers.h"
#include "base/settings.h"
#include "runtime/launch.h"

namespace aclnn_cpu::runtime {

inline constexpr bool kThreadSanitizer = ACLNN_CPU_TSAN;
inline constexpr bool kAddressSanitizer = ACLNN_CPU_ASAN;

// Work too large to run on the calling thread, whatever it really does.
inline constexpr uint64_t kLargeWork = 1'000'000'000;

// A thread with device 0, and no message left over.
class DeviceTest : public testing::Test {
 protected:
    void SetUp() override {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclGetRecentErrMsg();
    }
    void TearDown() override { ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS); }
};

// A stream for the life of the object.
class ScopedStream {
 public:
    ScopedStream() { EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS); }
    ScopedStream(const ScopedStream&) = delete;
    ScopedStream& operator=(const ScopedStream&) = delete;
    ~ScopedStream() { EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS); }
    operator aclrtStream() const { return stream_; }

 private:
    aclrtStream stream_ = nullptr;
};

// Keeps a stream busy until it is opened.
class Gate {
 public:
    explicit Gate(aclrtStream stream) {
        const base::Status status = Launch(stream, Work{"Gate",
                                                        [opened = opened_.get_future().share()] {
                                                            opened.wait();
                                                            return base::Status::Ok();
                                                        },
                                                        kLargeWork});
        EXPECT_TRUE(status.ok()) << status.message();
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate() { Open(); }
    void Open() {
        if (!std::exchange(is_open_, true)) {
            opened_.set_value();
        }
    }

 private:
    std::promise<void> opened_;
    bool is_open_ = false;
};

// Sets one setting for the life of the object.
class ScopedSetting {
 public:
    ScopedSetting(std::string key, const std::string& value, std::string back) : key_(key), back_(back) {
        EXPECT_TRUE(base::SetSetting(key_, value).ok());
    }
    ScopedSetting(const ScopedSetting&) = delete;
    ScopedSetting& operator=(const ScopedSetting&) = delete;
    ~ScopedSetting() { EXPECT_TRUE(base::SetSetting(key_, back_).ok()); }

 private:
    const std::string key_;
    const std::string back_;
};

inline std::string CurrentCheck() {
    constexpr const char* kTexts[] = {"0", "1", "strict"};
    return kTexts[static_cast<size_t>(base::CurrentSettings().check)];
}

inline Work Failing(const char* name, int32_t code, std::string message, uint64_t size = 0) {
    return Work{name, [code, message] { return base::Status(code, message); }, size};
}

inline std::string RecentMessage() {
    const char* text = aclGetRecentErrMsg();
    return text != nullptr ? text : "";
}

// Runs a body in a thread of its own, which has no device.
template <typename Body>
void InOtherThread(Body&& body) {
    std::thread(std::forward<Body>(body)).join();
}

}  // namespace aclnn_cpu::runtime
