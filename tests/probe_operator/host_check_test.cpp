// What the checker finds on the host: memory that is not the device's, memory that was freed, what is left behind at
// the end; and what it tells observers of a launch.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aicore/core.h"
#include "aicore/device_memory.h"
#include "aicore/launch.h"
#include "aicore/observer.h"
#include "base/sanitizers.h"
#include "base/settings.h"
#include "probe_host.h"
#include "tests/support/tensors.h"

namespace aclnn_cpu::test {
namespace {

constexpr int64_t kElements = 256;
constexpr uint64_t kBytes = 1024;

std::string TakeMessage() {
    const char* message = aclGetRecentErrMsg();
    return message != nullptr ? message : "";
}

void ExpectMessage(const std::vector<std::string>& parts) {
    const std::string message = TakeMessage();
    for (const std::string& part : parts) {
        EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' is not in: " << message;
    }
}

aclTensor* FloatsAt(void* data, int64_t elements) {
    return aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &elements, 1, data);
}

class HostCheck : public testing::TestWithParam<const char*> {
 protected:
    void SetUp() override {
        Device::Stream();
        probe::behaviour = {};
        ASSERT_TRUE(base::SetSetting("check", GetParam()).ok());
        ASSERT_EQ(aclrtMalloc(&workspace_, 8192, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        ASSERT_EQ(aclrtMalloc(&good_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        ASSERT_EQ(aclrtMemset(good_, kBytes, 0, kBytes), 0);
        TakeMessage();
    }
    void TearDown() override {
        EXPECT_EQ(aclrtFree(good_), 0);
        EXPECT_EQ(aclrtFree(workspace_), 0);
        ASSERT_TRUE(base::SetSetting("check", "0").ok());
    }

    // z = x over `elements` each: what the call that finds a problem returns.
    aclnnStatus Run(void* x, void* z, int64_t elements = kElements, void* workspace = nullptr) {
        aclTensor* const from = FloatsAt(x, elements);
        aclTensor* const to = FloatsAt(z, elements);
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        aclnnStatus status = aclnnProbeGetWorkspaceSize(from, to, &size, &executor);
        if (status == 0) {
            status =
                aclnnProbe(workspace != nullptr ? workspace : workspace_, size, executor, Device::Stream());
        }
        EXPECT_EQ(aclDestroyTensor(from), 0);
        EXPECT_EQ(aclDestroyTensor(to), 0);
        EXPECT_EQ(aclrtSynchronizeStream(Device::Stream()), 0);
        return status;
    }

    void* workspace_ = nullptr;
    void* good_ = nullptr;
};
INSTANTIATE_TEST_SUITE_P(Modes, HostCheck, testing::Values("1", "strict"));

TEST_P(HostCheck, ATensorLargerThanItsMemoryIsRefusedAndItsNeighboursStay) {
    void* blocks[3];
    for (void*& block : blocks) {
        ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        ASSERT_EQ(aclrtMemset(block, kBytes, 0x5C, kBytes), 0);
    }
    void* from = nullptr;
    ASSERT_EQ(aclrtMalloc(&from, 2 * kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    EXPECT_EQ(Run(from, blocks[1], 2 * kElements), 161002);
    ExpectMessage(
        {fmt::format("aclnnProbe: z at {} needs 2048 bytes, but its allocation owns 1024 bytes from there "
                     "on (allocated by aclrtMalloc at ",
                     blocks[1]),
         "TestBody (host_check_test.cpp:", "); allocate (elements of its storage) x (bytes of its type)"});
    for (void* block : blocks) {
        std::array<uint8_t, kBytes> bytes;
        ASSERT_EQ(aclrtMemcpy(bytes.data(), kBytes, block, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), 0);
        EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 0x5C), 1024);
        EXPECT_EQ(aclrtFree(block), 0);
    }
    EXPECT_EQ(aclrtFree(from), 0);
}

TEST_P(HostCheck, MemoryThatIsNotTheDevicesIsRefused) {
    std::vector<float> host(kElements);
    EXPECT_EQ(Run(host.data(), good_), 161002);
    ExpectMessage(
        {fmt::format("aclnnProbe: x at {} needs 1024 bytes of device memory, but no allocation holds that "
                     "address; allocate with aclrtMalloc and fill it with aclrtMemcpy",
                     static_cast<void*>(host.data()))});
    EXPECT_EQ(Run(good_, host.data()), 161002);
    ExpectMessage({"aclnnProbe: z at"});
    alignas(64) std::array<char, 8192> workspace{};
    void* other = nullptr;
    ASSERT_EQ(aclrtMalloc(&other, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    EXPECT_EQ(Run(good_, other, kElements, workspace.data()), 161002);
    ExpectMessage({"aclnnProbe: workspace at", "no allocation holds that address"});
    EXPECT_EQ(aclrtFree(other), 0);

    void* pinned = nullptr;
    ASSERT_EQ(aclrtMallocHost(&pinned, kBytes), 0);
    EXPECT_EQ(Run(pinned, good_), 161002);
    ExpectMessage(
        {"but lies in pinned host memory (allocated by aclrtMallocHost at ", "host_check_test.cpp"});
    EXPECT_EQ(aclrtFreeHost(pinned), 0);
}

TEST_P(HostCheck, ATensorWhoseMemoryWasFreedIsRefused) {
    void* freed = nullptr;
    ASSERT_EQ(aclrtMalloc(&freed, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    const int made = __LINE__ - 1;
    ASSERT_EQ(aclrtFree(freed), 0);
    const int gone = __LINE__ - 1;
    EXPECT_EQ(Run(freed, good_), 161002);
    ExpectMessage(
        {fmt::format("aclnnProbe: x at {0} needs 1024 bytes, but lies in the block of 1024 bytes at {0} that "
                     "was freed (allocated by aclrtMalloc at ",
                     freed),
         fmt::format("host_check_test.cpp:{})", made), "freed by aclrtFree at ",
         fmt::format("host_check_test.cpp:{})", gone), "; free it after the last call that uses it"});
}

TEST_P(HostCheck, LargeFreedMemoryIsKnownToo) {
    void* freed = nullptr;
    const size_t large = size_t{8} << 20;
    ASSERT_EQ(aclrtMalloc(&freed, large, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    ASSERT_EQ(aclrtFree(freed), 0);
    EXPECT_EQ(Run(static_cast<char*>(freed) + 4096, good_), 161002);
    ExpectMessage({"the block of 8388608 bytes at", "that was freed"});
}

TEST_P(HostCheck, CopiesFromAndToFreedMemoryAreRefused) {
    void* freed = nullptr;
    ASSERT_EQ(aclrtMalloc(&freed, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    ASSERT_EQ(aclrtFree(freed), 0);
    std::array<char, kBytes> host{};
    const std::string text =
        fmt::format(" at {0} with 1024 bytes lies in the block of 1024 bytes at {0} that was freed", freed);
    EXPECT_EQ(aclrtMemcpy(freed, kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), 107000);
    ExpectMessage({"aclrtMemcpy: dst" + text, "freed by aclrtFree at ", "host_check_test.cpp"});
    EXPECT_EQ(aclrtMemcpy(host.data(), kBytes, freed, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), 107000);
    ExpectMessage({"aclrtMemcpy: src" + text});
    EXPECT_EQ(aclrtMemcpy(good_, kBytes, freed, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), 107000);
    EXPECT_EQ(aclrtMemcpyAsync(freed, kBytes, good_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, Device::Stream()),
              107000);
    ExpectMessage({"aclrtMemcpyAsync: dst" + text});
    EXPECT_EQ(aclrtMemset(freed, kBytes, 0, kBytes), 107000);
    ExpectMessage({"aclrtMemset: devPtr" + text});
    EXPECT_EQ(aclrtMemcpy2d(freed, 32, host.data(), 32, 32, 2, ACL_MEMCPY_HOST_TO_DEVICE), 107000);
    ExpectMessage({"aclrtMemcpy2d: dst"});
}

TEST_P(HostCheck, CopiesPastTheEndSayWhoseMemoryItIs) {
    std::vector<char> host(2 * kBytes);
    EXPECT_EQ(aclrtMemcpy(good_, host.size(), host.data(), host.size(), ACL_MEMCPY_HOST_TO_DEVICE), 107000);
    ExpectMessage({"aclrtMemcpy: dst is", "with 2048 bytes",
                   "its 1056 bytes that follow (allocated by aclrtMalloc at ", "host_check_test.cpp"});
}

TEST_P(HostCheck, FreeingTwiceNamesTheFirst) {
    void* freed = nullptr;
    ASSERT_EQ(aclrtMalloc(&freed, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    ASSERT_EQ(aclrtFree(freed), 0);
    const int gone = __LINE__ - 1;
    EXPECT_EQ(aclrtFree(freed), 107000);
    ExpectMessage(
        {fmt::format("aclrtFree: the address {} was freed already (allocated by aclrtMalloc at ", freed),
         fmt::format("host_check_test.cpp:{})); free each allocation once", gone)});
}

TEST_P(HostCheck, FreedMemoryIsNotUsedAgainForAWhile) {
    constexpr size_t kKept = 4096;
    std::vector<void*> addresses(3 * kKept);
    for (void*& address : addresses) {
        ASSERT_EQ(aclrtMalloc(&address, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        ASSERT_EQ(aclrtFree(address), 0);
    }
    const std::set<void*> first(addresses.begin(), addresses.begin() + kKept);
    EXPECT_EQ(first.size(), kKept);
    const std::set<void*> all(addresses.begin(), addresses.end());
    if (!ACLNN_CPU_ASAN) {  // whose heap keeps what we give back
        EXPECT_LT(all.size(), 2 * kKept) << "but it is, in the end";
    }
}

TEST_P(HostCheck, CopiesOfTheWrongKindAreRefused) {
    std::array<char, kBytes> host{};
    EXPECT_EQ(aclrtMemcpy(host.data(), kBytes, good_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE), 107000);
    ExpectMessage(
        {fmt::format("aclrtMemcpy: dst at {} is host memory, but the kind of copy expects memory of "
                     "aclrtMalloc",
                     static_cast<void*>(host.data()))});
    EXPECT_EQ(aclrtMemcpy(good_, kBytes, good_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), 107000);
    ExpectMessage({"aclrtMemcpy: dst at", "is device memory, but the kind of copy expects host memory"});
    EXPECT_EQ(aclrtMemcpy(good_, kBytes, host.data(), kBytes, ACL_MEMCPY_DEFAULT), 0);
    EXPECT_EQ(aclrtMemcpy(host.data(), kBytes, good_, kBytes, ACL_MEMCPY_DEFAULT), 0);
}

TEST_P(HostCheck, EmptyTensorsAndViewsInsideABlockPass) {
    std::vector<float> host(1);
    EXPECT_EQ(Run(host.data(), good_, 0), 0) << TakeMessage();
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, 2 * kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    EXPECT_EQ(Run(static_cast<char*>(block) + kBytes, block), 0) << TakeMessage();
    EXPECT_EQ(aclrtFree(block), 0);
}

TEST_P(HostCheck, ObjectsMisusedAreRefused) {
    aclTensor* const x = FloatsAt(good_, kElements);
    ASSERT_EQ(aclDestroyTensor(x), 0);
    EXPECT_EQ(aclDestroyTensor(x), 161002);
    ExpectMessage({"aclDestroyTensor: tensor", "is no live Tensor: it was destroyed"});
}

// ---- what is left at the end

class Leaks : public testing::Test {
 protected:
    void SetUp() override {
        Device::Stream();
        ASSERT_TRUE(base::SetSetting("check", "1").ok());
    }
    void TearDown() override { ASSERT_TRUE(base::SetSetting("check", "0").ok()); }
    static std::string Finalize() {
        testing::internal::CaptureStderr();
        EXPECT_EQ(aclFinalize(), 0);
        const std::string text = testing::internal::GetCapturedStderr();
        EXPECT_EQ(aclInit(nullptr), 0);
        return text;
    }
};

__attribute__((noinline)) void* Fill(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    return memory;
}
constexpr int kFillLine = __LINE__ - 3;

TEST_F(Leaks, AreReportedAtFinalizeWithWhereTheyWereMade) {
    void* memory[2];
    for (void*& one : memory) {
        one = Fill(4096);
    }
    void* pinned = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtMallocHost(&pinned, 100), 0);
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    ASSERT_EQ(aclrtCreateEvent(&event), 0);
    aclTensor* const x = FloatsAt(memory[0], 8);
    aclTensor* const z = FloatsAt(memory[1], 8);
    const int64_t one = 1;
    aclIntArray* const array = aclCreateIntArray(&one, 1);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnProbeGetWorkspaceSize(x, z, &size, &executor), 0) << TakeMessage();
    const int planned = __LINE__ - 1;

    const std::string report = Finalize();
    for (const std::string& part :
         {std::string("[aclnn-cpu warning] aclFinalize: the program did not give back all that it made\n"),
          fmt::format("  device memory: 2 left, 8192 bytes in all; give them back with aclrtFree\n"
                      "    2 x 4096 bytes, made at aclnn_cpu::test::(anonymous namespace)::Fill "
                      "(host_check_test.cpp:{}) <- ",
                      kFillLine),
          std::string("  pinned host memory: 1 left, 100 bytes; give it back with aclrtFreeHost\n    1 x 100 "
                      "bytes, made "
                      "at "),
          std::string(
              "  stream: 2 left; give them back with aclrtDestroyStream\n    1, made "),  // and the tests'
          std::string("  event: 1 left; give it back with aclrtDestroyEvent\n"),
          std::string("  tensor: 2 left; give them back with aclDestroyTensor\n"),
          std::string("  array of integers: 1 left; give it back with aclDestroyIntArray\n"),
          std::string("  executor of aclnnProbe: 1 left; give it back with its second phase or "
                      "aclDestroyAclOpExecutor\n    1, made at "),
          fmt::format("TestBody (host_check_test.cpp:{})", planned)}) {
        EXPECT_NE(report.find(part), std::string::npos) << "'" << part << "' is not in:\n" << report;
    }
    EXPECT_EQ(report.find("context"), std::string::npos) << "the device's own is none of the program's\n"
                                                         << report;

    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    EXPECT_EQ(aclDestroyIntArray(array), 0);
    EXPECT_EQ(aclDestroyTensor(x), 0);
    EXPECT_EQ(aclDestroyTensor(z), 0);
    EXPECT_EQ(aclrtDestroyEvent(event), 0);
    EXPECT_EQ(aclrtDestroyStream(stream), 0);
    EXPECT_EQ(aclrtFreeHost(pinned), 0);
    EXPECT_EQ(aclrtFree(memory[0]), 0);
    EXPECT_EQ(aclrtFree(memory[1]), 0);
}

TEST_F(Leaks, OfAListAreItAndItsElements) {
    aclTensor* elements[] = {FloatsAt(nullptr, 1), FloatsAt(nullptr, 2)};
    aclTensorList* const list = aclCreateTensorList(elements, 2);
    const std::string report = Finalize();
    EXPECT_NE(report.find("tensor list: 1 left"), std::string::npos) << report;
    EXPECT_EQ(aclDestroyTensorList(list), 0);
    EXPECT_EQ(Finalize().find("  tensor"), std::string::npos);
}

// ---- what reports cost

using Reports = Leaks;

TEST_F(Reports, OfManyRefusedCallsLookTheirPlacesUpOnce) {
    char folder[] = "/tmp/aclnn_cpu_tools_XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    const std::string tool = std::string(folder) + "/addr2line";
    const std::string path = getenv("PATH");
    std::ofstream(tool) << "#!/bin/sh\necho run >> " << folder << "/runs\nPATH=" << path
                        << " exec addr2line \"$@\"\n";
    std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
    ASSERT_EQ(setenv("PATH", (folder + (":" + path)).c_str(), 1), 0);
    void* freed = nullptr;
    for (int i = 0; i < 10'000; ++i) {
        if (i % 10 == 0) {
            ASSERT_EQ(aclrtMalloc(&freed, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
            ASSERT_EQ(aclrtFree(freed), 0);
        }
        ASSERT_EQ(aclrtFree(freed), 107000);
        ASSERT_EQ(aclrtMemset(freed, kBytes, 0, kBytes), 107000);
    }
    ExpectMessage({"that was freed (allocated by aclrtMalloc at ", "TestBody (host_check_test.cpp:"});
    ASSERT_EQ(setenv("PATH", path.c_str(), 1), 0);
    std::ifstream runs(std::string(folder) + "/runs");
    const auto count = std::count(std::istreambuf_iterator<char>(runs), {}, '\n');
    EXPECT_GT(count, 0);
    EXPECT_LE(count, 6) << "one for each object file of two call stacks";
    std::filesystem::remove_all(folder);
}

// ---- what observers of a launch can know

class RangeObserver : public aicore::Observer {
 public:
    void OnBlockBegin(const aicore::Core& core) override {
        if (core.block != 0) {
            return;
        }
        const aicore::KernelLaunch& launch = *core.launch;
        for (const aicore::GlobalRange& range : launch.ranges) {
            ranges.push_back({std::string(range.name), range.begin, range.bytes});
        }
        arguments.assign(launch.arguments.begin(), launch.arguments.end());
        tiling_bytes = launch.tiling_bytes;
        block = launch.device_memory->Find(static_cast<const char*>(launch.ranges[0].begin) + 5);
        history = launch.device_memory->History(*block);
        elsewhere = launch.device_memory->Find(this).has_value();
    }
    struct Range {
        std::string name;
        const void* begin;
        uint64_t bytes;
    };
    std::vector<Range> ranges;
    std::vector<void*> arguments;
    uint64_t tiling_bytes = 0;
    std::optional<aicore::DeviceBlock> block;
    std::string history;
    bool elsewhere = true;
};

TEST_P(HostCheck, ObserversKnowTheArgumentsOfALaunchAndWhoseMemoryTheyAre) {
    void* const x = Fill(4096);
    RangeObserver observer;
    aicore::Observer* const before = aicore::SetObserver(&observer);
    const aclnnStatus status = Run(static_cast<char*>(x) + 64, good_);
    aicore::SetObserver(before);
    ASSERT_EQ(status, 0) << TakeMessage();
    ASSERT_EQ(observer.ranges.size(), 4u);
    ASSERT_EQ(observer.arguments.size(), 4u);
    const std::array<std::pair<std::string, uint64_t>, 4> expected = {
        {{"x", kBytes}, {"z", kBytes}, {"workspace", 1024}, {"tiling", sizeof(ProbeTilingData)}}};
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(observer.ranges[i].name, expected[i].first);
        EXPECT_EQ(observer.ranges[i].bytes, expected[i].second) << observer.ranges[i].name;
        EXPECT_EQ(observer.ranges[i].begin, observer.arguments[i]) << observer.ranges[i].name;
    }
    EXPECT_EQ(observer.tiling_bytes, sizeof(ProbeTilingData));
    ASSERT_TRUE(observer.block.has_value());
    EXPECT_EQ(observer.block->begin, x);
    EXPECT_EQ(observer.block->bytes, 4096u);
    EXPECT_FALSE(observer.block->freed);
    EXPECT_FALSE(observer.elsewhere);
    EXPECT_NE(observer.history.find(fmt::format("allocated by aclrtMalloc at aclnn_cpu::test::(anonymous "
                                                "namespace)::Fill (host_check_test.cpp:{})",
                                                kFillLine)),
              std::string::npos)
        << observer.history;
    EXPECT_EQ(aclrtFree(x), 0);
}

}  // namespace
}  // namespace aclnn_cpu::test
