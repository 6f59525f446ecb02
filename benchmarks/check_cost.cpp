// What the checker costs: GeluGrad as programs call it, and kernels that issue small instructions, each without it
// and in both modes.
//   check_cost_benchmark
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aicore/launch.h"
#include "base/settings.h"
#include "benchmarks/aclnn_gelu.h"
#include "benchmarks/harness.h"
#include "kernel_operator.h"
#include "platform/soc.h"

namespace aclnn_cpu::benchmarks {
namespace {

using AscendC::LocalTensor;

constexpr const char* kModes[] = {"0", "1", "strict"};
constexpr uint32_t kIssues = 4000;
constexpr uint32_t kElements = 1024;

void Require(bool good, const std::string& what) {
    if (!good) {
        std::fprintf(stderr, "%s\n", what.c_str());
        std::exit(1);
    }
}

void Choose(const char* mode) { Require(base::SetSetting("check", mode).ok(), "check"); }

struct Tensors {
    AscendC::GlobalTensor<float> x;
    LocalTensor<float> a, b, d;
};

template <typename Issue>
void RunForm(void* const* arguments, Issue issue) {
    AscendC::TPipe pipe;
    AscendC::TBuf<> buffers[3];
    Tensors on;
    LocalTensor<float>* const locals[] = {&on.a, &on.b, &on.d};
    for (uint32_t i = 0; i < 3; ++i) {
        pipe.InitBuffer(buffers[i], kElements * sizeof(float));
        *locals[i] = buffers[i].template Get<float>();
        AscendC::Duplicate(*locals[i], 1.0f, kElements);
    }
    on.x.SetGlobalBuffer(static_cast<float*>(arguments[0]), kElements);
    AscendC::PipeBarrier<PIPE_ALL>();
    for (uint32_t i = 0; i < kIssues; ++i) {
        issue(on);
        AscendC::PipeBarrier<PIPE_ALL>();
    }
}

struct Row {
    const char* what;
    aicore::KernelEntry entry;
};

#define ROW(what, statement)                                          \
    Row {                                                             \
        what, [](void* const* arguments, uint64_t) {                  \
            RunForm(arguments, [](const Tensors& on) { statement; }); \
        }                                                             \
    }

const Row kRows[] = {
    ROW("Add, 8 elements", Add(on.d, on.a, on.b, 8)),
    ROW("Add, 1024 elements", Add(on.d, on.a, on.b, 1024)),
    ROW("Add, mask 64, 16 repeats", Add(on.d, on.a, on.b, uint64_t(64), 16, {1, 1, 1, 8, 8, 8})),
    ROW("Add, mask 13, 16 repeats", Add(on.d, on.a, on.b, uint64_t(13), 16, {1, 1, 1, 8, 8, 8})),
    ROW("WholeReduceSum, 16 repeats", WholeReduceSum(on.d, on.a, 64, 16, 1, 1, 8)),
    ROW("DataCopy in, 1024 elements", DataCopy(on.d, on.x, 1024)),
    ROW("DataCopyPad, 16 rows of 20 B", DataCopyPad(on.d, on.x, AscendC::DataCopyExtParams{16, 20, 0, 0, 0},
                                                    AscendC::DataCopyPadExtParams<float>{true, 0, 3, 0.0f})),
    ROW("DataCopy out, 1024 elements", DataCopy(on.x, on.a, 1024)),
    ROW("GetValue and SetValue", on.d.SetValue(5, on.a.GetValue(5))),
};
#undef ROW

Contender KernelContender(const Row& row, const char* mode, float* memory) {
    const auto run = [&row, mode, memory] {
        Choose(mode);
        const platform::Soc* soc = nullptr;
        Require(platform::FindSoc("Ascend910B1", &soc).ok(), "soc");
        void* arguments[] = {memory};
        const base::Status status = aicore::Launch({"CheckCost", row.entry, arguments, 0, 1, soc, 1});
        Require(status.ok(), status.message());
    };
    return {row.what, run, [run] {
                run();
                return std::string();
            }};
}

// Device memory, as the checker asks of programs.
void* Allocate(size_t bytes) {
    void* data = nullptr;
    Require(aclrtMalloc(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0, "aclrtMalloc");
    return data;
}

Contender GeluContender(const std::string& name, base::DType dtype, const char* mode, int64_t count) {
    void* const data[] = {Allocate(size_t(count) * 4), Allocate(size_t(count) * 4),
                          Allocate(size_t(count) * 4)};
    for (void* const memory : {data[0], data[1]}) {
        for (int64_t i = 0; i < count; ++i) {
            static_cast<uint32_t*>(memory)[i] =
                dtype == base::DType::kFloat ? 0x3F800000u : 0x3C003C00u;  // 1
        }
    }
    const std::function<void()> call =
        AclnnGeluBackward(base::EngineChoice::kAicore, dtype, count, data[0], data[1], data[2]);
    const auto run = [call, mode] {
        Choose(mode);
        call();
    };
    return {name, run, [run] {
                run();
                return std::string();
            }};
}

void Print(const std::vector<Contender>& contenders) {
    const std::vector<Timing> timings = Measure(contenders, {.seconds = 1.0});
    for (size_t i = 0; i < contenders.size(); i += 3) {
        std::printf("%-32s %10.3f ms %8.2f x %8.2f x\n", contenders[i].name.c_str(),
                    timings[i].best_seconds * 1e3, timings[i + 1].best_seconds / timings[i].best_seconds,
                    timings[i + 2].best_seconds / timings[i].best_seconds);
    }
}

int Main() {
    Require(aclrtSetDevice(0) == 0, "aclrtSetDevice");
    std::printf("The checker on %s, best runs\n%-32s %13s %10s %10s\n", CpuName().c_str(), "kernel", "off",
                "1", "strict");
    std::vector<Contender> calls;
    for (const auto& [name, dtype] : {std::pair("GeluGrad, 1 Mi float", base::DType::kFloat),
                                      std::pair("GeluGrad, 1 Mi half", base::DType::kFloat16)}) {
        for (const char* mode : kModes) {
            calls.push_back(GeluContender(name, dtype, mode, 1 << 20));
        }
    }
    Print(calls);
    Buffer memory(kElements * sizeof(float));
    std::fill_n(memory.as<float>(), kElements, 1.0f);
    std::vector<Contender> kernels;
    for (const Row& row : kRows) {
        for (const char* mode : kModes) {
            kernels.push_back(KernelContender(row, mode, memory.as<float>()));
        }
    }
    Print(kernels);
    return 0;
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks

int main() { return aclnn_cpu::benchmarks::Main(); }
