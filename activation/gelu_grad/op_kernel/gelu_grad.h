// The GeluGrad kernel: each core takes a run of elements, tile by tile, through copy-in, compute and
// copy-out.
#ifndef ACLNN_CPU_GELU_GRAD_KERNEL_H
#define ACLNN_CPU_GELU_GRAD_KERNEL_H

#include "gelu_grad_tiling_data.h"
#include "kernel_operator.h"

template <typename DY, typename X, typename Z, bool is910b>
class KernelGeluGrad {
 public:
    __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR z, const GeluGradTilingData& tiling) {
        const uint64_t core = static_cast<uint64_t>(AscendC::GetBlockIdx());
        const bool big = core < tiling.tailBlockNum;
        const uint64_t coreData = big ? tiling.bigCoreDataNum : tiling.smallCoreDataNum;
        const uint64_t bigBefore = big ? core : tiling.tailBlockNum;
        const uint64_t begin =
            bigBefore * tiling.bigCoreDataNum + (core - bigBefore) * tiling.smallCoreDataNum;
        // Per-core counts are whole 32-byte blocks; the last core stops at the last element.
        const uint64_t left = begin < tiling.totalDataNum ? tiling.totalDataNum - begin : 0;
        count_ = coreData < left ? coreData : left;
        tile_ = tiling.tileDataNum;

        dyGm_.SetGlobalBuffer((__gm__ DY*)dy + begin, count_);
        xGm_.SetGlobalBuffer((__gm__ X*)x + begin, count_);
        zGm_.SetGlobalBuffer((__gm__ Z*)z + begin, count_);

        pipe_.InitBuffer(dyQueue_, kBufferNum, tile_ * sizeof(DY));
        pipe_.InitBuffer(xQueue_, kBufferNum, tile_ * sizeof(X));
        pipe_.InitBuffer(zQueue_, kBufferNum, tile_ * sizeof(Z));
        pipe_.InitBuffer(tBuffer_, tile_ * sizeof(float));
        pipe_.InitBuffer(rBuffer_, tile_ * sizeof(float));
        if constexpr (!kInPlace) {
            pipe_.InitBuffer(dyBuffer_, tile_ * sizeof(float));
            pipe_.InitBuffer(xBuffer_, tile_ * sizeof(float));
            pipe_.InitBuffer(zBuffer_, tile_ * sizeof(float));
        }
    }

    __aicore__ inline void Process() {
        for (uint64_t done = 0; done < count_; done += tile_) {
            const uint64_t left = count_ - done;
            const uint32_t n = static_cast<uint32_t>(left < tile_ ? left : tile_);
            CopyIn(done, n);
            Compute(n);
            CopyOut(done, n);
        }
    }

 private:
    static constexpr int32_t kBufferNum = 2;                    // double buffering
    static constexpr bool kInPlace = std::is_same_v<X, float>;  // FLOAT computes in the queues' own buffers
    static constexpr float kK1 = 1.5957691216057308f;           // 2 sqrt(2/pi)
    static constexpr float kK3 = 0.07135481627260025f;          // 2 sqrt(2/pi) * 0.044715
    static constexpr float k3K3 = 0.21406444881780073f;
    // From here on the derivative is 0 or 1 in float, and everything below stays finite.
    static constexpr float kLimit = 16.0f;
    static constexpr float kMaxFloat = 3.40282347e+38f;

    __aicore__ inline void CopyIn(uint64_t offset, uint32_t n) {
        AscendC::LocalTensor<DY> dy = dyQueue_.template AllocTensor<DY>();
        AscendC::LocalTensor<X> x = xQueue_.template AllocTensor<X>();
        Load(dy, dyGm_[offset], n);
        Load(x, xGm_[offset], n);
        dyQueue_.EnQue(dy);
        xQueue_.EnQue(x);
    }

    __aicore__ inline void Compute(uint32_t n) {
        AscendC::LocalTensor<DY> dy = dyQueue_.template DeQue<DY>();
        AscendC::LocalTensor<X> x = xQueue_.template DeQue<X>();
        AscendC::LocalTensor<Z> z = zQueue_.template AllocTensor<Z>();
        if constexpr (kInPlace) {
            Gradient(z, dy, x, n);
        } else {
            AscendC::LocalTensor<float> dyFloat = dyBuffer_.template Get<float>();
            AscendC::LocalTensor<float> xFloat = xBuffer_.template Get<float>();
            AscendC::LocalTensor<float> zFloat = zBuffer_.template Get<float>();
            AscendC::Cast(dyFloat, dy, AscendC::RoundMode::CAST_NONE, n);
            AscendC::Cast(xFloat, x, AscendC::RoundMode::CAST_NONE, n);
            AscendC::PipeBarrier<PIPE_V>();
            Gradient(zFloat, dyFloat, xFloat, n);
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::Cast(z, zFloat, AscendC::RoundMode::CAST_RINT, n);
        }
        zQueue_.template EnQue<Z>(z);
        dyQueue_.FreeTensor(dy);
        xQueue_.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t n) {
        AscendC::LocalTensor<Z> z = zQueue_.template DeQue<Z>();
        if (IsWholeBlocks<Z>(n)) {
            AscendC::DataCopy(zGm_[offset], z, n);
        } else {
            AscendC::DataCopyPad(zGm_[offset], z, Burst<Z>(n));
        }
        zQueue_.FreeTensor(z);
    }

    template <typename T>
    __aicore__ inline void Load(const AscendC::LocalTensor<T>& local, const AscendC::GlobalTensor<T>& global,
                                uint32_t n) {
        if (IsWholeBlocks<T>(n)) {
            AscendC::DataCopy(local, global, n);
        } else {
            AscendC::DataCopyPad(local, global, Burst<T>(n),
                                 AscendC::DataCopyPadExtParams<T>{false, 0, 0, T(0)});
        }
    }

    template <typename T>
    static __aicore__ inline bool IsWholeBlocks(uint32_t n) {
        return n * sizeof(T) % AscendC::ONE_BLK_SIZE == 0;
    }

    template <typename T>
    static __aicore__ inline AscendC::DataCopyExtParams Burst(uint32_t n) {
        return {1, static_cast<uint32_t>(n * sizeof(T)), 0, 0, 0};
    }

    // z = gelu'(x) * dy in float. Overwrites x. Instructions between two barriers do not depend on one another.
    __aicore__ inline void Gradient(const AscendC::LocalTensor<float>& z,
                                    const AscendC::LocalTensor<float>& dy,
                                    const AscendC::LocalTensor<float>& x, uint32_t n) {
        AscendC::Maxs(x, x, -kLimit, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mins(x, x, kLimit, n);
        AscendC::PipeBarrier<PIPE_V>();
        if constexpr (is910b) {
            Gradient910b(z, x, n);
        } else {
            Gradient310b(z, x, n);
        }
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, dy, n);
    }

    // px = exp((x^2 * -k3 + -k1) * x);  r = (x^2 * 3k3 + k1) * x;  t = 1 / (px + 1);  z = px*t*r*t + t
    __aicore__ inline void Gradient910b(const AscendC::LocalTensor<float>& z,
                                        const AscendC::LocalTensor<float>& x, uint32_t n) {
        AscendC::LocalTensor<float> r = rBuffer_.template Get<float>();
        AscendC::LocalTensor<float> t = tBuffer_.template Get<float>();
        AscendC::Mul(z, x, x, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Muls(r, z, k3K3, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(r, r, kK1, n);
        AscendC::Muls(z, z, -kK3, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(r, r, x, n);
        AscendC::Adds(z, z, -kK1, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, x, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Exp(z, z, n);
        AscendC::Duplicate(x, 1.0f, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(t, z, 1.0f, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Div(t, x, t, n);
        // Where px is infinite t is 0, and the product has to be 0 as well.
        AscendC::Mins(z, z, kMaxFloat, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, t, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, r, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, t, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Add(z, z, t, n);
    }

    // g1 = 1 / (px + 1);  g2 = x^2 * 3k3 + k1;  z = ((1 - g1)*x*g2 + 1) * g1, where px is the exponential as
    // above. 1 - g1 is taken as px*g1: the difference would lose every digit where g1 is near 1.
    __aicore__ inline void Gradient310b(const AscendC::LocalTensor<float>& z,
                                        const AscendC::LocalTensor<float>& x, uint32_t n) {
        AscendC::LocalTensor<float> t = tBuffer_.template Get<float>();
        AscendC::LocalTensor<float> r = rBuffer_.template Get<float>();
        AscendC::Mul(z, x, x, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Muls(z, z, -kK3, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(z, z, -kK1, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, x, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Exp(z, z, n);
        AscendC::Duplicate(r, 1.0f, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(t, z, 1.0f, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Div(t, r, t, n);
        AscendC::Mins(z, z, kMaxFloat, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, t, n);
        AscendC::Mul(r, x, x, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, x, n);
        AscendC::Muls(r, r, k3K3, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(r, r, kK1, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, r, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Adds(z, z, 1.0f, n);
        AscendC::PipeBarrier<PIPE_V>();
        AscendC::Mul(z, z, t, n);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::QuePosition::VECIN, kBufferNum> dyQueue_;
    AscendC::TQue<AscendC::QuePosition::VECIN, kBufferNum> xQueue_;
    AscendC::TQue<AscendC::QuePosition::VECOUT, kBufferNum> zQueue_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> tBuffer_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> rBuffer_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> dyBuffer_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> xBuffer_;
    AscendC::TBuf<AscendC::QuePosition::VECCALC> zBuffer_;
    AscendC::GlobalTensor<DY> dyGm_;
    AscendC::GlobalTensor<X> xGm_;
    AscendC::GlobalTensor<Z> zGm_;
    uint64_t count_ = 0;  // elements of this core
    uint64_t tile_ = 0;   // elements of a whole tile
};

#endif
