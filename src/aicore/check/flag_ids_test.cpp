// Ids of flags: those of the kernel and those that queues take on the chip.
#include "aicore/check/fault_cases.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

TEST(CheckEventIds, SeesAnIdThatAQueueHolds) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        queue.EnQue(queue.AllocTensor<float>());
        const int32_t id = mended ? pipe.FetchEventID(HardEvent::MTE2_V) : int32_t(EVENT_ID0);
        SetFlag<HardEvent::MTE2_V>(id);
        WaitFlag<HardEvent::MTE2_V>(id);
        queue.FreeTensor(queue.DeQue<float>());
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: SetFlag<MTE2_V>(0) at +7: the event id is in use: EnQue at +5 has set "
        "the flag with this id for the tensor at byte 0, and DeQue has not waited for it yet; take the "
        "id from FetchEventID right before, or from AllocEventID");
}

TEST(CheckEventIds, SeesAnIdThatAFreedBufferHolds) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        queue.FreeTensor(queue.AllocTensor<float>());
        const int32_t id = mended ? EVENT_ID1 : int32_t(EVENT_ID0);
        SetFlag<HardEvent::V_MTE2>(id);
        WaitFlag<HardEvent::V_MTE2>(id);
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: SetFlag<V_MTE2>(0) at +7: the event id is in use: FreeTensor at +5 has "
        "set the flag with this id for the tensor at byte 0, and AllocTensor has not waited for it yet; "
        "take the id from FetchEventID right before, or from AllocEventID");
}

TEST(CheckEventIds, SeesAQueueTakeAnIdThatIsInFlight) {
    const int line = __LINE__;
    const Twins kernel = [](bool mended) {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        const TEventID id =
            mended ? pipe.AllocEventID<HardEvent::MTE2_V>() : pipe.FetchEventID(HardEvent::MTE2_V);
        SetFlag<HardEvent::MTE2_V>(id);
        queue.EnQue(queue.AllocTensor<float>());
        WaitFlag<HardEvent::MTE2_V>(id);
        queue.FreeTensor(queue.DeQue<float>());
        if (mended) {
            pipe.ReleaseEventID<HardEvent::MTE2_V>(id);
        }
    };
    ExpectFound(
        line, kernel,
        "507035 TestOp: block 0: EnQue at +8: the queue takes event id 0 of MTE2_V for the tensor, the "
        "lowest that is free, and the flag with this id that SetFlag at +7 set is still in flight; take "
        "the id of a flag that stays set for long from AllocEventID, which reserves it");
}

// The id of a hand-over is free again once the other side has waited.
TEST(CheckEventIds, AreFreeAfterDeQueAndAllocTensor) {
    const Kernel kernel = [] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        for (int round = 0; round < 3; ++round) {
            const auto tensor = queue.AllocTensor<float>();
            EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 0);
            SetFlag<HardEvent::V_MTE2>(0);
            WaitFlag<HardEvent::V_MTE2>(0);
            queue.EnQue(tensor);
            EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 1);
            const auto filled = queue.DeQue<float>();
            EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 0);
            SetFlag<HardEvent::MTE2_V>(0);
            WaitFlag<HardEvent::MTE2_V>(0);
            queue.FreeTensor(filled);
            EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 1);
        }
        pipe.Reset();
        EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 0);
    };
    EXPECT_EQ(Report(0, Mode::kStrict, kernel), "");
}

// Nothing changes where nobody watches.
TEST(CheckEventIds, AreThoseOfTheKernelWithoutTheChecker) {
    const Kernel kernel = [] {
        TPipe pipe;
        TQue<QuePosition::VECIN, 1> queue;
        pipe.InitBuffer(queue, 1, 64);
        queue.EnQue(queue.AllocTensor<float>());
        EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 0);
        queue.FreeTensor(queue.DeQue<float>());
    };
    EXPECT_EQ(Report(0, Mode::kOff, kernel), "");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
