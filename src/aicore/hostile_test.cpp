// Kernels that do what nobody should: each ends in a report, never in a crash, a hang or a wild write.
#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "aicore/kernel_test.h"
#include "base/sanitizers.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

base::Status WithTensor(const std::function<void(LocalTensor<float>)>& use) {
    return RunKernel([&] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 65536);
        use(buffer.Get<float>());
    });
}

// ---- what stops a kernel that cannot unwind

struct Misuser {
    ~Misuser() { SetFlag<HardEvent::MTE2_V>(9); }
};
struct Meeter {
    ~Meeter() { SyncAll(); }
};

void ThrowTooLate() { throw std::runtime_error("too late"); }

TEST(Fault, InADestructorOrANoexceptFunctionEndsTheLaunchOnly) {
    const std::vector<std::string> nine = {"TestOp: block 0: SetFlag<MTE2_V>(9) at hostile_test.cpp:",
                                           "expected 0 to 7"};
    ExpectFault(RunKernel([] { const Misuser misuser; }), 507035, nine);
    ExpectFault(RunKernel([]() noexcept { SetFlag<HardEvent::MTE2_V>(9); }), 507035, nine);
    ExpectFault(RunKernel([]() noexcept { ThrowTooLate(); }), 507035,
                {"block 0: the kernel threw an exception: too late"});
    ExpectFault(RunKernel([] { std::terminate(); }), 507035, {"it called std::terminate"});
    ExpectRuns(RunKernel([] { SyncAll(); }, {.blocks = 9, .threads = 2}));
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_EQ(std::current_exception(), nullptr);
}

TEST(Fault, OfTheKernelStaysWhenADestructorFaultsToo) {
    if (ACLNN_CPU_ASAN) {
        GTEST_SKIP() << "the fault that unwound the block is lost with its stack, which counts as a leak";
    }
    ExpectFault(RunKernel(
                    [] {
                        const Misuser misuser;
                        if (GetBlockIdx() == 2) {
                            ASSERT(GetBlockIdx() != 2);
                        }
                        SyncAll();
                    },
                    {.blocks = 6, .threads = 2}),
                507035, {"TestOp: block 2: ASSERT at hostile_test.cpp:"});
}

TEST(Fault, IsReportedThoughTheKernelCatchesIt) {
    ExpectFault(RunKernel([] {
                    try {
                        SetFlag<HardEvent::MTE2_V>(9);
                    } catch (...) {
                    }
                }),
                507035, {"SetFlag<MTE2_V>(9)"});
}

TEST(SyncAll, InADestructorMeetsOrIsAbandoned) {
    const auto run = [](int bad, bool fails) {
        return RunKernel(
            [=] {
                if (!fails && GetBlockIdx() == bad) {
                    return;
                }
                const Meeter meeter;
                ASSERT(GetBlockIdx() != bad);
            },
            {.blocks = 8, .threads = 2});
    };
    ExpectRuns(run(8, true));
    ExpectFault(run(3, true), 507035, {"block 3: ASSERT"});
    ExpectFault(run(3, false), 507034, {"blocks 0-2, 4-7 wait for block 3"});
}

// Blocks that wait in the middle of handling exceptions each keep their own.
TEST(SyncAll, KeepsEachBlocksExceptions) {
    ExpectRuns(RunKernel(
        [] {
            const int64_t me = GetBlockIdx();
            try {
                throw me;
            } catch (int64_t mine) {
                SyncAll();
                EXPECT_EQ(mine, me);
                try {
                    throw;
                } catch (int64_t again) {
                    SyncAll();
                    EXPECT_EQ(again, me);
                }
            }
            EXPECT_EQ(std::current_exception(), nullptr);
        },
        {.blocks = 8, .threads = 2}));
}

TEST(Launch, InsideAKernelIsRefused) {
    base::Status inner;
    ExpectRuns(RunKernel([&] { inner = RunKernel([] {}); }));
    ExpectFault(inner, 107000, {"launched by the kernel TestOp on block 0, expected host code"});
}

// ---- addresses

TEST(GlobalTensor, WithoutABufferIsAFaultForTheScalarUnit) {
    const std::vector<std::string> parts = {"at hostile_test.cpp:", "GM float at 0xc is no memory",
                                            "call SetGlobalBuffer"};
    ExpectFault(RunKernel([] { GlobalTensor<float>().GetValue(3); }), 507035, parts);
    ExpectFault(RunKernel([] { GlobalTensor<float>().SetValue(3, 1.0f); }), 507035, parts);
    ExpectFault(RunKernel([] { DumpTensor(GlobalTensor<float>(), 1, 8); }), 507035,
                {"32 bytes of GM float at 0x0 are no memory"});
    ExpectFault(RunKernel([] { DumpTensor(LocalTensor<float>(), 1, 0); }), 507035,
                {"DumpTensor at hostile_test.cpp:", "never given a buffer"});
}

TEST(LocalTensor, AtTheEndOfAllAddressesIsAFaultForTheScalarUnit) {
    ExpectFault(RunKernel([] { LocalTensor<float>(TPosition::VECCALC, ~uint64_t(0) - 3, 4).GetValue(0); }),
                507035, {"GetValue", "expected at most 196608"});
}

TEST(SyncAll, RefusesAWorkspaceThatIsNoMemory) {
    const auto with = [](auto use) {
        return RunKernel([&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 64);
            use(GlobalTensor<int32_t>()[8], buffer.Get<int32_t>());
        });
    };
    ExpectFault(with([](auto gm, auto ub) { SyncAll(gm, ub); }), 507035,
                {"gmWorkspace is GM int32_t at 0x20", "no memory"});
    ExpectFault(with([](auto gm, auto ub) { IBSet(gm, ub, 0, 0); }), 507035, {"IBSet", "no memory"});
}

TEST(TilingData, ThatTheLaunchLacksIsAFault) {
    struct Tiling {
        int32_t value;
    };
    ExpectFault(RunKernel([] {
                    const uint8_t* tiling = nullptr;
                    GET_TILING_DATA_WITH_STRUCT(Tiling, data, tiling);
                    EXPECT_EQ(data.value, 0);
                }),
                507035, {"GET_TILING_DATA at hostile_test.cpp:", "address 0x0, expected 4 bytes"});
}

// ---- amounts that would run for hours

TEST(GatherMask, RefusesAmountsThatStridesOfZeroAllow) {
    uint64_t kept = 77;
    ExpectFault(WithTensor([&](LocalTensor<float> t) {
                    GatherMask(t, t, uint8_t(7), true, ~uint32_t(0), {0, 65535, 0, 0}, kept);
                }),
                507035, {"65535 repeats of 4294967295 elements are too many, expected at most 268435456"});
    EXPECT_EQ(kept, 77u);
}

TEST(CounterMode, RefusesAmountsThatStridesOfZeroAllow) {
    ExpectFault(WithTensor([](LocalTensor<float> t) {
                    SetMaskCount();
                    SetVectorMask<float, MaskMode::COUNTER>(-1);
                    Adds<float, false>(t, t, 1.0f, MASK_PLACEHOLDER, 1, UnaryRepeatParams(0, 0, 0, 0));
                }),
                507035, {"1 repeats of 4294967295 elements are too many"});
}

TEST(DataCopySlices, RefusesSlicesThatNoMemoryHolds) {
    std::vector<float> values(64);
    const auto copy = [&](const SliceInfo* to, const SliceInfo* from, uint32_t dims) {
        return WithTensor([&](LocalTensor<float> t) {
            GlobalTensor<float> global;
            global.SetGlobalBuffer(values.data(), values.size());
            DataCopy(t, global, to, from, dims);
        });
    };
    const SliceInfo endless[] = {{0, 7, 0, 1, 0}, {0, 4294967294, 0, 1, 0}, {0, 4294967294, 0, 1, 0}};
    ExpectFault(copy(endless, endless, 3), 507035, {"the parts have 137438953440 bytes or more"});
    const SliceInfo small[] = {{0, 7, 0, 1, 8}, {0, 1, 0, 1, 1}, {0, 1, 0, 1, 1}};
    const SliceInfo wide[] = {{0, 7, 0, 1, 1u << 31}, {0, 1, 0, 1, 1u << 31}, {0, 1, 0, 1, 2}};
    ExpectFault(copy(small, wide, 3), 507035, {"the extent of a slice is 8589934592 x 2147483648 bytes"});
    const SliceInfo burst[] = {{0, 4294967294, 0, 0x8000000, 8}};
    ExpectFault(copy(burst, burst, 1), 507035, {"burstLen is 134217728, expected 0 to 134217727"});
}

TEST(DataCopyNd2Nz, RefusesMatricesThatOverlapEndlessly) {
    std::vector<half> values(64);
    ExpectFault(WithTensor([&](LocalTensor<float> t) {
                    GlobalTensor<half> global;
                    global.SetGlobalBuffer(values.data(), values.size());
                    DataCopy(t.ReinterpretCast<half>(), global,
                             Nd2NzParams(4095, 3000, 48000, 0, 48000, 1, 1, 0));
                }),
                507035, {"DataCopy", "expected at most 196608, the size of UB"});
}

// ---- overlaps

// Each repeat reads before it writes, whatever parts of it the mask leaves and wherever its blocks lie.
TEST(Adds, ReadsARepeatBeforeItWritesIt) {
    ExpectRuns(WithTensor([](LocalTensor<float> t) {
        const auto run = [&](const auto& add) {
            std::vector<float> values(256);
            for (size_t i = 0; i < values.size(); ++i) {
                values[i] = static_cast<float>(i);
            }
            Fill(t, values.data(), values.size() * sizeof(float));
            add();
            return Read(t, values.size());
        };
        const auto shifted = run([&] {
            uint64_t mask[] = {0x00FFFFFEFFFFFFFF, 0};  // two runs: all of the first 56 but element 32
            Adds(t[8], t, 1000.0f, mask, 1, UnaryRepeatParams(1, 1, 8, 8));
        });
        const auto spread = run([&] { Adds(t, t, 1000.0f, 64, 1, UnaryRepeatParams(2, 1, 8, 8)); });
        const auto piled = run([&] { Adds(t, t, 1000.0f, 64, 1, UnaryRepeatParams(0, 0, 8, 8)); });
        for (uint32_t i = 0; i < 256; ++i) {
            const auto own = static_cast<float>(i);
            EXPECT_EQ(shifted[i], i >= 8 && i < 64 && i != 40 ? own - 8 + 1000 : own) << i;
            const bool even = i / 8 % 2 == 0 && i < 128;
            EXPECT_EQ(spread[i], even ? static_cast<float>(i / 16 * 8 + i % 8) + 1000 : own) << i;
            EXPECT_EQ(piled[i], i < 8 ? own + 1000 : own) << i;
        }
    }));
}

// ---- enumerators that are none

TEST(Events, ThatDoNotExistAreRefused) {
    const std::vector<std::string> parts = {"at hostile_test.cpp:", "expected 0 to 34",
                                            "use an enumerator of HardEvent"};
    ExpectFault(RunKernel([] { SetFlag<HardEvent::MAX>(1); }), 507035, parts);
    ExpectFault(RunKernel([] { WaitFlag<static_cast<HardEvent>(200)>(1); }), 507035, parts);
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    pipe.FetchEventID(static_cast<HardEvent>(200));
                }),
                507035, parts);
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        pipe.ReleaseEventID<static_cast<HardEvent>(200)>(1);
    }));
}

TEST(WholeReduceMax, RefusesOrdersThatDoNotExist) {
    ExpectFault(WithTensor([](LocalTensor<float> t) {
                    WholeReduceMax(t, t, 64, 1, 1, 1, 8, static_cast<ReduceOrder>(32));
                }),
                507035, {"WholeReduceMax", "it has ORDER_VALUE_INDEX"});
}

// ---- printing

std::string PrintedBy(const std::function<void()>& body) {
    testing::internal::CaptureStdout();
    const base::Status status = RunKernel(body);
    const std::string printed = testing::internal::GetCapturedStdout();
    ExpectRuns(status);
    return printed;
}

TEST(Printf, SurvivesBadFormats) {
    EXPECT_EQ(PrintedBy([] { AscendC::printf(static_cast<const char*>(nullptr)); }), "(null)");
    EXPECT_EQ(PrintedBy([] { AscendC::printf("%n %q %s %", 5, static_cast<const char*>(nullptr)); }),
              "%n %q 5 %");
    EXPECT_EQ(PrintedBy([] { AscendC::printf("%s|", static_cast<const char*>(nullptr)); }), "(null)|");
    // A width is cut to four digits.
    const std::string wide = PrintedBy([] { AscendC::printf("%2000000000d%*d\n", 1, 1999999999, 2); });
    EXPECT_EQ(wide, std::string(1999, ' ') + "1" + std::string(1998, ' ') + "2\n");
}

TEST(DumpTensor, PrintsNothingForAnEndlessShape) {
    const uint32_t extents[] = {100000, 100000, 4294967295, 4294967295};
    testing::internal::CaptureStderr();
    EXPECT_EQ(PrintedBy([&] {
                  TPipe pipe;
                  TBuf<> buffer;
                  pipe.InitBuffer(buffer, 64);
                  DumpTensor(buffer.Get<float>(), 1, 8, ShapeInfo(4, extents));
              }),
              "");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("are not printed"), std::string::npos);
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
