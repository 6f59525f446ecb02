// Queues against their protocol.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckQueues, SeesAllocTensorWithoutAnIdleBuffer) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 2, 64);
        const auto first = queue.AllocTensor<float>();
        const auto second = queue.AllocTensor<float>();
        if (mended) {
            queue.FreeTensor(first);
        }
        const auto third = queue.AllocTensor<float>();
        queue.FreeTensor(second);
        queue.FreeTensor(third);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: AllocTensor at +10: no buffer is idle, which hangs the chip; the VECIN "
        "queue of +4 has depth 1 and 2 buffers: 0 idle, 2 allocated, 0 queued; FreeTensor what was "
        "dequeued before allocating again");
}

TEST(CheckQueues, SeesDeQueFromAnEmptyQueue) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECOUT, 1> queue;
        pipe.InitBuffer(queue, 2, 64);
        const auto tensor = queue.AllocTensor<float>();
        if (mended) {
            queue.EnQue(tensor);
        }
        queue.FreeTensor(queue.DeQue<float>());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DeQue at +9: the queue is empty; the VECOUT queue of +4 has depth 1 and "
        "2 buffers: 1 idle, 1 allocated, 0 queued; EnQue a tensor first");
}

TEST(CheckQueues, SeesATensorQueuedTwice) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 2> queue;
        pipe.InitBuffer(queue, 2, 64);
        const auto tensor = queue.AllocTensor<float>();
        queue.EnQue(tensor);
        queue.EnQue(mended ? queue.AllocTensor<float>() : tensor);
        queue.FreeTensor(queue.DeQue<float>());
        queue.FreeTensor(queue.DeQue<float>());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: EnQue at +7: the tensor is queued already; the VECIN queue of +4 has "
        "depth 2 and 2 buffers: 1 idle, 0 allocated, 1 queued; enqueue each tensor once, between "
        "AllocTensor and FreeTensor");
}

TEST(CheckQueues, SeesEnQueBeyondTheDepth) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 2, 64);
        queue.EnQue(queue.AllocTensor<float>());
        if (mended) {
            queue.FreeTensor(queue.DeQue<float>());
        }
        queue.EnQue(queue.AllocTensor<float>());
        queue.FreeTensor(queue.DeQue<float>());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: EnQue at +9: the queue is full; the VECIN queue of +4 has depth 1 and 2 "
        "buffers: 0 idle, 1 allocated, 1 queued; DeQue first, or declare a greater depth");
}

TEST(CheckQueues, SeesAForeignTensorFreed) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> x;
        TQue<QuePosition::VECIN, 1> y;
        pipe.InitBuffer(x, 1, 64);
        pipe.InitBuffer(y, 1, 64);
        const auto tensor = x.AllocTensor<float>();
        (mended ? x : y).FreeTensor(tensor);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: FreeTensor at +8: the tensor at byte 0 is not a buffer of this queue, "
        "expected one of 1 x 64 bytes from 64; the VECIN queue of +6 has depth 1 and 1 buffers: 1 idle, "
        "0 allocated, 0 queued; give back the tensor that AllocTensor or DeQue of this queue returned");
}

TEST(CheckQueues, SeesAForeignTensorQueued) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> x;
        TQue<QuePosition::VECIN, 1> y;
        pipe.InitBuffer(x, 1, 64);
        pipe.InitBuffer(y, 1, 64);
        const auto tensor = x.AllocTensor<float>();
        (mended ? x : y).EnQue(tensor);
        x.FreeTensor(x.DeQue<float>());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: EnQue at +8: the tensor at byte 0 is not a buffer of this queue, "
        "expected one of 1 x 64 bytes from 64; the VECIN queue of +6 has depth 1 and 1 buffers: 1 idle, "
        "0 allocated, 0 queued; give back the tensor that AllocTensor or DeQue of this queue returned");
}

TEST(CheckQueues, SeesATensorFreedTwice) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        const auto tensor = queue.AllocTensor<float>();
        queue.FreeTensor(tensor);
        if (!mended) {
            queue.FreeTensor(tensor);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: FreeTensor at +8: the tensor is free already; the VECIN queue of +4 has "
        "depth 1 and 1 buffers: 1 idle, 0 allocated, 0 queued; free each tensor once, after its last use");
}

TEST(CheckQueues, SeesATensorThatIsNeverFreed) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        queue.EnQue(queue.AllocTensor<float>());
        const auto tensor = queue.DeQue<float>();
        if (mended) {
            queue.FreeTensor(tensor);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: AllocTensor or DeQue at +6: the tensor at byte 0 of the VECIN queue is "
        "not given back when the kernel ends; FreeTensor it after its last use, on every path");
}

TEST(CheckQueues, SeesATensorThatIsNotFreedBeforeTheReset) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        const auto tensor = queue.AllocTensor<float>();
        if (mended) {
            queue.FreeTensor(tensor);
        }
        pipe.Reset();
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: AllocTensor or DeQue at +5: the tensor at byte 0 of the VECIN queue is "
        "not given back when the TPipe is reset; FreeTensor it after its last use, on every path");
}

TEST(CheckQueues, SeesATensorThatIsNeverDequeued) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECOUT, 1> queue;
        pipe.InitBuffer(queue, 2, 64);
        queue.EnQue(queue.AllocTensor<float>());
        if (mended) {
            queue.FreeTensor(queue.DeQue<float>());
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: EnQue at +5: the tensor at byte 0 of the VECOUT queue is still queued "
        "when the kernel ends; DeQue what was enqueued, and FreeTensor it");
}

TEST(CheckQueues, SeesTheInPlaceFormOnAQueueWithDepth) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        queue.EnQue(queue.AllocTensor<float>());
        LocalTensor<float> tensor;
        if (mended) {
            tensor = queue.DeQue<float>();
        } else {
            queue.DeQue<float>(tensor);
        }
        queue.FreeTensor(tensor);
    };
    ExpectFound(line, kernel,
                "507035 TestOp: block 0: DeQue at +10: the in-place form is for queues of depth 0; the VECIN "
                "queue of +4 has depth 1 and 1 buffers: 0 idle, 0 allocated, 1 queued; write tensor = "
                "queue.AllocTensor<T>() or DeQue<T>()");
}

TEST(CheckQueues, SeesTheValueFormOnAQueueWithoutDepth) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 0> queue;
        pipe.InitBuffer(queue, 1, 64);
        LocalTensor<float> tensor;
        queue.AllocTensor<float>(tensor);
        queue.EnQue(tensor);
        if (mended) {
            queue.DeQue<float>(tensor);
        } else {
            tensor = queue.DeQue<float>();
        }
        queue.FreeTensor(tensor);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: DeQue at +11: a queue of depth 0 has the in-place form only; the VECIN "
        "queue of +4 has depth 0 and 1 buffers: 0 idle, 0 allocated, 1 queued; pass the tensor as "
        "argument");
}

TEST(CheckQueues, AreSilentOverAThousandRounds) {
    const Kernel kernel = [] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> in;
        TQue<QuePosition::VECOUT, 1> out;
        pipe.InitBuffer(in, 2, 256);
        pipe.InitBuffer(out, 2, 256);
        std::vector<float> x(64);
        std::vector<float> z(64);
        GlobalTensor<float> from;
        GlobalTensor<float> to;
        from.SetGlobalBuffer(x.data(), 64);
        to.SetGlobalBuffer(z.data(), 64);
        for (int round = 0; round < 1000; ++round) {
            const auto source = in.AllocTensor<float>();
            DataCopy(source, from, 64);
            in.EnQue(source);
            const auto input = in.DeQue<float>();
            const auto output = out.AllocTensor<float>();
            Adds(output, input, 1.0f, 64);
            in.FreeTensor(input);
            out.EnQue(output);
            const auto result = out.DeQue<float>();
            PipeBarrier<PIPE_MTE3>();  // every round writes the same bytes
            DataCopy(to, result, 64);
            out.FreeTensor(result);
        }
    };
    EXPECT_EQ(Report(0, Mode::kOn, kernel), "");
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
