// For the tests of this layer: runs a lambda as a kernel.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "aicore/launch.h"
#include "aicore/observer.h"
#include "kernel_operator.h"
#include "platform/soc.h"

// Beside aicore, not in it: the emulator's interface has functions named like those of the kernel language.
namespace aclnn_cpu::aicore_tests {

using aicore::KernelEntry;
using aicore::KernelLaunch;
using aicore::Launch;

inline const platform::Soc& SocNamed(std::string_view name) {
    const platform::Soc* soc = nullptr;
    const base::Status status = platform::FindSoc(name, &soc);
    EXPECT_TRUE(status.ok()) << status.message();
    return *soc;
}

struct KernelOptions {
    uint32_t blocks = 1;
    uint32_t threads = 1;
    std::string_view soc = "Ascend910B1";
    KernelMetaType type = KERNEL_TYPE_MAX;
};

inline base::Status RunKernel(const std::function<void()>& body, const KernelOptions& options = {}) {
    const void* argument = &body;
    void* arguments[] = {const_cast<void*>(argument)};
    const KernelEntry entry = [](void* const* passed, uint64_t) {
        (*static_cast<const std::function<void()>*>(passed[0]))();
    };
    return Launch({"TestOp", entry, arguments, 0, options.blocks, &SocNamed(options.soc), options.threads,
                   options.type});
}

// What coverage_test.cpp counts the instructions with that RunGolden executes; it audits what they announce, too.
aicore::Observer& GoldenRecorder();

// The same for a kernel whose results the caller compares with a reference of its own: every instruction that runs
// in it counts as one with golden cases.
inline base::Status RunGolden(const std::function<void()>& body, const KernelOptions& options = {}) {
    aicore::Observer* const before = aicore::SetObserver(&GoldenRecorder());
    base::Status status = RunKernel(body, options);
    aicore::SetObserver(before);
    return status;
}

inline void ExpectRuns(const base::Status& status) {
    EXPECT_TRUE(status.ok()) << status.code() << " " << status.message();
}

// A failed launch: its code, and every one of the parts in its message.
inline void ExpectFault(const base::Status& status, int32_t code, const std::vector<std::string>& parts) {
    EXPECT_EQ(status.code(), code) << status.message();
    for (const std::string& part : parts) {
        EXPECT_NE(status.message().find(part), std::string::npos)
            << "no '" << part << "' in: " << status.message();
    }
}

// Moves bytes between the host and a tensor, past the emulator.
template <typename T>
void Fill(const AscendC::LocalTensor<T>& tensor, const void* values, size_t bytes) {
    if (bytes != 0) {  // an empty vector's data may be null
        std::memcpy(reinterpret_cast<void*>(tensor.GetPhyAddr()), values, bytes);
    }
}
template <typename T>
std::vector<T> Read(const AscendC::LocalTensor<T>& tensor, size_t elements) {
    std::vector<T> values(elements);
    std::memcpy(values.data(), reinterpret_cast<const void*>(tensor.GetPhyAddr()), elements * sizeof(T));
    return values;
}

}  // namespace aclnn_cpu::aicore_tests
