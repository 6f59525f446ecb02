// Calls that kernels make around their work: workspace, cache, the barrier built into the compiler, and what
// queues and buffers say of themselves.
#include "aicore/core.h"
#include "aicore/kernel_test.h"
#include "aicore/observer.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using namespace AscendC;

// Numbers of the public headers, which kernels use in address arithmetic.
static_assert(ONE_BLK_SIZE == 32 && ONE_REPEAT_BYTE_SIZE == 256 && DEFAULT_BLK_NUM == 8);
static_assert(DEFAULT_BLK_STRIDE == 1 && DEFAULT_REPEAT_STRIDE == 8 && DEFAULT_DATA_COPY_STRIDE == 0);
static_assert(MAX_REPEAT_TIMES == 255 && NCHW_CONV_ADDR_LIST_SIZE == 16 && TMP_UB_SIZE == 8192);
static_assert(BLOCK_CUBE == 16 && CUBE_MAX_SIZE == 256 && GetDataBlockSizeInBytes() == 32);
static_assert(IsSameType<float16_t, half>::value && IsSameType<float32_t, float>::value);
static_assert(!IsSameType<half, bfloat16_t>::value);

TEST(Workspace, EveryBlockKeepsTheFirstSystemWorkspaceItSets) {
    uint8_t memory[64] = {};
    for (const uint32_t threads : {1u, 2u}) {
        ExpectRuns(RunKernel(
            [&] {
                uint8_t* const mine = memory + 8 * GetBlockIdx();
                EXPECT_EQ(GetUserWorkspace(mine), mine);
                EXPECT_EQ(GetSysWorkSpacePtr(), nullptr);
                SetSysWorkspace(mine);
                SetSysWorkspace(mine + 1);
                EXPECT_EQ(GetSysWorkSpacePtr(), mine);
                SetSysWorkspaceForce(mine + 2);
                EXPECT_EQ(GetSysWorkSpacePtr(), mine + 2);
            },
            {.blocks = 5, .threads = threads}));
    }
}

TEST(DataCache, CleaningItKeepsWhatTheScalarUnitWrote) {
    int32_t memory[32] = {};
    ExpectRuns(RunKernel([&] {
        GlobalTensor<int32_t> global;
        global.SetGlobalBuffer(memory, 32);
        global.SetValue(3, 1234567);
        DataCacheCleanAndInvalid<int32_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(global[3]);
        DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE>(global);
        DataSyncBarrier<MemDsbT::UB>();
        EXPECT_EQ(global.GetValue(3), 1234567);

        TPipe pipe;
        TBuf<> buffer;
        pipe.InitBuffer(buffer, 100);
        EXPECT_EQ(buffer.GetBufLen(), 128u);
        LocalTensor<int32_t> local = buffer.Get<int32_t>();
        local.SetValue(5, -89);
        DataCacheCleanAndInvalid<int32_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_UB>(local);
        EXPECT_EQ(local.GetValue(5), -89);
    }));
    EXPECT_EQ(memory[3], 1234567);
}

TEST(TQue, IsVacantUntilAsManyTensorsWaitAsItIsDeep) {
    ExpectRuns(RunKernel([] {
        TPipe pipe;
        TQue<TPosition::VECIN, 2> queue;
        pipe.InitBuffer(queue, 3, 64);
        for (const bool vacant : {true, false}) {
            EXPECT_TRUE(queue.VacantInQue());
            queue.EnQue(queue.AllocTensor<float>());
            EXPECT_EQ(queue.VacantInQue(), vacant);
        }
        queue.FreeTensor(queue.DeQue<float>());
        EXPECT_TRUE(queue.VacantInQue());
        queue.FreeTensor(queue.DeQue<float>());
    }));
}

class Barriers : public aicore::Observer {
 public:
    std::vector<pipe_t> seen;

    void OnPipeBarrier(const aicore::Core&, pipe_t pipe, const CallSite& site) override {
        seen.push_back(pipe);
        EXPECT_NE(std::string(site.file).find("workspace_test"), std::string::npos);
    }
};

TEST(PipeBarrier, BothSpellingsAreTheSameBarrier) {
    Barriers barriers;
    aicore::Observer* before = aicore::SetObserver(&barriers);
    ExpectRuns(RunKernel([] {
        PipeBarrier<PIPE_V>();
        pipe_barrier(PIPE_ALL);
    }));
    aicore::SetObserver(before);
    EXPECT_EQ(barriers.seen, (std::vector<pipe_t>{PIPE_V, PIPE_ALL}));
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
