// A process with busy threads forks, and the child uses the library: no lock may have been left behind in it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "opdev/make_op_executor.h"

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kForksAreInstrumented = true;
#else
constexpr bool kForksAreInstrumented = false;
#endif

// Both phases and all objects of one call: 1.5f becomes 1.5 of DOUBLE.
bool ConvertsOnce(aclrtStream stream) {
    const int64_t size = 4;
    const float values[size] = {1.5f, -2, 3, 0.25f};
    double result[size] = {};
    const auto describe = [&size](void* data, aclDataType type) {
        return aclCreateTensor(&size, 1, type, nullptr, 0, ACL_FORMAT_ND, &size, 1, data);
    };
    aclTensor* from = describe(const_cast<float*>(values), ACL_FLOAT);
    aclTensor* to = describe(result, ACL_DOUBLE);
    aclOpExecutor* handle = nullptr;
    bool recorded = false;
    {
        UniqueExecutor unique("Convert");
        const aclTensor* cast = l0op::Cast(from, op::DataType::DT_DOUBLE, unique.get());
        recorded = cast != nullptr && l0op::ViewCopy(cast, to, unique.get()) != nullptr;
        unique.ReleaseTo(&handle);
    }
    const bool ran = recorded && CommonOpExecutorRun(nullptr, 0, handle, stream) == 0 &&
                     aclrtSynchronizeStream(stream) == 0;
    aclDestroyTensor(from);
    aclDestroyTensor(to);
    return ran && result[0] == 1.5 && result[1] == -2 && result[2] == 3 && result[3] == 0.25;
}

// What the child exited with; -1 when it had to be killed.
int ExitCodeOf(pid_t child) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(Fork, AChildOfABusyProcessCallsAtOnce) {
    if (kForksAreInstrumented) {
        GTEST_SKIP() << "ThreadSanitizer does not follow a fork of several threads";
    }
    ASSERT_EQ(aclrtSetDevice(0), 0);
    std::atomic<bool> stop{false};
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
        threads.emplace_back([&] {
            aclrtStream stream = nullptr;
            failed += aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0;
            while (!stop) {
                failed += !ConvertsOnce(stream);
            }
            failed += aclrtDestroyStream(stream) != 0;
        });
    }
    for (int round = 0; round < 50; ++round) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            _exit(aclrtSetDevice(0) == 0 && ConvertsOnce(nullptr) ? 0 : 1);
        }
        const int code = ExitCodeOf(child);
        EXPECT_EQ(code, 0) << "round " << round << (code == -1 ? ": the child hangs" : "");
        if (code != 0) {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(round % 3));
    }
    stop = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(failed, 0);
}

}  // namespace
