// Who owns which part of local memory: TPipe, TBuf, InitBuffer, tensors.
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;
using Queue1 = TQue<QuePosition::VECIN, 1>;

TEST(TBuf, IsRefusedBeforeInitBuffer) {
    const auto refuse = [](const std::function<void(TBuf<>&)>& body, const char* call) {
        ExpectFault(RunKernel([&] {
                        TPipe pipe;
                        TBuf<> buffer;
                        body(buffer);
                    }),
                    507035,
                    {call, " at pipe_test.cpp:", "the TBuf has no buffer; call InitBuffer for it first"});
    };
    refuse([](TBuf<>& buffer) { buffer.Get<float>(); }, "TBuf::Get");
    refuse([](TBuf<>& buffer) { buffer.Get<float>(8); }, "TBuf::Get");
    refuse([](TBuf<>& buffer) { buffer.GetWithOffset<float>(8, 32); }, "TBuf::GetWithOffset");
    refuse([](TBuf<>& buffer) { buffer.AllocTensor<float>(); }, "TBuf::AllocTensor");
}

TEST(TSCM, LiesInL1) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TBuf<TPosition::A1> before;
        TSCM<TPosition::VECIN, 1> queue;
        pipe.InitBuffer(before, 96);
        pipe.InitBuffer(queue, 1, 128);
        const auto tensor = queue.AllocTensor<half>();
        EXPECT_EQ(tensor.address(), 96u);
        EXPECT_EQ(tensor.GetPosition(), static_cast<int32_t>(TPosition::TSCM));
    }));
}

TEST(InitBuffer, BL38FillsUbToTheLastByteAndNoFurther) {
    const auto allocate = [](bool one_more) {
        return RunKernel([&] {
            TPipe pipe;
            Queue1 in0;
            Queue1 in1;
            TQue<QuePosition::VECOUT, 1> out;
            TBuf<> extra;
            pipe.InitBuffer(in0, 2, 32768);
            pipe.InitBuffer(in1, 2, 32768);
            pipe.InitBuffer(out, 2, 32768);
            if (one_more) {
                pipe.InitBuffer(extra, 32);
            }
        });
    };
    ExpectRuns(allocate(false));
    ExpectFault(allocate(true), 507035,
                {"InitBuffer at pipe_test.cpp:",
                 "the buffers so far need 196640 bytes of UB, expected at most 196608 on Ascend910B1",
                 "65536 bytes: 2 x 32768 VECIN at pipe_test.cpp:", "65536 bytes: 2 x 32768 VECOUT",
                 "32 bytes: 1 x 32 VECCALC"});
}

TEST(InitBuffer, HasThe310BsMemory) {
    const auto allocate = [](uint32_t bytes) {
        return RunKernel(
            [&] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, bytes);
            },
            {.soc = "ascend310b"});
    };
    ExpectRuns(allocate(253952));
    ExpectFault(allocate(253953), 507015,
                {"the buffers so far need 253984 bytes of UB, expected at most 253952"});
    ExpectFault(
        allocate(0xFFFFFFFFu), 507015,
        {"the buffers so far need 4294967296 bytes of UB", "4294967296 bytes: 1 x 4294967296 VECCALC"});
    ExpectFault(allocate(0xFFFFFFE1u), 507015, {"the buffers so far need 4294967296 bytes of UB"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TQue<QuePosition::VECIN, 2> queue;
                    pipe.InitBuffer(queue, 2, 0xFFFFFFFFu);
                }),
                507035,
                {"the buffers so far need 8589934592 bytes of UB", "8589934592 bytes: 2 x 4294967296 VECIN"});
}

// The rest of BL-38: the last repeat of a fill ends 32 bytes beyond UB.
TEST(InitBuffer, BL38WriteBeyondUbIsRefusedWithAddressAndLength) {
    const auto fill = [](uint32_t first) {
        return RunKernel([=] {
            TPipe pipe;
            TBuf<> all;
            pipe.InitBuffer(all, 196608);
            Duplicate(all.Get<float>()[first], 1.0f, 64, 2, 1, 8);
        });
    };
    ExpectRuns(fill(49152 - 128));
    ExpectFault(
        fill(49152 - 120), 507035,
        {"Duplicate(dst VECCALC float at byte 196128", "dst ends at byte 196640, expected at most 196608"});
}

TEST(InitBuffer, LimitsNumberOfBuffers) {
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffers[65];
                    for (auto& buffer : buffers) {
                        pipe.InitBuffer(buffer, 32);
                    }
                }),
                507035, {"the kernel has 65 buffers, expected at most 64"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TQue<QuePosition::VECIN, 1> queues[5];
                    for (auto& queue : queues) {
                        pipe.InitBuffer(queue, 2, 32);
                    }
                }),
                507035, {"the queues of VECIN have 10 buffers in all and this one 2, expected 1 to 8"});
}

TEST(TPipe, OnlyOneIsAliveAndResetStartsAnew) {
    ExpectFault(RunKernel([] {
                    TPipe one;
                    TPipe two;
                }),
                507035, {"another TPipe is alive on this core"});
    ExpectRuns(RunKernel([] {
        TPipe one;
        TBuf<> first;
        TBuf<> second;
        one.InitBuffer(first, 33);
        one.InitBuffer(second, 32);
        EXPECT_EQ(second.Get<uint8_t>().address(), 64u);  // one behind the other, rounded up
        EXPECT_EQ(first.Get<half>().GetSize(), 32u);
        EXPECT_EQ(GetTPipePtr(), &one);
        one.Reset();
        one.InitBuffer(second, 32);
        EXPECT_EQ(second.Get<uint8_t>().address(), 0u);
        one.Destroy();
        TPipe two;
        EXPECT_EQ(::GetTPipePtr(), &two);
    }));
    ExpectFault(RunKernel([] { GetTPipePtr(); }), 507035, {"no TPipe is alive"});
}

TEST(LocalTensor, SlicesAndReinterpretsBytes) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 256);
        const LocalTensor<float> tensor = buffer.Get<float>();
        EXPECT_EQ(tensor.GetSize(), 64u);
        EXPECT_TRUE(std::isnan(tensor.GetValue(63)));  // poison
        tensor.SetValue(9, 2);
        EXPECT_EQ(tensor[8].GetValue(1), 2.0f);
        EXPECT_EQ(tensor[8].GetSize(), 56u);
        EXPECT_EQ(tensor.ReinterpretCast<half>().GetSize(), 128u);
        EXPECT_EQ(float(tensor.ReinterpretCast<half>().GetValue(19)), 2.0f);  // the upper half of 2.0f
        tensor(5) = 7.0f;
        EXPECT_EQ(float(tensor(5)), 7.0f);
        EXPECT_EQ(buffer.GetWithOffset<float>(4, 32).GetValue(1), 2.0f);
        EXPECT_EQ(tensor.GetPhyAddr(2), tensor.GetPhyAddr() + 8);
    }));
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TBuf<> buffer;
                    pipe.InitBuffer(buffer, 256);
                    buffer.Get<float>().SetValue(49152, 1.0f);
                }),
                507035, {"SetValue at pipe_test.cpp:", "ends at byte 196612, expected at most 196608"});
}

TEST(Core, EachBlockFindsPoisonWhateverRanBefore) {
    for (int round = 0; round < 2; ++round) {
        ExpectRuns(RunKernel(
            [] {
                TPipe pipe;
                TBuf<> buffer;
                pipe.InitBuffer(buffer, 196608);
                const auto all = buffer.Get<uint32_t>();
                for (uint32_t i = 0; i < all.GetSize(); ++i) {
                    ASSERT_EQ(all.GetValue(i), 0xFFFFFFFFu) << i;
                }
                const auto part = static_cast<uint32_t>(GetBlockIdx());
                all.SetValue(part * 5000, part);
                Duplicate(all[8000 + part * 8], 5u, 20000);
                all.SetValue(49151, 1);
            },
            {.blocks = 3}));
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
