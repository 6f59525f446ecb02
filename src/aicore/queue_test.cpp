#include <chrono>

#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;
using Queue1 = TQue<QuePosition::VECIN, 1>;

base::Status WithQueue(const std::function<void(Queue1&)>& body) {
    return RunKernel([&] {
        TPipe pipe;
        Queue1 queue;
        pipe.InitBuffer(queue, 2, 256);
        body(queue);
    });
}

TEST(Queue, RefusesThirdOfTwoBuffers) {
    ExpectFault(WithQueue([](Queue1& queue) {
                    queue.AllocTensor<float>();
                    queue.AllocTensor<float>();
                    queue.AllocTensor<float>();
                }),
                507035,
                {"TestOp: block 0: AllocTensor at queue_test.cpp:", "no buffer is idle",
                 "the VECIN queue of queue_test.cpp:", "depth 1 and 2 buffers: 0 idle, 2 allocated, 0 queued",
                 "FreeTensor"});
}

TEST(Queue, RefusesDeQueFromEmpty) {
    ExpectFault(WithQueue([](Queue1& queue) { queue.DeQue<float>(); }), 507035,
                {"DeQue at", "the queue is empty"});
}

TEST(Queue, RefusesEnQueTwice) {
    ExpectFault(WithQueue([](Queue1& queue) {
                    const auto tensor = queue.AllocTensor<float>();
                    queue.EnQue(tensor);
                    queue.EnQue(tensor);
                }),
                507035, {"EnQue at", "the tensor is queued already"});
}

TEST(Queue, RefusesEnQueBeyondDepth) {
    ExpectFault(WithQueue([](Queue1& queue) {
                    queue.EnQue(queue.AllocTensor<float>());
                    queue.EnQue(queue.AllocTensor<float>());
                }),
                507035, {"EnQue at", "the queue is full", "1 allocated, 1 queued"});
}

// BL-40: what hangs the chip stops at once and says which queue, its depth, what its buffers do, and where.
TEST(Queue, BL40MisuseStopsWithQueueDepthBuffersAndLine) {
    const auto expect = [](const std::function<void(Queue1&)>& body, const std::vector<std::string>& parts) {
        const auto begin = std::chrono::steady_clock::now();
        const base::Status status = WithQueue(body);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
        ExpectFault(status, 507035, parts);
        ExpectFault(
            status, 507035,
            {" at queue_test.cpp:", "the VECIN queue of queue_test.cpp:", "has depth 1 and 2 buffers: "});
    };
    expect(
        [](Queue1& queue) {
            queue.AllocTensor<float>();
            queue.AllocTensor<float>();
            queue.AllocTensor<float>();
        },
        {"AllocTensor", "no buffer is idle", "0 idle, 2 allocated, 0 queued"});
    expect([](Queue1& queue) { queue.DeQue<float>(); }, {"DeQue", "the queue is empty", "2 idle"});
    expect(
        [](Queue1& queue) {
            const auto tensor = queue.AllocTensor<float>();
            queue.EnQue(tensor);
            queue.EnQue(tensor);
        },
        {"EnQue", "the tensor is queued already", "1 idle, 0 allocated, 1 queued"});
    expect(
        [](Queue1& queue) {
            queue.EnQue(queue.AllocTensor<float>());
            queue.EnQue(queue.AllocTensor<float>());
        },
        {"EnQue", "the queue is full", "1 allocated, 1 queued"});
    expect(
        [](Queue1& queue) {
            TBuf<> other;
            GetTPipePtr()->InitBuffer(other, 256);
            queue.FreeTensor(other.Get<float>());
        },
        {"FreeTensor", "the tensor at byte 512 is not a buffer of this queue", "2 x 256 bytes from 0",
         "2 idle"});
    expect(
        [](Queue1& queue) {
            queue.EnQue(queue.AllocTensor<float>());
            LocalTensor<float> tensor;
            queue.DeQue<float>(tensor);
        },
        {"DeQue", "the in-place form is for queues of depth 0", "1 idle, 0 allocated, 1 queued"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TQueBind<TPosition::VECIN, TPosition::VECOUT, 0> queue;
                    pipe.InitBuffer(queue, 1, 256);
                    queue.DeQue<float>();
                }),
                507035,
                {"DeQue at queue_test.cpp:", "a queue of depth 0 has the in-place form only",
                 "the VECIN queue of queue_test.cpp:", "has depth 0 and 1 buffers: 1 idle"});
}

TEST(Queue, HandsOutBuffersInTurns) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TQue<QuePosition::VECOUT, 1> queue;
        pipe.InitBuffer(queue, 3, 64);
        const auto addresses = [&](int32_t count) {
            std::vector<uint64_t> taken;
            for (int32_t i = 0; i < count; ++i) {
                auto tensor = queue.AllocTensor<float>();
                taken.push_back(tensor.address());
                queue.FreeTensor(tensor);
            }
            return taken;
        };
        EXPECT_EQ(addresses(4), (std::vector<uint64_t>{0, 64, 128, 0}));
        auto kept = queue.AllocTensor<float>();
        EXPECT_EQ(kept.address(), 64u);
        EXPECT_EQ(addresses(3), (std::vector<uint64_t>{128, 0, 128}));  // passes what is in use
    }));
}

TEST(TBuf, IsRefusedBeforeInitBuffer) {
    const auto refuse = [](const std::function<void(TBuf<>&)>& body, const char* call) {
        ExpectFault(RunKernel([&] {
                        TPipe pipe;
                        TBuf<> buffer;
                        body(buffer);
                    }),
                    507035,
                    {call, " at queue_test.cpp:", "the TBuf has no buffer; call InitBuffer for it first"});
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

TEST(Queue, RefusesForeignAndFreedTensors) {
    ExpectFault(
        RunKernel([] {
            TPipe pipe;
            Queue1 one;
            TQue<QuePosition::VECOUT, 1> other;
            pipe.InitBuffer(one, 1, 256);
            pipe.InitBuffer(other, 1, 256);
            other.FreeTensor(one.AllocTensor<float>());
        }),
        507035,
        {"FreeTensor at", "the tensor at byte 0 is not a buffer of this queue", "1 x 256 bytes from 256"});
    ExpectFault(WithQueue([](Queue1& queue) {
                    const auto tensor = queue.AllocTensor<float>();
                    queue.FreeTensor(tensor);
                    queue.FreeTensor(tensor);
                }),
                507035, {"the tensor is free already"});
    ExpectFault(WithQueue([](Queue1& queue) {
                    const auto tensor = queue.AllocTensor<float>();
                    queue.EnQue(tensor);
                    queue.FreeTensor(tensor);
                }),
                507035, {"the tensor is still queued"});
    ExpectFault(WithQueue([](Queue1& queue) { queue.EnQue(queue.AllocTensor<float>()[8]); }), 507035,
                {"the tensor at byte 32 is not a buffer of this queue"});
}

TEST(Queue, RefusesWrongFormForDepth) {
    ExpectFault(WithQueue([](Queue1& queue) {
                    LocalTensor<float> tensor;
                    queue.AllocTensor<float>(tensor);
                }),
                507035, {"the in-place form is for queues of depth 0"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TQueBind<TPosition::VECIN, TPosition::VECOUT, 0> queue;
                    pipe.InitBuffer(queue, 1, 256);
                    queue.AllocTensor<float>();
                }),
                507035, {"a queue of depth 0 has the in-place form only"});
}

TEST(Queue, RefusesUseWithoutBuffers) {
    ExpectFault(RunKernel([] {
                    Queue1 queue;
                    queue.AllocTensor<float>();
                }),
                507035, {"the queue has no buffers on this TPipe", "call InitBuffer for it first"});
}

// BL-40 f).
TEST(Queue, RunsThousandRoundsOfDoubleBuffering) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 2> queue;
        pipe.InitBuffer(queue, 2, 64);
        for (int32_t round = 0; round < 1000; ++round) {
            for (int32_t part = 0; part < 2; ++part) {
                auto tensor = queue.AllocTensor<int32_t>();
                ASSERT_EQ(tensor.GetSize(), 16u);
                tensor.SetValue(0, round * 2 + part);
                queue.EnQue(tensor);
            }
            ASSERT_EQ(queue.GetTensorCountInQue(), 2);
            ASSERT_FALSE(queue.HasIdleBuffer());
            for (int32_t part = 0; part < 2; ++part) {
                auto tensor = queue.DeQue<int32_t>();
                ASSERT_EQ(tensor.GetValue(0), round * 2 + part);  // first in, first out
                queue.FreeTensor(tensor);
            }
            ASSERT_FALSE(queue.HasTensorInQue());
        }
    }));
}

TEST(Queue, HandsOverBetweenTypesAndStages) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> bind;
        TQueBind<TPosition::VECIN, TPosition::VECOUT, 0> in_place;
        pipe.InitBuffer(bind, 1, 128);
        pipe.InitBuffer(in_place, 1, 64);
        auto floats = bind.AllocTensor<float>();
        floats.SetValue(3, 1.5f);
        bind.EnQue<TPosition::GM, TPosition::VECIN, float>(floats);
        auto words = bind.DeQue<TPosition::GM, TPosition::VECIN, uint32_t>();
        EXPECT_EQ(words.GetValue(3), 0x3FC00000u);
        EXPECT_EQ(words.GetSize(), 32u);
        bind.FreeTensor(words);
        LocalTensor<half> halves;
        in_place.AllocTensor<half>(halves);
        EXPECT_EQ(halves.GetSize(), 32u);
        in_place.EnQue(halves);
        in_place.DeQue<half>(halves);
        in_place.FreeTensor(halves);
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
                {"InitBuffer at queue_test.cpp:",
                 "the buffers need 196640 bytes of UB, expected at most 196608 on Ascend910B1",
                 "65536 bytes: 2 x 32768 VECIN at queue_test.cpp:", "65536 bytes: 2 x 32768 VECOUT",
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
    ExpectFault(allocate(253953), 507015, {"the buffers need 253984 bytes of UB, expected at most 253952"});
    ExpectFault(allocate(0xFFFFFFFFu), 507015,
                {"the buffers need 4294967296 bytes of UB", "4294967296 bytes: 1 x 4294967296 VECCALC"});
    ExpectFault(allocate(0xFFFFFFE1u), 507015, {"the buffers need 4294967296 bytes of UB"});
    ExpectFault(RunKernel([] {
                    TPipe pipe;
                    TQue<QuePosition::VECIN, 2> queue;
                    pipe.InitBuffer(queue, 2, 0xFFFFFFFFu);
                }),
                507035,
                {"the buffers need 8589934592 bytes of UB", "8589934592 bytes: 2 x 4294967296 VECIN"});
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
        EXPECT_EQ(GetTPipePtr(), &two);
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
                507035, {"SetValue at queue_test.cpp:", "ends at byte 196612, expected at most 196608"});
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

TEST(Flags, WaitWithoutSetIsDeadlock) {
    ExpectFault(RunKernel([] { WaitFlag<HardEvent::MTE2_V>(3); }), 507034,
                {"WaitFlag<MTE2_V>(3) at queue_test.cpp:", "the flag was never set"});
    ExpectFault(RunKernel([] { SetFlag<HardEvent::V_MTE3>(8); }), 507035,
                {"the event id is 8, expected 0 to 7"});
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        const auto id = static_cast<event_t>(GetTPipePtr()->FetchEventID(HardEvent::MTE2_V));
        SetFlag<HardEvent::MTE2_V>(id);
        EXPECT_NE(pipe.FetchEventID(HardEvent::MTE2_V), id);
        WaitFlag<HardEvent::MTE2_V>(id);
        EXPECT_EQ(pipe.FetchEventID<HardEvent::MTE2_V>(), id);
        const TEventID reserved = pipe.AllocEventID<HardEvent::MTE2_V>();
        EXPECT_NE(pipe.FetchEventID(HardEvent::MTE2_V), reserved);
        pipe.ReleaseEventID<HardEvent::MTE2_V>(reserved);
        EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), reserved);
    }));
}

TEST(Flags, RunningOutOfIdsNamesTheCall) {
    const auto take_all = [](const std::function<void(TPipe&)>& one_more) {
        return RunKernel([&] {
            TPipe pipe;
            for (int i = 0; i < 8; ++i) {
                pipe.AllocEventID<HardEvent::MTE2_V>();
            }
            one_more(pipe);
        });
    };
    ExpectFault(take_all([](TPipe& pipe) { pipe.AllocEventID<HardEvent::MTE2_V>(); }), 507035,
                {"AllocEventID<MTE2_V> at queue_test.cpp:", "all 8 event ids are taken"});
    ExpectFault(take_all([](TPipe& pipe) { pipe.FetchEventID(HardEvent::MTE2_V); }), 507035,
                {"FetchEventID<MTE2_V> at queue_test.cpp:", "all 8 event ids are taken"});
}

TEST(Assert, NamesConditionAndLine) {
    ExpectFault(RunKernel([] { ASSERT(GetBlockIdx() == 1); }), 507035,
                {"ASSERT at queue_test.cpp:", "GetBlockIdx() == 1 is false"});
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
