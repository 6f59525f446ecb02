// Faults of a kernel's use of UB.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// max(x, 0) of 14 elements, comparing and choosing among as many as a repeat has.
void KeepPositive(float* from, float* to) {
    constexpr uint32_t count = 64;
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    TBuf<> mask;
    pipe.InitBuffer(in, 1, 256);
    pipe.InitBuffer(out, 1, 256);
    pipe.InitBuffer(mask, 32);
    GlobalTensor<float> x_global, y_global;
    x_global.SetGlobalBuffer(from, 14);
    y_global.SetGlobalBuffer(to, 14);
    LocalTensor<float> x = in.AllocTensor<float>();
    DataCopyPad(x, x_global, DataCopyExtParams{1, 56, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
    in.EnQue(x);
    x = in.DeQue<float>();
    LocalTensor<float> y = out.AllocTensor<float>();
    const LocalTensor<uint8_t> bits = mask.Get<uint8_t>();
    CompareScalar(bits, x, 0.0f, CMPMODE::GT, count);
    PipeBarrier<PIPE_V>();
    Select(y, bits, x, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
    out.EnQue(y);
    y = out.DeQue<float>();
    DataCopyPad(y_global, y, DataCopyExtParams{1, 56, 0, 0, 0});
    in.FreeTensor(x);
    out.FreeTensor(y);
}

TEST(CheckLocalMemory, ListsTheBuffersThatAreTooMuch) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 2> x;
        TQue<QuePosition::VECIN, 2> y;
        TQue<QuePosition::VECOUT, 2> z;
        pipe.InitBuffer(x, 2, 32768);
        pipe.InitBuffer(y, 2, 32768);
        pipe.InitBuffer(z, 2, 32768);
        TBuf<> more;
        if (!mended) {
            pipe.InitBuffer(more, 32);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: InitBuffer at +11: the buffers so far need 196640 bytes of UB, expected at "
        "most 196608 on Ascend910B1, 32 fewer; they are\n"
        "      65536 bytes: 2 x 32768 VECIN at +6\n"
        "      65536 bytes: 2 x 32768 VECIN at +7\n"
        "      65536 bytes: 2 x 32768 VECOUT at +8\n"
        "         32 bytes: 1 x 32 VECCALC at +11; use smaller tiles or fewer buffers");
}

TEST(CheckLocalMemory, SeesABufferInitialisedTwice) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        TBuf<> other;
        pipe.InitBuffer(buffer, 96);
        pipe.InitBuffer(mended ? other : buffer, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: InitBuffer at +6: the same VECCALC buffer is initialised a second time, "
        "first at +5: its 96 bytes at byte 0 stay allocated and nothing can use them; call InitBuffer "
        "once for each TQue and TBuf");
}

TEST(CheckLocalMemory, SeesAQueueInitialisedTwice) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        TQue<QuePosition::VECIN, 1> other;
        pipe.InitBuffer(queue, 2, 96);
        pipe.InitBuffer(mended ? other : queue, 2, 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: InitBuffer at +6: the same VECIN buffer is initialised a second time, "
        "first at +5: its 192 bytes at byte 0 stay allocated and nothing can use them; call InitBuffer "
        "once for each TQue and TBuf");
}

// The bytes belong to the buffer, and all the same not to the tensor.
TEST(CheckLocalMemory, SeesAWriteBeyondTheTensorInsideItsBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        const LocalTensor<float> half = buffer.Get<float>(32);
        Duplicate(half, 0.0f, mended ? 32 : 40);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Duplicate(dst VECCALC float at byte 0, count 40) at +6: writes bytes 0 "
        "to 160 of UB as dst, 32 bytes beyond the end of its tensor, which has 128 bytes from byte 0; "
        "write fewer elements, or take a longer tensor as dst");
}

TEST(CheckLocalMemory, SeesAWriteIntoTheNextBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> first;
        TBuf<> second;
        pipe.InitBuffer(first, 128);
        pipe.InitBuffer(second, 128);
        LocalTensor<float> tensor = first.Get<float>();
        tensor.SetSize(mended ? 32 : 64);
        Duplicate(tensor, 0.0f, tensor.GetSize());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Duplicate(dst VECCALC float at byte 0, count 64) at +9: writes bytes 0 "
        "to 256 of UB as dst, expected 0 to 128, the VECCALC buffer of +5: the rest lies in the VECCALC "
        "buffer of +6; work on fewer elements, or make the buffer larger");
}

TEST(CheckLocalMemory, SeesAReadOfTheNextBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> first;
        TBuf<> second;
        pipe.InitBuffer(first, 128);
        pipe.InitBuffer(second, 256);
        const LocalTensor<float> x = first.Get<float>();
        const LocalTensor<float> z = second.Get<float>();
        Adds(z, x, 1.0f, mended ? 32 : 64);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Adds(dst VECCALC float at byte 128, src VECCALC float at byte 0, scalar "
        "1, count 64) at +9: reads bytes 0 to 256 of UB as src, expected 0 to 128, the VECCALC buffer of "
        "+5: the rest lies in the VECCALC buffer of +6; work on fewer elements, or make the buffer larger");
}

TEST(CheckLocalMemory, SeesATensorThatNoBufferHolds) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 128);
        const LocalTensor<float> tensor = buffer.Get<float>();
        Duplicate(mended ? tensor : LocalTensor<float>(TPosition::VECCALC, 1024, 128), 0.0f, 32);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Duplicate(dst VECCALC float at byte 1024, count 32) at +6: dst starts "
        "at byte 1024 of UB, which no buffer of the TPipe holds; take tensors from queues and buffers "
        "that InitBuffer has given memory");
}

// A repeat beyond the end of UB.
TEST(CheckLocalMemory, SeesARepeatBeyondUb) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 196608);
        const LocalTensor<float> last = buffer.Get<float>()[49152 - 56];
        Duplicate(last, 0.0f, mended ? 56 : 64, 1, 1, 8);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: Duplicate(dst VECCALC float at byte 196384, mask 64, repeat 1) at +6: "
        "dst ends at byte 196640, expected at most 196608, the size of UB on Ascend910B1; work on fewer "
        "elements or allocate the buffer they need");
}

TEST(CheckLocalMemory, SeesAMisalignedCopy) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        float values[8] = {};
        GlobalTensor<float> x;
        x.SetGlobalBuffer(values, 8);
        DataCopy(buffer.Get<float>()[mended ? 8 : 1], x, 8);
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: DataCopy(dst VECCALC float at byte 4, src GM float at 0x*, 1 x 32 "
                "bytes, gaps 0 and 0 bytes) at +8: dst starts at byte address 4, expected a multiple of 32; "
                "slice float tensors at multiples of 8 elements");
}

TEST(CheckLocalMemory, SeesAMisalignedOperand) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 512);
        const LocalTensor<half> x = buffer.Get<half>();
        Duplicate(x, half(1.0f), 64);
        Adds(x[128], x[mended ? 16 : 8], half(1.0f), 16);
    };
    ExpectFound(
        line, Mode::kOn, kernel,
        "507035 TestOp: block 0: Adds(dst VECCALC half at byte 256, src VECCALC half at byte 16, scalar "
        "1, count 16) at +7: src starts at byte address 16, expected a multiple of 32; slice half "
        "tensors at multiples of 16 elements");
}

// ---- definedness

TEST(CheckLocalMemory, SeesUndefinedBytesReachGlobalMemory) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        const LocalTensor<float> tensor = buffer.Get<float>();
        Duplicate(tensor, 0.0f, 24);
        SetFlag<HardEvent::V_MTE3>(0);
        WaitFlag<HardEvent::V_MTE3>(0);
        float values[32];
        GlobalTensor<float> z;
        z.SetGlobalBuffer(values, 32);
        DataCopy(z, tensor, mended ? 24 : 32);
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 0, 1 x 128 "
                "bytes, gaps 0 and 0 bytes) at +12: bytes 96 to 128 of UB, of src, go to global memory and "
                "nothing has written them, only the 96 bytes before them; copy exactly the bytes that were "
                "computed, or fill the rest with Duplicate first");
}

// Reading padding is no fault, and what comes of it is as undefined as the padding.
TEST(CheckLocalMemory, FollowsUndefinedBytesThroughInstructions) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 512);
        const LocalTensor<half> x = buffer.Get<half>();
        const LocalTensor<float> z = buffer.Get<float>()[64];
        Duplicate(x, half(1.0f), 24);
        PipeBarrier<PIPE_V>();
        Adds(x, x, half(1.0f), 32);
        PipeBarrier<PIPE_V>();
        Cast(z, x, RoundMode::CAST_NONE, 32);
        SetFlag<HardEvent::V_MTE3>(0);
        WaitFlag<HardEvent::V_MTE3>(0);
        float values[32];
        GlobalTensor<float> out;
        out.SetGlobalBuffer(values, 32);
        DataCopy(out, z, mended ? 24 : 32);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DataCopy(dst GM float at 0x*, src VECCALC float at byte 256, 1 x 128 "
        "bytes, gaps 0 and 0 bytes) at +17: bytes 352 to 384 of UB, of src, go to global memory and "
        "have no defined value, only the 96 bytes before them: Adds at +9 read bytes from 48 on that "
        "nothing has written; mend that, or copy exactly the bytes that are computed");
}

TEST(CheckLocalMemory, SeesAnUndefinedScalar) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        const LocalTensor<float> tensor = buffer.Get<float>();
        if (mended) {
            tensor.SetValue(5, 1.0f);
        }
        (void)tensor.GetValue(5);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: GetValue(VECCALC float at byte 20) at +9: reads an element that nothing "
        "has written; write it before, with SetValue, Duplicate or a copy");
}

TEST(CheckLocalMemory, SeesUndefinedOffsets) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 1024);
        const LocalTensor<float> x = buffer.Get<float>();
        const LocalTensor<uint32_t> offsets = buffer.Get<uint32_t>()[64];
        const LocalTensor<float> z = buffer.Get<float>()[128];
        Duplicate(x, 1.0f, 64);
        Duplicate(offsets, 4u, mended ? 16 : 8);
        PipeBarrier<PIPE_V>();
        Gather(z, x, offsets, 0, 16);
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: Gather(dst VECCALC float at byte 512, src VECCALC float at byte 0, "
                "srcOffset VECCALC uint32_t at byte 256, count 16) at +11: bytes 288 to 320 of UB, of "
                "srcOffset, decide what it does and nothing has written them, only the 32 bytes before them; "
                "write them before, with SetValue, Duplicate or a copy");
}

// The bits of padding choose padding only.
TEST(CheckLocalMemory, IsSilentWhenAComparisonAndItsSelectionWorkOnPadding) {
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        float from[14];
        float to[14];
        std::fill(std::begin(from), std::end(from), 2.0f);
        EXPECT_EQ(Report(0, mode, [&] { KeepPositive(from, to); }), "");
        EXPECT_EQ(to[13], 2.0f);
    }
}

TEST(CheckLocalMemory, NamesWhoUsedAnElementAsScratch) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TBuf<> rest, buffer;
        pipe.InitBuffer(rest, 188416);
        pipe.InitBuffer(buffer, 512);  // where Select has its scratch
        const LocalTensor<float> x = rest.Get<float>();
        const LocalTensor<uint8_t> bits = rest.Get<uint8_t>()[8192];
        const LocalTensor<float> y = buffer.Get<float>();
        Duplicate(x, 1.0f, 64);
        Duplicate(y, 1.0f, 128);
        PipeBarrier<PIPE_V>();
        CompareScalar(bits, x, 0.0f, CMPMODE::GT, 64);
        PipeBarrier<PIPE_V>();
        Select(x, bits, x, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
        SetFlag<HardEvent::V_S>(0);
        WaitFlag<HardEvent::V_S>(0);
        (mended ? x : y).GetValue(0);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: GetValue(VECCALC float at byte 188416) at +17: reads an element without a "
        "defined value: Select at +14 used bytes 188416 to 188544 as scratch; mend what computed it");
}

// InitGlobalMemory works in the rest of UB, and so may a kernel that has buffers.
TEST(CheckLocalMemory, LetsInitGlobalMemoryUseWhatNoBufferHolds) {
    for (const Mode mode : {Mode::kOn, Mode::kStrict}) {
        std::vector<float> memory(256, 1.0f);
        const Kernel kernel = [&] {
            TPipe pipe;
            TBuf<> buffer;
            pipe.InitBuffer(buffer, 1024);
            GlobalTensor<float> global;
            global.SetGlobalBuffer(memory.data(), 256);
            InitGlobalMemory(global, 256, 0.0f);
        };
        EXPECT_EQ(Report(0, mode, kernel), "");
        EXPECT_EQ(memory, std::vector<float>(256, 0.0f));
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
