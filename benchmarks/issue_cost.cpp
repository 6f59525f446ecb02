// What issuing one instruction of the emulated core costs: kernels that issue the same small instruction many
// times.
//   issue_cost_benchmark
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "aicore/launch.h"
#include "benchmarks/harness.h"
#include "kernel_operator.h"
#include "platform/soc.h"

namespace aclnn_cpu::benchmarks {
namespace {

using AscendC::LocalTensor;

constexpr uint32_t kIssues = 20000;  // by one launch: a launch's own cost is far below a hundredth
constexpr uint32_t kElements = 4096;

// What the kernels work on: x holds 1 + i / 8, z takes the result.
struct Memory {
    Buffer x{kElements * sizeof(float)};
    Buffer z{kElements * sizeof(float)};
};

struct Tensors {
    AscendC::GlobalTensor<float> x, z;
    LocalTensor<float> a, b, d;
    LocalTensor<half> h;
};

using Form = void (*)(const Tensors& on);

// The body of every kernel: x to a and b, the instruction again and again, d to z.
template <typename Issue>
void RunForm(void* const* arguments, Issue issue) {
    const auto& memory = *static_cast<const Memory*>(arguments[0]);
    AscendC::TPipe pipe;
    AscendC::TBuf<> buffers[4];
    Tensors on;
    LocalTensor<float>* const locals[] = {&on.a, &on.b, &on.d};
    for (uint32_t i = 0; i < 3; ++i) {
        pipe.InitBuffer(buffers[i], kElements * sizeof(float));
        *locals[i] = buffers[i].template Get<float>();
    }
    pipe.InitBuffer(buffers[3], kElements * sizeof(half));
    on.h = buffers[3].template Get<half>();
    on.x.SetGlobalBuffer(memory.x.as<float>(), kElements);
    on.z.SetGlobalBuffer(memory.z.as<float>(), kElements);
    AscendC::DataCopy(on.a, on.x, kElements);
    AscendC::DataCopy(on.b, on.x, kElements);
    AscendC::Duplicate(on.d, 0.0f, kElements);
    for (uint32_t i = 0; i < kIssues; ++i) {
        issue(on);
    }
    AscendC::DataCopy(on.z, on.d, kElements);
}

struct Row {
    const char* what;
    aicore::KernelEntry entry;
    float expected;  // the third element of z afterwards; x has 1.25 there
};

#define ROW(what, expected, statement)                                    \
    Row {                                                                 \
        what,                                                             \
            [](void* const* arguments, uint64_t) {                        \
                RunForm(arguments, [](const Tensors& on) { statement; }); \
            },                                                            \
            expected                                                      \
    }

const Row kRows[] = {
    ROW("Add, 8 elements", 2.5f, Add(on.d, on.a, on.b, 8)),
    ROW("Add, 64 elements", 2.5f, Add(on.d, on.a, on.b, 64)),
    ROW("Add, mask 64, 1 repeat", 2.5f, Add(on.d, on.a, on.b, uint64_t(64), 1, {1, 1, 1, 8, 8, 8})),
    ROW("Add, mask 13, 4 repeats", 2.5f, Add(on.d, on.a, on.b, uint64_t(13), 4, {1, 1, 1, 8, 8, 8})),
    ROW("Muls, 8 elements", 3.75f, Muls(on.d, on.a, 3.0f, 8)),
    ROW("Exp, 8 elements", 3.4903430f, Exp(on.d, on.a, 8)),
    ROW("Cast to half, 8 elements", 0.0f, Cast(on.h, on.a, AscendC::RoundMode::CAST_RINT, 8)),
    ROW("Duplicate, 8 elements", 7.0f, Duplicate(on.d, 7.0f, 8)),
    ROW("DataCopy in, 8 elements", 1.25f, DataCopy(on.d, on.x, 8)),
    ROW("DataCopy out, 8 elements", 0.0f, DataCopy(on.z, on.a, 8)),
    ROW("Add, 4096 elements", 2.5f, Add(on.d, on.a, on.b, 4096)),
    ROW("Exp, 4096 elements", 3.4903430f, Exp(on.d, on.a, 4096)),
};
#undef ROW

std::string Run(const Row& row, const Memory& memory) {
    const platform::Soc* soc = nullptr;
    if (const base::Status status = platform::FindSoc("Ascend910B1", &soc); !status.ok()) {
        return status.message();
    }
    void* arguments[] = {const_cast<Memory*>(&memory)};
    return aicore::Launch({"IssueCost", row.entry, arguments, 0, 1, soc, 1}).message();
}

Contender ContenderFor(const Row& row, const Memory& memory) {
    return {row.what, [&row, &memory] { Run(row, memory); },
            [&row, &memory]() -> std::string {
                const std::string problem = Run(row, memory);
                const float found = memory.z.as<float>()[2];
                return !problem.empty() || std::fabs(found - row.expected) <= 1e-6f * row.expected
                           ? problem
                           : "element 2 is " + std::to_string(found) + ", expected " +
                                 std::to_string(row.expected);
            }};
}

int Main() {
    Memory memory;
    for (uint32_t i = 0; i < kElements; ++i) {
        memory.x.as<float>()[i] = 1 + static_cast<float>(i) / 8;
    }
    std::vector<Contender> contenders;
    for (const Row& row : kRows) {
        contenders.push_back(ContenderFor(row, memory));
    }
    const std::vector<Timing> timings = Measure(contenders);
    std::printf("Instructions of the emulated core on %s, medians\n%-26s %12s %8s %9s\n", CpuName().c_str(),
                "instruction", "ns each", "spread", "best");
    for (size_t i = 0; i < contenders.size(); ++i) {
        std::printf("%-26s %12.1f %7.0f%% %9.1f\n", contenders[i].name.c_str(),
                    timings[i].median_seconds * 1e9 / kIssues, timings[i].spread * 100,
                    timings[i].best_seconds * 1e9 / kIssues);
    }
    return 0;
}

}  // namespace
}  // namespace aclnn_cpu::benchmarks

int main() { return aclnn_cpu::benchmarks::Main(); }
