#include "aicore/observers.h"

#include <gtest/gtest.h>

#include <set>

#include "aicore/core.h"
#include "aicore/kernel_test.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;
using aicore::Core;
using aicore::Observer;
using aicore::ObserverGroup;
using aicore::SetObserver;

// Notes the name of each callback under its own name.
class Listener : public Observer {
 public:
    Listener(std::string name, std::vector<std::string>* heard) : name_(std::move(name)), heard_(heard) {}

    void OnLaunchBegin(const KernelLaunch& launch, const aicore::CoreLayout& layout) override {
        Hear("launch of " + std::string(launch.op_type) + " on " + std::to_string(layout.cores()));
    }
    void OnLaunchEnd() override { Hear("launch end"); }
    void OnRoundEnd() override { Hear("round end"); }
    void OnWorkerBegin() override { Hear("worker begin"); }
    void OnWorkerEnd() override { Hear("worker end"); }
    void OnBlockBegin(const Core&) override { Hear("block begin"); }
    void OnBlockEnd(const Core&) override { Hear("block end"); }
    void OnInstructionBegin(const Core&, const aicore::Instruction&) override { Hear("instruction begin"); }
    void OnInstructionEnd(const Core&, const aicore::Instruction&) override { Hear("instruction end"); }
    void OnAllocate(const Core&, const aicore::BufferRecord&) override { Hear("allocate"); }
    void OnQueue(const Core&, const aicore::QueueEvent&) override { Hear("queue"); }
    void OnFlag(const Core&, const aicore::FlagEvent&) override { Hear("flag"); }
    void OnPipeBarrier(const Core&, pipe_t, const aicore::CallSite&) override { Hear("barrier"); }
    void OnSyncAllArrive(const Core&, const aicore::CallSite&) override { Hear("arrive"); }
    void OnSyncAllLeave(const Core&, const aicore::CallSite&) override { Hear("leave"); }
    void OnCrossCoreFlag(const Core&, const aicore::CrossCoreFlagEvent& event) override {
        Hear(event.wait ? "cross-core wait" : "cross-core set");
    }
    void OnFlagMeeting(const aicore::FlagMeeting& meeting) override {
        Hear("flag meeting of " + std::to_string(meeting.setters.size()));
    }
    void OnInterBlock(const Core&, const aicore::InterBlockEvent& event) override {
        Hear((event.set ? "IBSet " : "IBWait ") + std::to_string(event.block) + " " +
             std::to_string(event.event));
    }
    void OnKernelEnd(const Core&) override { Hear("kernel end"); }
    void OnTransfer(const Core&, const aicore::Instruction&, const aicore::Transfer&) override {
        Hear("transfer");
    }
    void OnLocalAddress(const Core&, TPosition, uint64_t) override { Hear("local address"); }
    void OnPipeReset(const Core&) override { Hear("pipe reset"); }
    void OnFault(const Core&, const aicore::Fault& fault) override { Hear("fault " + fault.instruction); }
    void OnScalar(const Core&, const aicore::Operand&, bool write, const aicore::CallSite&) override {
        Hear(write ? "write" : "read");
    }

 private:
    void Hear(const std::string& what) { heard_->push_back(name_ + ": " + what); }
    std::string name_;
    std::vector<std::string>* heard_;
};

TEST(ObserverGroup, StandsForItsMembers) {
    std::vector<std::string> heard;
    Listener first("first", &heard);
    Listener second("second", &heard);
    ObserverGroup group;
    EXPECT_EQ(group.get(), nullptr);
    group.Add(first);
    EXPECT_EQ(group.get(), &first);
    group.Add(second);
    EXPECT_EQ(group.get(), &group);
}

TEST(ObserverGroup, TellsEveryMemberEverythingInTurn) {
    std::vector<std::string> heard;
    Listener first("first", &heard);
    Listener second("second", &heard);
    ObserverGroup group;
    group.Add(first);
    group.Add(second);
    int32_t slots[64] = {};
    Observer* const before = SetObserver(&group);
    const base::Status status = RunKernel(
        [&] {
            TPipe pipe;
            TQue<QuePosition::VECIN, 1> queue;
            pipe.InitBuffer(queue, 1, 64);
            auto tensor = queue.AllocTensor<int32_t>();
            Duplicate(tensor, 1, 16);
            PipeBarrier<PIPE_V>();
            SetFlag<HardEvent::V_S>(0);
            tensor.SetValue(0, tensor.GetValue(1));
            CrossCoreSetFlag<0, PIPE_MTE3>(1);
            CrossCoreWaitFlag(1);
            GlobalTensor<int32_t> global;
            global.SetGlobalBuffer(slots, 64);
            IBSet(global, tensor, static_cast<int32_t>(GetBlockIdx()), 2);
            SyncAll();
            static_cast<void>(tensor.GetPhyAddr());
            if (GetBlockIdx() == 0) {
                return;
            }
            ASSERT(false);
        },
        {.blocks = 2});
    SetObserver(before);
    EXPECT_EQ(status.code(), 507035) << status.message();
    std::set<std::string> events;
    ASSERT_EQ(heard.size() % 2, 0u);
    for (size_t i = 0; i < heard.size(); i += 2) {
        ASSERT_EQ(heard[i].substr(0, 7), "first: ");
        events.insert(heard[i].substr(7));
        EXPECT_EQ(heard[i + 1], "second: " + heard[i].substr(7));
    }
    const std::set<std::string> expected = {"launch of TestOp on 2",
                                            "launch end",
                                            "round end",
                                            "worker begin",
                                            "worker end",
                                            "block begin",
                                            "kernel end",
                                            "block end",
                                            "instruction begin",
                                            "transfer",
                                            "instruction end",
                                            "allocate",
                                            "queue",
                                            "flag",
                                            "barrier",
                                            "arrive",
                                            "leave",
                                            "cross-core set",
                                            "cross-core wait",
                                            "flag meeting of 2",
                                            "IBSet 0 2",
                                            "IBSet 1 2",
                                            "local address",
                                            "pipe reset",
                                            "fault ASSERT",
                                            "read",
                                            "write"};
    EXPECT_EQ(events, expected);
    EXPECT_EQ(heard.front(), "first: launch of TestOp on 2");
    EXPECT_EQ(heard.back(), "second: launch end");
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
