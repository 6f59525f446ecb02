#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "aicore/core.h"
#include "aicore/kernel_test.h"
#include "aicore/observer.h"
#include "aicore/text.h"
#include "base/sanitizers.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;
using aicore::BufferRecord;
using aicore::Core;
using aicore::FlagEvent;
using aicore::Instruction;
using aicore::Observer;
using aicore::Operand;
using aicore::QueueEvent;
using aicore::SetObserver;

TEST(Launch, RunsEveryBlockOnce) {
    for (const uint32_t threads : {1u, 2u, 8u}) {
        for (const uint32_t blocks : {1u, 2u, 7u, 64u, 200u}) {
            std::vector<int32_t> runs(blocks, 0);
            ExpectRuns(RunKernel(
                [&] {
                    EXPECT_EQ(GetBlockNum(), blocks);
                    ++runs[static_cast<size_t>(GetBlockIdx())];
                },
                {.blocks = blocks, .threads = threads}));
            EXPECT_EQ(runs, std::vector<int32_t>(blocks, 1));
        }
    }
}

// Each block adds its right neighbour's value, round after round: wrong unless nobody runs ahead of a
// barrier.
std::vector<int64_t> Relay(uint32_t blocks, uint32_t threads) {
    std::vector<int64_t> values[2] = {std::vector<int64_t>(blocks), std::vector<int64_t>(blocks)};
    ExpectRuns(RunKernel(
        [&] {
            const auto me = static_cast<size_t>(GetBlockIdx());
            values[0][me] = static_cast<int64_t>(me) * 3 + 1;
            SyncAll();
            for (int round = 0; round < 5; ++round) {
                const auto& old = values[round % 2];
                values[1 - round % 2][me] = old[me] * 2 + old[(me + 1) % blocks];
                SyncAll();
            }
        },
        {.blocks = blocks, .threads = threads}));
    return values[1];
}

TEST(SyncAll, HoldsBlocksTogetherOnAnyNumberOfWorkers) {
    for (const uint32_t blocks : {1u, 2u, 3u, 8u, 20u, 48u, 64u}) {
        std::vector<int64_t> expected(blocks);
        for (uint32_t i = 0; i < blocks; ++i) {
            expected[i] = int64_t(i) * 3 + 1;
        }
        for (int round = 0; round < 5; ++round) {
            const std::vector<int64_t> old = expected;
            for (uint32_t i = 0; i < blocks; ++i) {
                expected[i] = old[i] * 2 + old[(i + 1) % blocks];
            }
        }
        for (const uint32_t threads : {1u, 2u, 8u}) {
            EXPECT_EQ(Relay(blocks, threads), expected) << blocks << " blocks on " << threads << " workers";
        }
    }
}

TEST(SyncAll, KeepsEachBlocksLocalMemory) {
    ExpectRuns(RunKernel(
        [] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            const auto tensor = buffer.Get<int32_t>();
            const auto me = static_cast<int32_t>(GetBlockIdx());
            Duplicate(tensor, me, 256);
            SyncAll();
            Adds(tensor, tensor, 1000, 256);
            SyncAll();
            EXPECT_EQ(Read(tensor, 256), std::vector<int32_t>(256, me + 1000));
        },
        {.blocks = 40, .threads = 2}));
}

// BL-41.
TEST(SyncAll, ReportsWhoWaitsForWhom) {
    const auto run = [](uint32_t threads, std::string_view soc) {
        return RunKernel(
            [] {
                if (GetBlockIdx() != 3) {
                    SyncAll();
                }
            },
            {.blocks = 8, .threads = threads, .soc = soc});
    };
    const std::vector<std::string> parts = {
        "TestOp: block 0: SyncAll at launch_test.cpp:",
        "blocks 0-2, 4-7 wait for block 3, which has ended without coming here",
        "every block must call SyncAll"};
    ExpectFault(run(1, "Ascend910B1"), 507034, parts);
    ExpectFault(run(2, "Ascend910B1"), 507034, parts);
    ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 8, .threads = 2}));  // the next launch works
}

struct Counted {
    explicit Counted(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
    ~Counted() { --alive_; }
    std::atomic<int>& alive_;
};

TEST(Launch, UnwindsEveryBlockOfAFaultedLaunch) {
    std::atomic<int> alive{0};
    std::atomic<int> made{0};
    const base::Status status = RunKernel(
        [&] {
            const Counted counted(alive);
            ++made;
            SyncAll();
            if (GetBlockIdx() >= 5) {
                ASSERT(false);
            }
            SyncAll();
        },
        {.blocks = 16, .threads = 2});
    ExpectFault(status, 507035, {"TestOp: block 5: ASSERT"});  // the first in block order, whatever ran first
    EXPECT_EQ(made, 16);
    EXPECT_EQ(alive, 0);
}

TEST(Launch, ReportsLowestFaultyBlockAndStops) {
    for (int repeat = 0; repeat < 20; ++repeat) {
        ExpectFault(RunKernel([] { ASSERT(GetBlockIdx() < 7); }, {.blocks = 100, .threads = 8}), 507035,
                    {"TestOp: block 7: ASSERT"});
    }
}

TEST(Launch, ReportsForeignExceptions) {
    ExpectFault(RunKernel([] { throw std::runtime_error("odd"); }), 507035,
                {"the kernel threw an exception: odd"});
    const base::Status status = RunKernel(
        [] {
            SyncAll();
            if (GetBlockIdx() >= 3) {
                throw 17;
            }
            SyncAll();
        },
        {.blocks = 8, .threads = 2});
    ExpectFault(status, 507035, {"TestOp: block 3: the kernel threw an exception: not a std::exception"});
}

// More waiting blocks than this process has memory for. In a child, since the limit stays.
TEST(Launch, FailsWhenThereIsNoMemoryForWaitingBlocks) {
    if (ACLNN_CPU_ASAN || ACLNN_CPU_TSAN) {
        GTEST_SKIP() << "sanitizers do not work with little address space";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto launch = [](uint32_t blocks) {
        return RunKernel([] { SyncAll(); }, {.blocks = blocks, .threads = 2});
    };
    EXPECT_EXIT(
        {
            ExpectRuns(launch(4));
            mallopt(M_TOP_PAD, 8 << 20);  // spare heap for all that is no core
            std::free(std::malloc(100'000));
            unsigned long pages = 0;
            std::ifstream("/proc/self/statm") >> pages;
            const rlim_t bytes = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (64 << 20);
            rlimit limit;
            limit.rlim_cur = limit.rlim_max = bytes;
            setrlimit(RLIMIT_AS, &limit);
            const base::Status status = launch(5000);
            std::fprintf(stderr, "%d %s\n", status.code(), status.message().c_str());
            std::exit(launch(4).ok() ? 7 : 1);
        },
        testing::ExitedWithCode(7), "207001 TestOp: block [0-9]+: out of memory for its core");
}

TEST(Launch, RefusesNothingToRun) {
    const KernelLaunch no_blocks{"Op", [](void* const*, uint64_t) {}, {}, 0, 0, &SocNamed("ascend910b"), 1};
    ExpectFault(Launch(no_blocks), 107000, {"Op: the launch has 0 blocks, expected at least 1 block"});
    const KernelLaunch too_many{"Op", no_blocks.entry, {}, 0, 65536, &SocNamed("ascend910b"), 1};
    ExpectFault(Launch(too_many), 107000, {"65536 blocks, expected at most 65535"});
    const KernelLaunch no_kernel{"Op", nullptr, {}, 0, 1, &SocNamed("ascend910b"), 1};
    ExpectFault(Launch(no_kernel), 107000, {"no kernel"});
}

TEST(Launch, PassesArgumentsAndTilingKey) {
    int32_t first = 1;
    int32_t second = 2;
    void* arguments[] = {&first, &second};
    const KernelEntry entry = [](void* const* passed, uint64_t key) {
        *static_cast<int32_t*>(passed[0]) += static_cast<int32_t>(key);
        if (TILING_KEY_IS(41)) {
            *static_cast<int32_t*>(passed[1]) = 7;
        }
    };
    ExpectRuns(Launch({"Op", entry, arguments, 41, 1, &SocNamed("ascend910b"), 1}));
    EXPECT_EQ(first, 42);
    EXPECT_EQ(second, 7);
}

TEST(Launch, RunsFromSeveralThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (uint32_t t = 0; t < 4; ++t) {
        threads.emplace_back([t] {
            for (uint32_t repeat = 0; repeat < 30; ++repeat) {
                std::vector<int32_t> seen(9, 0);
                ExpectRuns(RunKernel(
                    [&] {
                        TPipe pipe;
                        TBuf<> buffer;
                        pipe.InitBuffer(buffer, 256);
                        Duplicate(buffer.Get<int32_t>(), static_cast<int32_t>(t * 100 + repeat), 64);
                        SyncAll();
                        seen[static_cast<size_t>(GetBlockIdx())] = buffer.Get<int32_t>().GetValue(63);
                    },
                    {.blocks = 9, .threads = 1 + (t + repeat) % 3}));
                ASSERT_EQ(seen, std::vector<int32_t>(9, static_cast<int32_t>(t * 100 + repeat)));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST(Launch, WorksInAForkedChild) {
    if (ACLNN_CPU_TSAN) {
        GTEST_SKIP() << "the thread sanitizer does not follow threads that a forked child starts";
    }
    ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 4, .threads = 2}));
    const pid_t child = fork();
    if (child == 0) {
        _exit(RunKernel([] { SyncAll(); }, {.blocks = 4, .threads = 2}).ok() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

class Schedule : public testing::Test {
 protected:
    ~Schedule() override { static_cast<void>(base::SetSetting("schedule", "")); }
    static std::vector<int64_t> StartOrder(const std::string& schedule) {
        EXPECT_TRUE(base::SetSetting("schedule", schedule).ok());
        std::vector<int64_t> order;
        ExpectRuns(RunKernel([&] { order.push_back(GetBlockIdx()); }, {.blocks = 20}));
        return order;
    }
};

TEST_F(Schedule, ShufflesBlocksRepeatably) {
    std::vector<int64_t> natural(20);
    for (size_t i = 0; i < natural.size(); ++i) {
        natural[i] = static_cast<int64_t>(i);
    }
    EXPECT_EQ(StartOrder(""), natural);
    std::vector<int64_t> shuffled = StartOrder("random:1");
    EXPECT_NE(shuffled, natural);
    EXPECT_EQ(StartOrder("random:1"), shuffled);
    EXPECT_NE(StartOrder("random:2"), shuffled);
    std::sort(shuffled.begin(), shuffled.end());
    EXPECT_EQ(shuffled, natural);
}

// Writes down all it is told.
class Recorder : public Observer {
 public:
    std::vector<std::string> events;

    void OnBlockBegin(const Core& core) override { Add("begin " + std::to_string(core.block)); }
    void OnBlockEnd(const Core& core) override { Add("end " + std::to_string(core.block)); }
    void OnInstructionBegin(const Core&, const Instruction& instruction) override {
        Add("> " + Describe(instruction));
    }
    void OnInstructionEnd(const Core&, const Instruction& instruction) override {
        Add("< " + std::string(aicore::InfoOf(instruction.opcode).name));
    }
    void OnAllocate(const Core&, const BufferRecord& buffer) override {
        Add("allocate " + std::to_string(buffer.count) + " x " + std::to_string(buffer.bytes_each) + " at " +
            std::to_string(buffer.address));
    }
    void OnQueue(const Core&, const QueueEvent& event) override {
        constexpr const char* kNames[] = {"AllocTensor", "EnQue", "DeQue", "FreeTensor"};
        Add(std::string(kNames[static_cast<size_t>(event.kind)]) + " " + std::to_string(event.address) +
            " of " + std::to_string(event.queue));
    }
    void OnFlag(const Core&, const FlagEvent& event) override {
        Add((event.wait ? "wait " : "set ") + std::string(aicore::EventName(event.event)) + " " +
            std::to_string(event.id));
    }
    void OnPipeBarrier(const Core&, pipe_t pipe, const CallSite&) override {
        Add("barrier " + std::string(aicore::PipeName(pipe)));
    }
    void OnSyncAllArrive(const Core&, const CallSite&) override { Add("arrive"); }
    void OnSyncAllLeave(const Core&, const CallSite&) override { Add("leave"); }
    void OnScalar(const Core&, const Operand& operand, bool write, const CallSite& site) override {
        EXPECT_NE(site.line, 0);
        Add((write ? "write " : "read ") + std::string(aicore::TypeName(operand.type)) + " " +
            std::to_string(operand.bytes));
    }

 private:
    void Add(std::string event) { events.push_back(std::move(event)); }
};

TEST(Observer, SeesEveryStepOfAKernel) {
    Recorder recorder;
    float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    Observer* const before = SetObserver(&recorder);
    ExpectRuns(RunKernel([&] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 2, 40);
        GlobalTensor<float> global;
        global.SetGlobalBuffer(values, 8);
        auto tensor = queue.AllocTensor<float>();
        DataCopy(tensor, global, 8);
        queue.EnQue(tensor);
        tensor = queue.DeQue<float>();
        Muls(tensor, tensor, 2.0f, 5);
        PipeBarrier<PIPE_V>();
        SetFlag<HardEvent::V_S>(1);
        WaitFlag<HardEvent::V_S>(1);
        global.SetValue(7, tensor.GetValue(4));
        queue.FreeTensor(tensor);
        SyncAll();
    }));
    SetObserver(before);
    EXPECT_EQ(values[7], 10.0f);
    char copy[160];
    std::snprintf(
        copy, sizeof(copy),
        "> DataCopy(dst VECIN float at byte 0, src GM float at %p, 1 x 32 bytes, gaps 0 and 0 bytes)",
        static_cast<void*>(values));
    const std::vector<std::string> expected = {
        "begin 0",
        "allocate 2 x 64 at 0",
        "AllocTensor 0 of 0",
        copy,
        "< DataCopyIn",
        "EnQue 0 of 0",
        "DeQue 0 of 0",
        "> Muls(dst VECIN float at byte 0, src VECIN float at byte 0, scalar 2, count 5)",
        "< Muls",
        "barrier PIPE_V",
        "set V_S 1",
        "wait V_S 1",
        "read float 64",
        "write float 4",
        "FreeTensor 0 of 0",
        "arrive",
        "leave",
        "end 0"};
    EXPECT_EQ(recorder.events, expected);
    ExpectRuns(RunKernel([] {}));
    EXPECT_EQ(recorder.events.size(), expected.size());  // nobody watches any more
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
