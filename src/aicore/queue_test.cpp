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
