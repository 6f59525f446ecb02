// Atomic copies: left on, and beside plain ones.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

constexpr KernelOptions kTwoBlocks{.blocks = 2, .threads = 2};

struct Tile {
    explicit Tile(std::vector<float>& z) {
        pipe.InitBuffer(buffer, 256);
        tensor = buffer.Get<float>();
        global.SetGlobalBuffer(z.data(), z.size());
        Duplicate(tensor, 1.0f, 64);
        PipeBarrier<PIPE_ALL>();
    }
    TPipe pipe;
    TBuf<> buffer;
    LocalTensor<float> tensor;
    GlobalTensor<float> global;
};

// ---- left on

TEST(CheckAtomics, HintsAtAtomicCopiesLeftOnWhenTheKernelEnds) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const auto kernel = [&](bool mended) {
        return [&z, mended] {
            Tile tile(z);
            SetAtomicAdd<float>();
            DataCopy(tile.global, tile.tensor, 64);
            if (mended) {
                DisableDmaAtomic();
            }
        };
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        EXPECT_EQ(
            ReportAndHints(line, mode, kernel(false)),
            "[aclnn-cpu warning] TestOp: block 0: SetAtomicAdd at +4: atomic copies are still on when the "
            "kernel ends: what this core copies to global memory next may be combined with what is there; "
            "call SetAtomicNone behind the last of them, on every path\n");
        EXPECT_EQ(ReportAndHints(line, mode, kernel(true)), "");
    }
    EXPECT_EQ(ReportAndHints(line, Mode::kOff, kernel(false)), "");
}

// The last call that set it is named, for the first block that leaves it on; a new TPipe starts with none.
TEST(CheckAtomics, NamesTheCallThatLeftThemOn) {
    std::vector<float> z(64);
    const auto text = [&](const Kernel& kernel) {
        const std::string hint = ReportAndHints(0, Mode::kOn, kernel, kTwoBlocks);
        const size_t at = hint.find("block");
        return at == std::string::npos ? hint : hint.substr(at, hint.find(" at ") - at);
    };
    EXPECT_EQ(text([&] {
                  Tile tile(z);
                  SetAtomicAdd<float>();
                  if (GetBlockIdx() == 0) {
                      SetAtomicNone();
                  } else {
                      SetAtomicMax<float>();
                  }
              }),
              "block 1: SetAtomicMax");
    EXPECT_EQ(text([&] {
                  SetAtomicType<float>();
                  Tile tile(z);
              }),
              "");
    EXPECT_EQ(text([&] {
                  Tile tile(z);
                  SetAtomicType<float>();
              }),
              "block 0: SetAtomicType");
}

// ---- beside plain ones

TEST(CheckAtomics, SeesTheFirstValueComeWhileOthersAdd) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        if (GetBlockIdx() == 0) {
            DataCopy(tile.global, tile.tensor, 64);
            PipeBarrier<PIPE_MTE3>();
        }
        if (mended) {
            SyncAll();
        }
        SetAtomicAdd<float>();
        DataCopy(tile.global, tile.tensor, 64);
        SetAtomicNone();
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +4: writes 256 bytes of global memory from 0x*, which block 1 "
        "adds atomically to with DataCopy at +11, and nothing orders the two; put SyncAll between the "
        "plain write and the atomic copies, so that it comes before all of them or behind, or make it "
        "atomic as well",
        kTwoBlocks);
}

TEST(CheckAtomics, SeesAReadBeforeAllHaveAdded) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        SetAtomicAdd<float>();
        DataCopy(tile.global, tile.tensor, 64);
        SetAtomicNone();
        if (mended) {
            SyncAll();
        }
        PipeBarrier<PIPE_ALL>();
        if (GetBlockIdx() == 1) {
            DataCopy(tile.tensor, tile.global, 64);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy at +4: adds atomically to 256 bytes of global memory from 0x*, "
        "which block 1 reads with DataCopy at +11, and nothing orders the two; put SyncAll between the "
        "two: the result is complete when every block has added its part",
        kTwoBlocks);
}

// ---- beside others

TEST(CheckAtomics, SeesOperationsThatDifferFromBlockToBlock) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        if (GetBlockIdx() == 0 && !mended) {
            SetAtomicMax<float>();
        } else {
            SetAtomicAdd<float>();
        }
        DataCopy(tile.global, tile.tensor, 8);
        SetAtomicNone();
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: DataCopy at +8: changes by atomic Max of float 32 bytes of global "
                "memory from "
                "0x*, which block 1 changes by atomic Add of float with DataCopy at +8, and nothing orders "
                "the two; use "
                "one operation and one type in all blocks, or put SyncAll between the two: the result "
                "depends on which "
                "comes first",
                kTwoBlocks);
}

// Blocks that write a set of places in an order each: the search merges accesses of one kind.
TEST(CheckAtomics, SeesTypesThatDifferFromBlockToBlock) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        for (uint32_t i = 0; i < 4; ++i) {
            if (GetBlockIdx() == 1 && i == 2 && !mended) {
                SetAtomicAdd<int32_t>();
            } else {
                SetAtomicAdd<float>();
            }
            DataCopy(tile.global[i * 8], tile.tensor, 8);
        }
        SetAtomicNone();
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: DataCopy at +9: changes by atomic Add of float 32 bytes of global "
                "memory from "
                "0x*, which block 1 changes by atomic Add of int32_t with DataCopy at +9, and nothing orders "
                "the two; use "
                "one operation and one type in all blocks, or put SyncAll between the two: the result "
                "depends on which "
                "comes first",
                kTwoBlocks);
}

TEST(CheckAtomics, AreSilentAboutOperationsThatSyncAllParts) {
    std::vector<float> z(64);
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        EXPECT_EQ(Report(
                      0, mode,
                      [&] {
                          Tile tile(z);
                          SetAtomicAdd<float>();
                          DataCopy(tile.global, tile.tensor, 8);
                          SyncAll();
                          SetAtomicMax<float>();
                          DataCopy(tile.global, tile.tensor, 8);
                          SetAtomicNone();
                      },
                      kTwoBlocks),
                  "");
    }
}

// Copies of one core may overtake one another.
TEST(CheckAtomics, SeesAnOperationOvertakeAnotherInStrictMode) {
    std::vector<float> z(64);
    const int line = __LINE__;
    const Twins kernel = [&](bool mended) {
        Tile tile(z);
        SetAtomicAdd<float>();
        DataCopy(tile.global, tile.tensor, 8);
        if (mended) {
            PipeBarrier<PIPE_MTE3>();
        }
        SetAtomicMax<float>();
        DataCopy(tile.global, tile.tensor, 8);
        DataCopy(tile.global, tile.tensor, 8);
        SetAtomicNone();
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 32 bytes, "
        "gaps 0 "
        "and 0 bytes, atomic Max float) at +9: writes 32 bytes of global memory from 0x* on PIPE_MTE3 while "
        "DataCopy at +4 on PIPE_MTE3 may still be writing them; put PipeBarrier<PIPE_MTE3>() between them: "
        "copies "
        "of one direction may overtake one another, and nothing else orders them");
}

// A plain copy beside Max.
TEST(CheckAtomics, NamesTheOperationBesideAPlainCopy) {
    std::vector<float> z(64);
    const std::string report = Report(
        0, Mode::kOn,
        [&] {
            Tile tile(z);
            if (GetBlockIdx() == 0) {
                SetAtomicMax<float>();
            }
            DataCopy(tile.global, tile.tensor, 8);
            SetAtomicNone();
        },
        kTwoBlocks);
    EXPECT_NE(report.find("changes by atomic Max 32 bytes of global memory"), std::string::npos) << report;
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
