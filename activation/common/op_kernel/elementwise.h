// The frame of an elementwise kernel: each core takes a run of elements, tile by tile, through copy-in, compute and
// copy-out. An operator states its steps alone:
//
//     struct Steps {
//         static constexpr uint32_t kTemporaries = 2;
//         static __aicore__ inline void Compute(const elementwise::VectorSteps& v, const Tensor& z, const Tensor* in,
//                                               const Tensor* t, const float* attributes);
//     };
//
// z is the result, `in` the inputs that the kernel reads, which the steps may overwrite, `t` the temporaries: all of
// float and different from one another. Types of 16 bits are widened before and rounded to nearest even after.
#ifndef ACLNN_CPU_ELEMENTWISE_KERNEL_H
#define ACLNN_CPU_ELEMENTWISE_KERNEL_H

#include "elementwise_tiling_data.h"
#include "kernel_operator.h"
#include "vector_steps.h"

namespace elementwise {

// T: the type of all tensors. `inputs`: how many are read.
template <typename Steps, typename T, uint32_t inputs>
class Kernel {
 public:
    // `in`: the addresses of the inputs that are read.
    __aicore__ inline void Run(GM_ADDR const (&in)[inputs], GM_ADDR z, const ElementwiseTilingData& tiling) {
        ASSERT(tiling.temporaries == Steps::kTemporaries);
        Init(in, z, tiling);
        for (uint64_t done = 0; done < count_; done += tile_) {
            const uint64_t left = count_ - done;
            const uint32_t n = static_cast<uint32_t>(left < tile_ ? left : tile_);
            CopyIn(done, n);
            Compute(n, tiling.attributes);
            CopyOut(done, n);
        }
    }

 private:
    static constexpr int32_t kBufferNum = 2;  // double buffering
    static constexpr bool kInPlace = std::is_same_v<T, float>;
    static constexpr uint32_t kBlockElements = AscendC::ONE_BLK_SIZE / sizeof(T);
    static constexpr uint32_t kWidened = kInPlace ? 0 : inputs + 1;

    __aicore__ inline void Init(GM_ADDR const (&in)[inputs], GM_ADDR z, const ElementwiseTilingData& tiling) {
        const uint64_t core = static_cast<uint64_t>(AscendC::GetBlockIdx());
        const bool big = core < tiling.bigCores;
        const uint64_t coreData = tiling.coreNum + (big ? kBlockElements : 0);
        const uint64_t begin = core * tiling.coreNum + (big ? core : tiling.bigCores) * kBlockElements;
        const uint64_t left = begin < tiling.totalNum ? tiling.totalNum - begin : 0;
        count_ = coreData < left ? coreData : left;
        tile_ = tiling.tileNum;
        for (uint32_t i = 0; i < inputs; ++i) {
            inGm_[i].SetGlobalBuffer((__gm__ T*)in[i] + begin, count_);
            pipe_.InitBuffer(inQueue_[i], kBufferNum, tile_ * sizeof(T));
        }
        zGm_.SetGlobalBuffer((__gm__ T*)z + begin, count_);
        pipe_.InitBuffer(zQueue_, kBufferNum, tile_ * sizeof(T));
        if constexpr (kWidened + Steps::kTemporaries > 0) {
            pipe_.InitBuffer(floats_, (kWidened + Steps::kTemporaries) * tile_ * sizeof(float));
        }
        pipe_.InitBuffer(mask_, AscendC::AlignUp(static_cast<uint32_t>(tile_ / 8), AscendC::ONE_BLK_SIZE));
    }

    __aicore__ inline void CopyIn(uint64_t offset, uint32_t n) {
        for (uint32_t i = 0; i < inputs; ++i) {
            AscendC::LocalTensor<T> local = inQueue_[i].template AllocTensor<T>();
            if (n % kBlockElements == 0) {
                AscendC::DataCopy(local, inGm_[i][offset], n);
            } else {
                AscendC::DataCopyPad(local, inGm_[i][offset], Burst(n),
                                     AscendC::DataCopyPadExtParams<T>{false, 0, 0, T(0)});
            }
            inQueue_[i].EnQue(local);
        }
    }

    __aicore__ inline void Compute(uint32_t n, const float* attributes) {
        const VectorSteps steps(n, mask_.template Get<uint8_t>());
        AscendC::LocalTensor<T> local[inputs];
        for (uint32_t i = 0; i < inputs; ++i) {
            local[i] = inQueue_[i].template DeQue<T>();
        }
        AscendC::LocalTensor<T> z = zQueue_.template AllocTensor<T>();
        Tensor temporaries[Steps::kTemporaries + 1];  // no array is empty
        for (uint32_t i = 0; i < Steps::kTemporaries; ++i) {
            temporaries[i] = Floats(kWidened + i);
        }
        if constexpr (kInPlace) {
            Steps::Compute(steps, z, local, temporaries, attributes);
        } else {
            Tensor in[inputs];
            for (uint32_t i = 0; i < inputs; ++i) {
                in[i] = Floats(i);
                AscendC::Cast(in[i], local[i], AscendC::RoundMode::CAST_NONE, n);
            }
            AscendC::PipeBarrier<PIPE_V>();
            Steps::Compute(steps, Floats(inputs), in, temporaries, attributes);
            AscendC::Cast(z, Floats(inputs), AscendC::RoundMode::CAST_RINT, n);
        }
        zQueue_.template EnQue<T>(z);
        for (uint32_t i = 0; i < inputs; ++i) {
            inQueue_[i].FreeTensor(local[i]);
        }
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t n) {
        AscendC::LocalTensor<T> z = zQueue_.template DeQue<T>();
        if (n % kBlockElements == 0) {
            AscendC::DataCopy(zGm_[offset], z, n);
        } else {
            AscendC::DataCopyPad(zGm_[offset], z, Burst(n));
        }
        zQueue_.FreeTensor(z);
    }

    // The i-th of the tensors of float beside the queues.
    __aicore__ inline Tensor Floats(uint32_t i) {
        return floats_.template Get<float>()[i * static_cast<uint32_t>(tile_)];
    }

    static __aicore__ inline AscendC::DataCopyExtParams Burst(uint32_t n) {
        return {1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0};
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::QuePosition::VECIN, kBufferNum> inQueue_[inputs];
    AscendC::TQue<AscendC::QuePosition::VECOUT, kBufferNum> zQueue_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> floats_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> mask_;
    AscendC::GlobalTensor<T> inGm_[inputs];
    AscendC::GlobalTensor<T> zGm_;
    uint64_t count_ = 0;  // elements of this core
    uint64_t tile_ = 0;   // elements of a whole tile
};

}  // namespace elementwise

#endif
