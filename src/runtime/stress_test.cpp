#include <memory>
#include <vector>

#include "runtime/test_support.h"

namespace aclnn_cpu::runtime {
namespace {

using Stress = DeviceTest;

constexpr int kThreads = 8;
constexpr int kStreams = 4;
constexpr int kCalls = 100'000;  // in all

// A number per stream that only its own work touches, without a lock: x -> 3x + call. A lost, repeated or
// reordered call gives another number, and the thread sanitizer would see two calls at once.
struct Chain {
    aclrtStream stream = nullptr;
    uint64_t value = 1;
    uint64_t expected = 1;
};

TEST_F(Stress, EightThreadsTimesFourStreams) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([context, t] {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            Chain chains[kStreams];
            for (Chain& chain : chains) {
                ASSERT_EQ(aclrtCreateStream(&chain.stream), ACL_SUCCESS);
            }
            for (int call = 0; call < kCalls / kThreads; ++call) {
                Chain* const chain = &chains[call % kStreams];
                const auto number = static_cast<uint64_t>(call * kThreads + t);
                chain->expected = chain->expected * 3 + number;
                ASSERT_TRUE(Launch(chain->stream, Work{"Step",
                                                       [chain, number] {
                                                           chain->value = chain->value * 3 + number;
                                                           return base::Status::Ok();
                                                       },
                                                       call % 50 == 7 ? kLargeWork : 0})
                                .ok());
                if (call % 1000 == 999) {
                    ASSERT_EQ(aclrtSynchronizeStream(chain->stream), ACL_SUCCESS);
                    ASSERT_EQ(chain->value, chain->expected);
                }
            }
            for (Chain& chain : chains) {
                ASSERT_EQ(aclrtSynchronizeStream(chain.stream), ACL_SUCCESS);
                ASSERT_EQ(chain.value, chain.expected);
                ASSERT_EQ(aclrtDestroyStream(chain.stream), ACL_SUCCESS);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST_F(Stress, APipelineOfStreamsLinkedByEventsKeepsItsOrder) {
    constexpr int kItems = 400;
    aclrtStream streams[kStreams];
    for (aclrtStream& stream : streams) {
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    }
    std::vector<uint64_t> items(kItems, 1);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);  // one event for all: each wait means its own record
    for (uint64_t& item : items) {
        for (uint64_t stage = 0; stage < kStreams; ++stage) {
            ASSERT_TRUE(Launch(streams[stage], Work{"Stage",
                                                    [&item, stage] {
                                                        item = item * 7 + stage;
                                                        return base::Status::Ok();
                                                    },
                                                    stage % 2 == 0 ? kLargeWork : 0})
                            .ok());
            ASSERT_EQ(aclrtRecordEvent(event, streams[stage]), ACL_SUCCESS);
            ASSERT_EQ(aclrtStreamWaitEvent(streams[(stage + 1) % kStreams], event), ACL_SUCCESS);
        }
    }
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    for (const uint64_t item : items) {
        ASSERT_EQ(item, ((((1u * 7 + 0) * 7 + 1) * 7 + 2) * 7 + 3));
    }
    ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    for (aclrtStream stream : streams) {
        ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
}

TEST_F(Stress, HandlesUsedWhileOthersDestroyThemFailCleanly) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    std::atomic<aclrtStream> shared{nullptr};
    std::atomic<bool> stop{false};
    std::atomic<int> ran{0};
    std::atomic<int> accepted{0};
    std::vector<std::thread> users;
    for (int t = 0; t < 3; ++t) {
        users.emplace_back([&, t] {
            ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            while (!stop) {
                aclrtStream stream = shared;
                if (stream == nullptr) {
                    continue;
                }
                const int32_t code = Launch(stream, Work{"Count",
                                                         [&ran] {
                                                             ++ran;
                                                             return base::Status::Ok();
                                                         },
                                                         t == 0 ? kLargeWork : 0})
                                         .code();
                ASSERT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_RT_STREAM_CONTEXT) << code;
                accepted += code == ACL_SUCCESS ? 1 : 0;
            }
        });
    }
    for (int round = 0; round < 300; ++round) {
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
        shared = stream;
        std::this_thread::yield();
        ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
    stop = true;
    for (std::thread& user : users) {
        user.join();
    }
    EXPECT_EQ(ran, accepted);  // all that was accepted has run
}

}  // namespace
}  // namespace aclnn_cpu::runtime
