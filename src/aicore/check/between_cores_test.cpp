// Faults that show between the cores of a launch.
#include "aicore/check/fault_cases.h"
#include "aicore/intended_race_test.h"
#include "aicore/launch.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr KernelOptions kTwoBlocks{.blocks = 2};

// A tile of ones, and what two blocks share.
struct Tile {
    explicit Tile(std::vector<float>& memory) {
        pipe.InitBuffer(owner, 256);
        tensor = owner.Get<float>();
        Duplicate(tensor, 1.0f, 64);
        PipeBarrier<PIPE_ALL>();
        global.SetGlobalBuffer(memory.data(), memory.size());
    }
    TPipe pipe;
    TBuf<> owner;
    LocalTensor<float> tensor;
    GlobalTensor<float> global;
};

struct Flags {
    explicit Flags(TPipe& pipe, std::vector<int32_t>& memory) {
        pipe.InitBuffer(owner, 256);
        local = owner.Get<int32_t>();
        global.SetGlobalBuffer(memory.data(), memory.size());
    }
    TBuf<> owner;
    LocalTensor<int32_t> local;
    GlobalTensor<int32_t> global;
};

TEST(CheckRaces, SeesTwoBlocksWriteTheSameBytes) {
    std::vector<float> z(128);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        DataCopy(tile.global[GetBlockIdx() * (mended ? 64 : 32)], tile.tensor, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +3: writes 128 bytes of global memory from 0x*, which block "
        "1 writes with DataCopy at +3, and nothing orders the two; the blocks' shares overlap: correct "
        "the offset or the count that follow from GetBlockIdx (atomic copies are for values that are to "
        "be added up)",
        kTwoBlocks);
}

TEST(CheckRaces, SeesABlockReadWhatAnotherWrites) {
    std::vector<float> z(128);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        DataCopy(tile.global[GetBlockIdx() * 64], tile.tensor, 64);
        if (mended) {
            SyncAll();
        } else {
            PipeBarrier<PIPE_ALL>();
        }
        DataCopy(tile.tensor, tile.global[(1 - GetBlockIdx()) * 64], 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +3: writes 256 bytes of global memory from 0x*, which block "
        "1 reads with DataCopy at +9, and nothing orders the two; put SyncAll between the two, or let no "
        "block read what another one writes",
        kTwoBlocks);
}

TEST(CheckRaces, TakesAtomicCopiesForOrdered) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        if (mended || GetBlockIdx() == 0) {
            SetAtomicAdd<float>();
        }
        DataCopy(tile.global, tile.tensor, 64);
        SetAtomicNone();
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +6: adds atomically to 256 bytes of global memory from 0x*, "
        "which block 1 writes with DataCopy at +6, and nothing orders the two; atomic copies are on in "
        "one block and off in the other: call SetAtomicAdd in both, or give each block its own bytes",
        kTwoBlocks);
}

TEST(CheckRaces, SeesScalarWrites) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        tile.global.SetValue(mended ? GetBlockIdx() : 5, 1.0f);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: SetValue at +3: writes 4 bytes of global memory from 0x*, which block 1 "
        "writes with SetValue at +3, and nothing orders the two; the blocks' shares overlap: correct the "
        "offset or the count that follow from GetBlockIdx (atomic copies are for values that are to be "
        "added up)",
        kTwoBlocks);
}

TEST(CheckRaces, SeesAFlagBetweenCoresMissing) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        if (GetBlockIdx() == 1) {
            DataCopy(tile.global, tile.tensor, 64);
        }
        if (mended) {
            CrossCoreSetFlag<0, PIPE_MTE3>(3);
            CrossCoreWaitFlag(3);
        }
        if (GetBlockIdx() == 0) {
            DataCopy(tile.tensor, tile.global, 64);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +11: reads 256 bytes of global memory from 0x*, which block "
        "1 writes with DataCopy at +4, and nothing orders the two; put SyncAll between the two, or let "
        "no block read what another one writes",
        kTwoBlocks);
}

// A flag comes behind the instructions of its own pipe only.
TEST(CheckRaces, SeesAFlagBetweenCoresOnTheWrongPipe) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        if (GetBlockIdx() == 1) {
            DataCopy(tile.global, tile.tensor, 64);
        }
        if (mended) {
            CrossCoreSetFlag<0, PIPE_MTE3>(3);
        } else {
            CrossCoreSetFlag<0, PIPE_MTE2>(3);
        }
        CrossCoreWaitFlag(3);
        if (GetBlockIdx() == 0) {
            DataCopy(tile.tensor, tile.global, 64);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +13: reads 256 bytes of global memory from 0x*, which block "
        "1 writes with DataCopy at +4, and nothing orders the two; put SyncAll between the two, or let "
        "no block read what another one writes",
        kTwoBlocks);
}

// Each wait takes one set: the first knows nothing of what comes between the first set and the second.
TEST(CheckRaces, TellsSeveralSetsOfAFlagApart) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        CrossCoreSetFlag<0, PIPE_MTE3>(3);
        if (GetBlockIdx() == 1) {
            DataCopy(tile.global, tile.tensor, 64);
        }
        CrossCoreSetFlag<0, PIPE_MTE3>(3);
        CrossCoreWaitFlag(3);
        if (mended) {
            CrossCoreWaitFlag(3);
        }
        if (GetBlockIdx() == 0) {
            DataCopy(tile.tensor, tile.global, 64);
        }
        if (!mended) {
            CrossCoreWaitFlag(3);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +13: reads 256 bytes of global memory from 0x*, which block "
        "1 writes with DataCopy at +5, and nothing orders the two; put SyncAll between the two, or let "
        "no block read what another one writes",
        kTwoBlocks);
}

// Flags of mode 2 order the cores of one group, not of another that uses the same id.
TEST(CheckRaces, TellsFlagsOfDifferentGroupsApart) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        GlobalTensor<float> global;
        global.SetGlobalBuffer(z.data(), 64);
        if ASCEND_IS_AIC {
            if (GetBlockIdx() == 0) {
                global.SetValue(0, 1.0f);
                PipeBarrier<PIPE_ALL>();
            }
            CrossCoreSetFlag<2, PIPE_FIX>(1);
        } else {
            CrossCoreWaitFlag(1);
            if (GetBlockIdx() == (mended ? 0 : 1)) {
                (void)global.GetValue(0);
            }
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: AIC block 0: SetValue at +6: writes 4 bytes of global memory from 0x*, which AIV "
        "block 1 reads with GetValue at +13, and nothing orders the two; put SyncAll between the two, or let "
        "no block read what another one writes",
        {.blocks = 2, .type = KERNEL_TYPE_MIX_AIC_1_1});
}

// The order of blocks is that of the flag, whichever comes first.
TEST(CheckRaces, TakesIBSetAndIBWaitForOrder) {
    for (const int64_t writer : {0, 1}) {
        std::vector<float> z(64);
        std::vector<int32_t> slots(64);
        const int line = __LINE__;
        const Twins kernel = [&](bool mended) {
            Tile tile(z);
            Flags flags(tile.pipe, slots);
            if (GetBlockIdx() == writer) {
                DataCopy(tile.global, tile.tensor, 64);
                IBSet(flags.global, flags.local, 0, 0);
            } else {
                if (mended) {
                    IBWait(flags.global, flags.local, 0, 0);
                }
                DataCopy(tile.tensor, tile.global, 64);
            }
        };
        for (const uint32_t threads : {1u, 2u}) {
            std::fill(slots.begin(), slots.end(), 0);
            EXPECT_EQ(Report(line, Mode::kStrict, [&] { kernel(true); }, {.blocks = 2, .threads = threads}),
                      "");
        }
        std::fill(slots.begin(), slots.end(), 0);
        const std::string report = Report(line, Mode::kOn, [&] { kernel(false); }, {.blocks = 2});
        EXPECT_NE(report.find("and nothing orders the two"), std::string::npos) << report;
    }
}

TEST(CheckRaces, TakesTheSoftSyncAllForOrder) {
    std::vector<float> z(128);
    std::vector<int32_t> slots(64);
    const Kernel kernel = [&] {
        Tile tile(z);
        Flags flags(tile.pipe, slots);
        DataCopy(tile.global[GetBlockIdx() * 64], tile.tensor, 64);
        SyncAll(flags.global, flags.local);
        DataCopy(tile.tensor, tile.global[(1 - GetBlockIdx()) * 64], 64);
    };
    EXPECT_EQ(Report(0, Mode::kStrict, kernel, kTwoBlocks), "");
}

// Block 2 knows what block 0 did from block 1.
TEST(CheckRaces, FollowsFlagsOverSeveralBlocks) {
    std::vector<float> z(64);
    std::vector<int32_t> slots(64);
    const Kernel kernel = [&] {
        Tile tile(z);
        Flags flags(tile.pipe, slots);
        if (GetBlockIdx() == 0) {
            DataCopy(tile.global, tile.tensor, 64);
            IBSet(flags.global, flags.local, 0, 0);
        } else if (GetBlockIdx() == 1) {
            IBWait(flags.global, flags.local, 0, 0);
            IBSet(flags.global, flags.local, 1, 0);
        } else {
            IBWait(flags.global, flags.local, 1, 0);
            DataCopy(tile.tensor, tile.global, 64);
        }
    };
    EXPECT_EQ(Report(0, Mode::kStrict, kernel, {.blocks = 3}), "");
}

// The report is the same whatever the number of workers.
TEST(CheckRaces, ReportsTheFirstBlocksEachTime) {
    std::vector<float> z(64);
    const Kernel kernel = [&] {
        Tile tile(z);
        const IntendedRace race;
        DataCopy(tile.global, tile.tensor, 64);
    };
    const std::string expected = Report(0, Mode::kOn, kernel, {.blocks = 40});
    EXPECT_NE(expected.find("block 0: DataCopy"), std::string::npos) << expected;
    EXPECT_NE(expected.find("which block 1 writes"), std::string::npos) << expected;
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(Report(0, Mode::kOn, kernel, {.blocks = 40, .threads = 4}), expected);
    }
}

TEST(CheckRaces, NamesTheTensor) {
    std::vector<float> z(64);
    const Kernel kernel = [&] {
        Tile tile(z);
        DataCopy(tile.global[16], tile.tensor, 16);
    };
    const CheckSetting setting(Mode::kOn);
    const void* argument = &kernel;
    void* arguments[] = {const_cast<void*>(argument)};
    const KernelEntry entry = [](void* const* passed, uint64_t) {
        (*static_cast<const Kernel*>(passed[0]))();
    };
    const aicore::GlobalRange ranges[] = {{"z", z.data(), 256}};
    KernelLaunch launch{"TestOp", entry, arguments, 0, 2, &SocNamed("Ascend310B1"), 1};
    launch.ranges = ranges;
    const base::Status status = Launch(launch);
    EXPECT_EQ(status.code(), 507015);
    EXPECT_NE(
        status.message().find("writes 64 bytes of z from byte 64, which block 1 writes with DataCopy at "),
        std::string::npos)
        << status.message();
}

// ---- all must meet

TEST(CheckMeetings, SeesABlockThatNeverArrives) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        if (mended || GetBlockIdx() != 3) {
            SyncAll();
        }
    };
    ExpectFound(line, kernel,
                "507034 TestOp: block 0: SyncAll at +3: blocks 0-2 wait for block 3, which has ended without "
                "coming here; every block must call SyncAll equally often, blocks without work too",
                {.blocks = 4});
}

TEST(CheckMeetings, SeesMoreBlocksThanCores) {
    const int line = __LINE__;
    const Kernel kernel = [] { SyncAll(); };
    EXPECT_EQ(
        Report(line, Mode::kOn, kernel, {.blocks = 49}),
        "507034 TestOp: block 0: SyncAll at +1: the launch has 49 blocks, expected at most 48, which "
        "Ascend910B1 runs at the same time: the others start when one of these ends, and these wait for "
        "them; start no more blocks than that, and let each do more");
    EXPECT_EQ(Report(line, Mode::kStrict, kernel, {.blocks = 48}), "");
    EXPECT_EQ(Report(line, Mode::kOff, kernel, {.blocks = 49}), "");
}

TEST(CheckMeetings, CountsTheCoresOfMixedKernels) {
    const Kernel kernel = [] { SyncAll<false>(); };
    KernelOptions options{.blocks = 24, .type = KERNEL_TYPE_MIX_AIC_1_2};
    EXPECT_EQ(Report(0, Mode::kStrict, kernel, options), "");
    options.blocks = 25;
    const std::string report = Report(0, Mode::kOn, kernel, options);
    EXPECT_NE(report.find("the launch has 25 blocks, expected at most 24"), std::string::npos) << report;
}

// What the cube core sets a flag for, its first vector core hands on to the second by a barrier of vector cores.
TEST(CheckMeetings, KeepKindsOfBarriersApart) {
    std::vector<float> z(64);
    const Kernel kernel = [&] {
        GlobalTensor<float> global;
        global.SetGlobalBuffer(z.data(), 64);
        if ASCEND_IS_AIC {
            global.SetValue(0, 1.0f);
            PipeBarrier<PIPE_ALL>();
            CrossCoreSetFlag<2, PIPE_FIX>(1);
        } else {
            SyncAll<true>();
            CrossCoreWaitFlag(1);
            SyncAll<true>();
            (void)global.GetValue(0);
        }
        SyncAll<false>();
        if ASCEND_IS_AIC {
            (void)global.GetValue(0);
        }
    };
    EXPECT_EQ(Report(0, Mode::kStrict, kernel, {.blocks = 1, .type = KERNEL_TYPE_MIX_AIC_1_2}), "");
}

TEST(CheckRaces, IsSilentAboutManyReadsOfTheSameBytes) {
    static float table[64][8];
    const Kernel kernel = [] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 32);
        GlobalTensor<float> from;
        from.SetGlobalBuffer(&table[0][0], 512);
        uint32_t row = static_cast<uint32_t>(GetBlockIdx());
        for (int i = 0; i < 2000; ++i) {
            row = row * 5 + 3;
            DataCopy(buffer.Get<float>(), from[row % 64 * 8], 8);
        }
    };
    EXPECT_EQ(Report(0, Mode::kOn, kernel, {.blocks = 48}), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
