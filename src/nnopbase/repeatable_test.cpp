// Repeatable executors: tensors that get other addresses between runs.
#include <atomic>
#include <future>
#include <memory>
#include <thread>

#include "nnopbase/executor.h"
#include "nnopbase/executor_test_operator.h"
#include "runtime/launch.h"

namespace {

constexpr uint64_t kLarge = 1'000'000'000;  // nanoseconds: never run at once

class Repeatable : public Phases {
 protected:
    void TearDown() override {
        if (executor != nullptr) {
            EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0) << TakeMessage();
        }
        EXPECT_EQ(TakeMessage(), "");
    }
    void PlanRepeatable(const aclTensor* x, const aclTensor* y, const aclTensor* z) {
        ASSERT_EQ(Plan(x, y, z), 0) << TakeMessage();
        ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0) << TakeMessage();
    }
    // Queues a run, whatever the stream does.
    aclnnStatus Queue(aclrtStream stream) { return aclnnWeightedSum(nullptr, 0, executor, stream); }

    std::array<float, 8> other_a{10, 11, 12, 13, 14, 15, 16, 17}, other_out{};
};

TEST_F(Repeatable, AnInputAndAnOutputGetOtherAddresses) {
    PlanRepeatable(a, b, out);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[3], 3 + 7.5f);

    ASSERT_EQ(aclSetInputTensorAddr(executor, 0, a.tensor, other_a.data()), 0) << TakeMessage();
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[3], 13 + 7.5f);

    ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.tensor, other_out.data()), 0) << TakeMessage();
    out_data.fill(-1);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(other_out[3], 13 + 7.5f);
    EXPECT_EQ(out_data[3], -1) << "no longer the output";

    ASSERT_EQ(aclSetTensorAddr(executor, 0, a.tensor, a_data.data()), 0) << TakeMessage();
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, out_data.data()), 0) << "outputs follow inputs";
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[3], 3 + 7.5f);
    void* address = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(out.tensor, &address), 0);
    EXPECT_EQ(address, out_data.data()) << "the tensor remembers it, too";
}

TEST_F(Repeatable, TheOffsetAndTheStridesOfAViewStillCount) {
    for (const bool copied : {false, true}) {
        unfold = copied;
        std::array<float, 24> one{}, two{};
        for (size_t i = 0; i < one.size(); ++i) {
            one[i] = static_cast<float>(i);
            two[i] = 100 + static_cast<float>(i);
        }
        // Elements 1, 3, 5, ...; rows of 12.
        const Described view(one.data(), ACL_FLOAT, {2, 4}, {12, 2}, 1, {24});
        PlanRepeatable(view, b, out);
        ASSERT_EQ(Run(), 0) << TakeMessage();
        EXPECT_EQ(out_data[6], one[12 + 4 + 1] + 10 * b_data[6]) << copied;
        ASSERT_EQ(aclSetInputTensorAddr(executor, 0, view.tensor, two.data()), 0) << TakeMessage();
        ASSERT_EQ(Run(), 0) << TakeMessage();
        EXPECT_EQ(out_data[6], two[12 + 4 + 1] + 10 * b_data[6]) << copied;
        ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
        executor = nullptr;
    }
}

TEST_F(Repeatable, AConvertedInputIsReadFromItsNewAddress) {
    std::array<uint16_t, 8> one{}, two{};
    one.fill(0x3C00);  // 1 and 2 as FLOAT16
    two.fill(0x4000);
    const Described narrow(one.data(), ACL_FLOAT16, {2, 4});
    unfold = true;
    PlanRepeatable(narrow, b, out);
    ASSERT_EQ(aclSetInputTensorAddr(executor, 0, narrow.tensor, two.data()), 0) << TakeMessage();
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[0], 2);
}

TEST_F(Repeatable, ATensorMadeWithoutAddressGetsOneBeforeTheFirstRun) {
    const Described x(nullptr, ACL_FLOAT, {2, 4}), y(nullptr, ACL_FLOAT, {2, 4}),
        z(nullptr, ACL_FLOAT, {2, 4});
    PlanRepeatable(x, y, z);
    EXPECT_EQ(Run(), 161002);
    EXPECT_NE(TakeMessage().find("the data of a is null, expected memory for shape [2, 4]"),
              std::string::npos);
    ASSERT_EQ(aclSetTensorAddr(executor, 0, x.tensor, a_data.data()), 0);
    ASSERT_EQ(aclSetTensorAddr(executor, 1, y.tensor, b_data.data()), 0);
    ASSERT_EQ(aclSetTensorAddr(executor, 2, z.tensor, out_data.data()), 0);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[5], 5 + 12.5f);
    ASSERT_EQ(aclSetTensorAddr(executor, 1, y.tensor, nullptr), 0);
    EXPECT_EQ(Run(), 161002);
    EXPECT_NE(TakeMessage().find("the data of b is null"), std::string::npos);
}

TEST_F(Repeatable, OneTensorInTwoPlacesMovesInBoth) {
    PlanRepeatable(a, a, out);
    ASSERT_EQ(aclSetInputTensorAddr(executor, 1, a.tensor, other_a.data()), 0) << TakeMessage();
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(out_data[2], 12 * 11.0f);
}

TEST_F(Repeatable, AFunctionWrittenInOpApiCodeGoesByTheTensor) {
    PlanRepeatable(a, b, out);
    ASSERT_EQ(aclSetInputTensorAddr(executor, 1, a.tensor, other_a.data()), 0) << TakeMessage();
    ASSERT_EQ(Run(), 0);
    EXPECT_EQ(out_data[3], 13 + 7.5f) << "a moved, though 1 is the place of b";
}

TEST_F(Repeatable, RefusesWhatIsNotThere) {
    PlanRepeatable(a, b, out);
    const auto refused = [](aclnnStatus status, aclnnStatus expected, const std::string& words) {
        EXPECT_EQ(status, expected);
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    void* place = other_a.data();
    refused(aclSetInputTensorAddr(nullptr, 0, a.tensor, place), 561103,
            "aclSetInputTensorAddr: executor is null");
    refused(aclSetInputTensorAddr(executor, 0, nullptr, place), 561103,
            "aclSetInputTensorAddr: tensor is null");
    refused(aclSetDynamicTensorAddr(executor, 0, 0, nullptr, place), 561103, "tensors is null");
    refused(aclSetInputTensorAddr(executor, 2, a.tensor, place), 161002,
            "index is 2, expected less than 2: aclnnWeightedSum has 2 input tensors");
    refused(aclSetOutputTensorAddr(executor, 1, out.tensor, place), 161002,
            "index is 1, expected less than 1: aclnnWeightedSum has 1 output tensor");
    refused(aclSetTensorAddr(executor, 3, out.tensor, place), 161002, "index is 3, expected less than 3");
    refused(aclSetInputTensorAddr(executor, 0, out.tensor, place), 161002,
            "the tensor is no input tensor of the call of aclnnWeightedSum");
    aclTensor* gone = nullptr;
    {
        const Described stranger(place, ACL_FLOAT, {2, 4});
        refused(aclSetTensorAddr(executor, 0, stranger.tensor, place), 161002,
                "the tensor is no tensor of the call of aclnnWeightedSum");
        gone = stranger.tensor;
    }
    refused(aclSetTensorAddr(executor, 0, gone, place), 161002, "aclSetTensorAddr");
    int foreign = 0;
    refused(aclSetTensorAddr(reinterpret_cast<aclOpExecutor*>(&foreign), 0, a.tensor, place), 561000,
            "not live");
    ASSERT_EQ(Run(), 0);
    EXPECT_EQ(out_data[3], 3 + 7.5f) << "nothing moved";

    aclOpExecutor* const first = executor;
    ASSERT_EQ(Plan(a, b, out), 0);
    refused(aclSetTensorAddr(executor, 0, a.tensor, place), 161002,
            "the executor of aclnnWeightedSum is not repeatable; call aclSetAclOpExecutorRepeatable first");
    EXPECT_EQ(aclDestroyAclOpExecutor(first), 0);
    refused(aclSetTensorAddr(first, 0, a.tensor, place), 561000, "not live");
    void* address = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(a.tensor, &address), 0);
    EXPECT_EQ(address, a_data.data()) << "untouched by what was refused";
}

TEST_F(Repeatable, AnOutputMustNotCometoLieOnPartOfAnInput) {
    std::array<float, 16> both{};
    PlanRepeatable(a, b, out);
    ASSERT_EQ(aclSetTensorAddr(executor, 0, a.tensor, both.data()), 0);
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, both.data() + 4), 0);
    EXPECT_EQ(Run(), 161002);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find("aclnnWeightedSum: output out partly overlaps a"), std::string::npos) << message;
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, both.data() + 8), 0);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(both[8 + 3], 7.5f);
    // Altogether in one place is what elementwise kernels allow.
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, both.data()), 0);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(both[3], 7.5f);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(both[3], 15.0f) << "in place";
}

TEST_F(Repeatable, SeveralStepsDoNotWorkInPlaceUnlessTheyWereMadeForIt) {
    unfold = true;
    PlanRepeatable(a, b, out);
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, a_data.data()), 0);
    EXPECT_EQ(Run(), 161002);
    const std::string message = TakeMessage();
    EXPECT_NE(message.find(
                  "aclnnWeightedSum: output out was given the memory of a, which its executor was not made "
                  "for"),
              std::string::npos)
        << message;
    EXPECT_EQ(a_data[3], 3) << "untouched";
    ASSERT_EQ(aclSetTensorAddr(executor, 2, out.tensor, out_data.data()), 0);
    EXPECT_EQ(Run(), 0) << TakeMessage();
}

TEST_F(Repeatable, TensorsThatMoveTogetherStayApart) {
    std::array<float, 16> one{}, two{};
    for (size_t i = 0; i < 16; ++i) {
        two[i] = static_cast<float>(i);
    }
    const Described even(one.data(), ACL_FLOAT, {8}, {2}, 0, {16});
    const Described odd(one.data(), ACL_FLOAT, {8}, {2}, 1, {16});
    PlanRepeatable(even, even, odd);
    ASSERT_EQ(aclSetTensorAddr(executor, 0, even.tensor, two.data()), 0);
    ASSERT_EQ(aclSetTensorAddr(executor, 2, odd.tensor, two.data()), 0);
    ASSERT_EQ(Run(), 0) << TakeMessage();
    EXPECT_EQ(two[3], 22) << "11 times element 2";
}

// Keeps a stream busy until it is opened.
class Busy {
 public:
    explicit Busy(aclrtStream stream) {
        const base::Status status = runtime::Launch(stream, {"Busy",
                                                             [opened = opened_.get_future().share()] {
                                                                 opened.wait();
                                                                 return base::Status::Ok();
                                                             },
                                                             kLarge});
        EXPECT_TRUE(status.ok()) << status.message();
    }
    void Open() { opened_.set_value(); }

 private:
    std::promise<void> opened_;
};

TEST_F(Repeatable, AQueuedRunKeepsTheAddressesThatItWasLaunchedWith) {
    PlanRepeatable(a, b, out);
    std::array<std::array<float, 8>, 6> outputs{};
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    for (int round = 0; round < 3; ++round) {
        Busy busy(stream);
        for (size_t i = 0; i < outputs.size(); ++i) {
            outputs[i].fill(-1);
            ASSERT_EQ(
                aclSetInputTensorAddr(executor, 0, a.tensor, i % 2 == 0 ? a_data.data() : other_a.data()), 0);
            ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.tensor, outputs[i].data()), 0) << TakeMessage();
            ASSERT_EQ(Queue(stream), 0) << TakeMessage();
        }
        EXPECT_EQ(outputs[0][0], -1) << "still queued";
        busy.Open();
        ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
        for (size_t i = 0; i < outputs.size(); ++i) {
            EXPECT_EQ(outputs[i][3], (i % 2 == 0 ? 3 : 13) + 7.5f) << i;
        }
    }
    const std::shared_ptr<nnopbase::Program> program = nnopbase::Executors().Find(executor);
    EXPECT_LE(program->versions.copies.size(), outputs.size()) << "copies are used again";
    ASSERT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_F(Repeatable, ADestroyedExecutorStillEndsItsQueuedRuns) {
    PlanRepeatable(a, b, out);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    Busy busy(stream);
    ASSERT_EQ(Queue(stream), 0);
    ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.tensor, other_out.data()), 0);
    ASSERT_EQ(Queue(stream), 0);
    ASSERT_EQ(aclDestroyAclOpExecutor(std::exchange(executor, nullptr)), 0);
    busy.Open();
    ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
    EXPECT_EQ(out_data[3], 3 + 7.5f);
    EXPECT_EQ(other_out[3], 3 + 7.5f);
    ASSERT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_F(Repeatable, ThreadsMayMoveAndRunOneExecutor) {
    PlanRepeatable(a, b, out);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), 0);
    std::atomic<bool> done{false};
    std::thread runner([&] {
        ASSERT_EQ(aclrtSetCurrentContext(context), 0);
        calls_seen.reserve(4096);
        for (int i = 0; i < 500; ++i) {
            EXPECT_EQ(Queue(stream), 0) << TakeMessage();
        }
        done = true;
    });
    for (size_t i = 0; !done; ++i) {
        EXPECT_EQ(
            aclSetOutputTensorAddr(executor, 0, out.tensor, i % 2 == 0 ? other_out.data() : out_data.data()),
            0);
    }
    runner.join();
    ASSERT_EQ(Queue(stream), 0);
    ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
    EXPECT_TRUE(out_data[3] == 10.5f || other_out[3] == 10.5f);
    ASSERT_EQ(aclrtDestroyStream(stream), 0);
}

// z = x0 + 10 x1, of a list; y is not read.
aclnnStatus aclnnListSumGetWorkspaceSize(const aclTensor* y, const aclTensorList* xs, const aclTensorList* zs,
                                         uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnListSum, DFX_IN(y, xs), DFX_OUT(zs));
    auto unique = CREATE_EXECUTOR();
    CHECK_RET(unique.get() != nullptr, ACLNN_ERR_INNER_CREATE_EXECUTOR);
    CHECK_RET(l0op::WeightedSum((*xs)[0], (*xs)[1], (*zs)[0], unique.get()) != nullptr,
              ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

class RepeatableLists : public Repeatable {
 protected:
    static aclTensor* Make(std::array<float, 8>& data) {
        const int64_t size = 8;
        return aclCreateTensor(&size, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &size, 1, data.data());
    }
    static aclTensorList* MakeList(std::vector<aclTensor*> elements) {
        return aclCreateTensorList(elements.data(), elements.size());
    }
    void SetUp() override {
        Repeatable::SetUp();
        xs = MakeList({Make(a_data), Make(b_data)});
        zs = MakeList({Make(out_data)});
        ASSERT_EQ(aclnnListSumGetWorkspaceSize(nullptr, xs, zs, &size, &executor), 0) << TakeMessage();
        ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
    }
    void TearDown() override {
        Repeatable::TearDown();
        EXPECT_EQ(aclDestroyTensorList(xs), 0);
        EXPECT_EQ(aclDestroyTensorList(zs), 0);
    }
    float RunAndRead(const std::array<float, 8>& from) {
        EXPECT_EQ(CommonOpExecutorRun(nullptr, 0, executor, nullptr), 0) << TakeMessage();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
        return from[3];
    }
    aclTensorList* xs = nullptr;
    aclTensorList* zs = nullptr;
};

TEST_F(RepeatableLists, ElementsGetOtherAddresses) {
    EXPECT_EQ(RunAndRead(out_data), 10.5f);
    ASSERT_EQ(aclSetDynamicInputTensorAddr(executor, 1, 0, xs, other_a.data()), 0) << TakeMessage();
    EXPECT_EQ(RunAndRead(out_data), 20.5f);
    ASSERT_EQ(aclSetDynamicOutputTensorAddr(executor, 0, 0, zs, other_out.data()), 0) << TakeMessage();
    EXPECT_EQ(RunAndRead(other_out), 20.5f);
    ASSERT_EQ(aclSetDynamicTensorAddr(executor, 1, 1, xs, a_data.data()), 0) << TakeMessage();
    ASSERT_EQ(aclSetDynamicTensorAddr(executor, 2, 0, zs, out_data.data()), 0) << TakeMessage();
    EXPECT_EQ(RunAndRead(out_data), 43);
    // One by one: y, then the two of the list.
    ASSERT_EQ(
        aclSetInputTensorAddr(executor, 2, const_cast<aclTensor*>(std::as_const(*xs)[1]), b_data.data()), 0)
        << TakeMessage();
    EXPECT_EQ(RunAndRead(out_data), 20.5f);
}

TEST_F(RepeatableLists, RefuseWhatIsNotThere) {
    const auto refused = [](aclnnStatus status, aclnnStatus expected, const std::string& words) {
        EXPECT_EQ(status, expected);
        const std::string message = TakeMessage();
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    refused(aclSetDynamicInputTensorAddr(executor, 2, 0, xs, nullptr), 161002,
            "irIndex is 2, expected less than 2: aclnnListSum has 2 parameters");
    refused(aclSetDynamicOutputTensorAddr(executor, 1, 0, zs, nullptr), 161002,
            "irIndex is 1, expected less than 1");
    refused(aclSetDynamicInputTensorAddr(executor, 1, 2, xs, nullptr), 161002,
            "relativeIndex is 2, expected less than 2");
    refused(aclSetDynamicTensorAddr(executor, 3, 0, zs, nullptr), 161002,
            "irIndex is 3, expected less than 3");
    refused(aclSetDynamicInputTensorAddr(executor, 1, 0, zs, nullptr), 161002,
            "the tensor is no input tensor of the call of aclnnListSum");
    const Described stranger(other_a.data(), ACL_FLOAT, {8});
    refused(aclSetInputTensorAddr(executor, 0, stranger.tensor, nullptr), 161002,
            "y was null in the first phase of aclnnListSum");
    EXPECT_EQ(RunAndRead(out_data), 10.5f);
}

}  // namespace
