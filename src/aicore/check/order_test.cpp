// Order between the pipes of a core: what is missing between two uses of the same bytes.
#include "aicore/check/order_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckOrder, SeesACopyOutBeforeTheVectorUnitIsDone) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        if (mended) {
            Order<HardEvent::V_MTE3>();
        }
        DataCopy(tile.to, tile.z, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 256 "
        "bytes, gaps 0 and 0 bytes) at +7: reads bytes 256 to 512 of UB, in the VECCALC buffer of above, "
        "as src on PIPE_MTE3 while Duplicate at +3 on PIPE_V may still be writing them; put "
        "SetFlag<HardEvent::V_MTE3> and WaitFlag<HardEvent::V_MTE3> between them, or hand the tensor on "
        "through a queue with EnQue and DeQue");
}

TEST(CheckOrder, SeesAVectorInstructionBeforeTheCopyInIsDone) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        if (mended) {
            Order<HardEvent::MTE2_V>();
        }
        Adds(tile.z, tile.x, 1.0f, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Adds(dst VECCALC float at byte 256, src VECCALC float at byte 0, scalar "
        "1, count 64) at +7: reads bytes 0 to 256 of UB, in the VECCALC buffer of above, as src on "
        "PIPE_V while DataCopy at +3 on PIPE_MTE2 may still be writing them; put "
        "SetFlag<HardEvent::MTE2_V> and WaitFlag<HardEvent::MTE2_V> between them, or hand the tensor on "
        "through a queue with EnQue and DeQue");
}

TEST(CheckOrder, SeesAScalarReadBeforeTheCopyInIsDone) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        if (mended) {
            Order<HardEvent::MTE2_S>();
        }
        (void)tile.x.GetValue(3);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: GetValue(VECCALC float at byte 12) at +7: reads bytes 12 to 16 of UB, "
        "in the VECCALC buffer of above, on PIPE_S while DataCopy at +3 on PIPE_MTE2 may still be "
        "writing them; put SetFlag<HardEvent::MTE2_S> and WaitFlag<HardEvent::MTE2_S> between them, "
        "which the device compiler does by itself unless told otherwise");
}

TEST(CheckOrder, SeesABufferFilledAgainBeforeTheCopyOutIsDone) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        Order<HardEvent::MTE2_MTE3>();
        DataCopy(tile.to, tile.x, 64);
        if (mended) {
            Order<HardEvent::MTE3_MTE2>();
        }
        DataCopy(tile.x, tile.from, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 256 "
        "bytes, gaps 0 and 0 bytes) at +9: writes bytes 0 to 256 of UB, in the VECCALC buffer of above, "
        "as dst on PIPE_MTE2 while DataCopy at +5 on PIPE_MTE3 may still be reading them; put "
        "SetFlag<HardEvent::MTE3_MTE2> and WaitFlag<HardEvent::MTE3_MTE2> between them, or hand the "
        "tensor on through a queue with EnQue and DeQue");
}

TEST(CheckOrder, SeesABufferFilledAgainBeforeTheVectorUnitHasReadIt) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        Order<HardEvent::MTE2_V>();
        Adds(tile.z, tile.x, 1.0f, 64);
        if (mended) {
            Order<HardEvent::V_MTE2>();
        }
        DataCopy(tile.x, tile.from, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 0, src GM float at 0x*, 1 x 256 "
        "bytes, gaps 0 and 0 bytes) at +9: writes bytes 0 to 256 of UB, in the VECCALC buffer of above, "
        "as dst on PIPE_MTE2 while Adds at +5 on PIPE_V may still be reading them; put "
        "SetFlag<HardEvent::V_MTE2> and WaitFlag<HardEvent::V_MTE2> between them, or hand the tensor on "
        "through a queue with EnQue and DeQue");
}

TEST(CheckOrder, SeesAWriteBeforeTheCopyOutIsDone) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.z, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        DataCopy(tile.to, tile.z, 64);
        if (mended) {
            Order<HardEvent::MTE3_V>();
        }
        Duplicate(tile.z, 2.0f, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Duplicate(dst VECCALC float at byte 256, count 64) at +9: writes bytes "
        "256 to 512 of UB, in the VECCALC buffer of above, as dst on PIPE_V while DataCopy at +5 on "
        "PIPE_MTE3 may still be reading them; put SetFlag<HardEvent::MTE3_V> and "
        "WaitFlag<HardEvent::MTE3_V> between them, or hand the tensor on through a queue with EnQue and "
        "DeQue");
}

TEST(CheckOrder, SeesTwoPipesWriteTheSameBytes) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.x, 0.0f, 64);
        if (mended) {
            Order<HardEvent::V_MTE2>();
        }
        DataCopy(tile.x[32], tile.from, 32);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 128, src GM float at 0x*, 1 x 128 "
        "bytes, gaps 0 and 0 bytes) at +7: writes bytes 128 to 256 of UB, in the VECCALC buffer of "
        "above, as dst on PIPE_MTE2 while Duplicate at +3 on PIPE_V may still be writing them; put "
        "SetFlag<HardEvent::V_MTE2> and WaitFlag<HardEvent::V_MTE2> between them, or hand the tensor on "
        "through a queue with EnQue and DeQue");
}

// A flag orders what was issued before it was set, and nothing later.
TEST(CheckOrder, SeesAFlagThatWasSetTooEarly) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.x, 1.0f, 64);
        if (!mended) {
            SetFlag<HardEvent::V_MTE3>(0);
        }
        Duplicate(tile.z, 1.0f, 64);
        if (mended) {
            SetFlag<HardEvent::V_MTE3>(0);
        }
        WaitFlag<HardEvent::V_MTE3>(0);
        DataCopy(tile.to, tile.z, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 256 "
        "bytes, gaps 0 and 0 bytes) at +12: reads bytes 256 to 512 of UB, in the VECCALC buffer of "
        "above, as src on PIPE_MTE3 while Duplicate at +7 on PIPE_V may still be writing them; put "
        "SetFlag<HardEvent::V_MTE3> and WaitFlag<HardEvent::V_MTE3> between them, or hand the tensor on "
        "through a queue with EnQue and DeQue");
}

TEST(CheckOrder, TakesABarrierOfAllPipesForAnyFlag) {
    const Kernel kernel = [] {
        Tile tile;
        DataCopy(tile.x, tile.from, 64);
        PipeBarrier<PIPE_ALL>();
        Adds(tile.z, tile.x, 1.0f, 64);
        PipeBarrier<PIPE_ALL>();
        DataCopy(tile.to, tile.z, 64);
    };
    EXPECT_EQ(Report(0, Mode::kOn, kernel), "");
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
}

// The order of V before MTE3 and of MTE3 before MTE2 makes V come before MTE2.
TEST(CheckOrder, FollowsFlagsOverSeveralPipes) {
    const Kernel kernel = [] {
        Tile tile;
        Duplicate(tile.x, 1.0f, 64);
        Order<HardEvent::V_MTE3>();
        Order<HardEvent::MTE3_MTE2>();
        DataCopy(tile.x, tile.from, 64);
    };
    EXPECT_EQ(Report(0, Mode::kOn, kernel), "");
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
}

// Both queues start at byte 0 of their memory.
TEST(CheckOrder, TellsQueuesOfTwoMemoriesApart) {
    float values[64] = {};
    const Kernel kernel = [&] {
        TPipe pipe;
        TQue<QuePosition::A1, 1> matrix;
        TQue<QuePosition::VECIN, 1> vector;
        pipe.InitBuffer(matrix, 1, 256);
        pipe.InitBuffer(vector, 1, 256);
        GlobalTensor<float> from;
        from.SetGlobalBuffer(values, 64);
        LocalTensor<float> a = matrix.AllocTensor<float>();
        LocalTensor<float> x = vector.AllocTensor<float>();
        DataCopy(a, from, 64);
        DataCopy(x, from, 64);
        matrix.EnQue(a);
        vector.EnQue(x);
        a = matrix.DeQue<float>();
        x = vector.DeQue<float>();
        Adds(x, x, 1.0f, 64);
        matrix.FreeTensor(a);
        vector.FreeTensor(x);
    };
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        EXPECT_EQ(Report(0, mode, kernel, {.soc = "Ascend310P3"}), "");
    }
}

// ---- strict: what the device compiler orders by itself

TEST(CheckOrder, SeesAVectorInstructionBehindAnother) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.x, 1.0f, 64);
        if (mended) {
            PipeBarrier<PIPE_V>();
        }
        Adds(tile.z, tile.x, 1.0f, 64);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: Adds(dst VECCALC float at byte 256, src VECCALC float at byte 0, scalar "
        "1, count 64) at +7: reads bytes 0 to 256 of UB, in the VECCALC buffer of above, as src on "
        "PIPE_V while Duplicate at +3 on PIPE_V may still be writing them; put PipeBarrier<PIPE_V>() "
        "between them, which the device compiler does by itself unless told otherwise");
}

TEST(CheckOrder, SeesAScalarReadBehindAVectorInstruction) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.x, 1.0f, 64);
        if (mended) {
            Order<HardEvent::V_S>();
        }
        (void)tile.x.GetValue(0);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: GetValue(VECCALC float at byte 0) at +7: reads bytes 0 to 4 of UB, in "
        "the VECCALC buffer of above, on PIPE_S while Duplicate at +3 on PIPE_V may still be writing "
        "them; put SetFlag<HardEvent::V_S> and WaitFlag<HardEvent::V_S> between them, which the device "
        "compiler does by itself unless told otherwise");
}

TEST(CheckOrder, SeesAVectorInstructionBehindAScalarWrite) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        for (uint32_t i = 0; i < 8; ++i) {
            tile.x.SetValue(i, 1.0f);
        }
        if (mended) {
            Order<HardEvent::S_V>();
        }
        Adds(tile.z, tile.x, 1.0f, 8);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: Adds(dst VECCALC float at byte 256, src VECCALC float at byte 0, scalar "
        "1, count 8) at +9: reads bytes 0 to 32 of UB, in the VECCALC buffer of above, as src on PIPE_V "
        "while SetValue at +4 on PIPE_S may still be writing them; put SetFlag<HardEvent::S_V> and "
        "WaitFlag<HardEvent::S_V> between them, which the device compiler does by itself unless told "
        "otherwise");
}

TEST(CheckOrder, SeesACopyOutBehindAScalarWrite) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        for (uint32_t i = 0; i < 8; ++i) {
            tile.x.SetValue(i, 1.0f);
        }
        if (mended) {
            Order<HardEvent::S_MTE3>();
        }
        DataCopy(tile.to, tile.x, 8);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 32 "
        "bytes, gaps 0 and 0 bytes) at +9: reads bytes 0 to 32 of UB, in the VECCALC buffer of above, as "
        "src on PIPE_MTE3 while SetValue at +4 on PIPE_S may still be writing them; put "
        "SetFlag<HardEvent::S_MTE3> and WaitFlag<HardEvent::S_MTE3> between them, which the device "
        "compiler does by itself unless told otherwise");
}

TEST(CheckOrder, TakesAReferenceForNeitherReadNorWrite) {
    const Kernel kernel = [] {
        Tile tile;
        tile.x(3) = 1.0f;
        EXPECT_EQ(tile.x(3), 1.0f);
        Order<HardEvent::S_V>();
        Adds(tile.z, tile.x, 1.0f, 8);
        EXPECT_EQ(tile.x(3), 1.0f);
    };
    EXPECT_EQ(Report(0, Mode::kOn, kernel), "");
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
}

TEST(CheckOrder, SeesAReferenceBehindAVectorInstruction) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        Tile tile;
        Duplicate(tile.x, 1.0f, 64);
        if (mended) {
            Order<HardEvent::V_S>();
        }
        EXPECT_EQ(tile.x(3), 1.0f);
    };
    ExpectFoundByStrict(
        line, kernel,
        "507035 TestOp: block 0: GetValue(VECCALC float at byte 12) at +7: reads bytes 12 to 16 of UB, "
        "in the VECCALC buffer of above, on PIPE_S while Duplicate at +3 on PIPE_V may still be writing "
        "them; put SetFlag<HardEvent::V_S> and WaitFlag<HardEvent::V_S> between them, which the device "
        "compiler does by itself unless told otherwise");
}

// A value that the scalar unit reads it has before it issues what comes next; so what overwrites the element needs no flag.
TEST(CheckOrder, LetsOthersOverwriteWhatTheScalarUnitHasRead) {
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        const Kernel kernel = [] {
            Tile tile;
            Duplicate(tile.x, 1.0f, 64);
            Order<HardEvent::V_S>();
            (void)tile.x.GetValue(3);
            PipeBarrier<PIPE_V>();
            Duplicate(tile.x, 2.0f, 64);
            Order<HardEvent::V_S>();
            (void)tile.x.GetValue(3);
            DataCopy(tile.z, tile.from, 64);
        };
        EXPECT_EQ(Report(0, mode, kernel), "");
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
