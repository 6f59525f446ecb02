// TPipe, TQue, TQueBind and TBuf: who owns which part of local memory, and the hand-over between copy and
// compute.
#ifndef ACLNN_CPU_ASCENDC_PIPE_H
#define ACLNN_CPU_ASCENDC_PIPE_H

#include <cstdint>

#include "ascendc/emulator.h"
#include "ascendc/tensor.h"

namespace aclnn_cpu::aicore {

// Raises the fault of a TBuf that has no buffer.
[[noreturn]] ACLNN_CPU_AICORE_API void BufferMissing(const char* call, CallSite site);

}  // namespace aclnn_cpu::aicore

namespace AscendC {

// A queue of buffers between the position that fills them and the one that drains them. `depth` is how many
// tensors may be queued at once; 0 pairs with the in-place forms only, other depths with the value forms
// only.
template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind {
 public:
    template <typename T>
    LocalTensor<T> AllocTensor(CallSite site = CallSite::Here()) {
        return AsTensor<T>(aclnn_cpu::aicore::AllocateFromQueue(queue_, false, site));
    }
    template <typename T>
    void AllocTensor(LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        tensor = AsTensor<T>(aclnn_cpu::aicore::AllocateFromQueue(queue_, true, site));
    }

    // Always true: a tensor beyond the depth is a fault. The chip has no room for it and overwrites another
    // one.
    template <typename T>
    bool EnQue(const LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        return aclnn_cpu::aicore::EnQueue(queue_, tensor.address(), src, dst, site);
    }
    template <TPosition from, TPosition to, typename T>
    bool EnQue(const LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        return aclnn_cpu::aicore::EnQueue(queue_, tensor.address(), from, to, site);
    }

    template <typename T>
    LocalTensor<T> DeQue(CallSite site = CallSite::Here()) {
        return AsTensor<T>(aclnn_cpu::aicore::DeQueue(queue_, false, src, dst, site));
    }
    template <typename T>
    void DeQue(LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        tensor = AsTensor<T>(aclnn_cpu::aicore::DeQueue(queue_, true, src, dst, site));
    }
    template <TPosition from, TPosition to, typename T>
    LocalTensor<T> DeQue(CallSite site = CallSite::Here()) {
        return AsTensor<T>(aclnn_cpu::aicore::DeQueue(queue_, false, from, to, site));
    }

    template <typename T>
    void FreeTensor(const LocalTensor<T>& tensor, CallSite site = CallSite::Here()) {
        aclnn_cpu::aicore::FreeToQueue(queue_, tensor.address(), site);
    }

    bool VacantInQue() const { return GetTensorCountInQue() < depth; }
    bool HasTensorInQue() const { return aclnn_cpu::aicore::QueuedTensors(queue_) != 0; }
    int32_t GetTensorCountInQue() const {
        return static_cast<int32_t>(aclnn_cpu::aicore::QueuedTensors(queue_));
    }
    bool HasIdleBuffer() const { return aclnn_cpu::aicore::IdleBuffers(queue_) != 0; }
    void FreeAllEvent() {}  // events follow from the buffers

 private:
    friend class TPipe;

    // The side that is local memory: the first position unless that is global or the other a shared L1
    // buffer.
    static constexpr TPosition kPosition = src == TPosition::GM || dst == TPosition::TSCM ? dst : src;

    template <typename T>
    static LocalTensor<T> AsTensor(const aclnn_cpu::aicore::Buffer& buffer) {
        return LocalTensor<T>(kPosition, buffer.address, buffer.bytes);
    }

    int32_t queue_ = -1;
};

// The other end of a queue follows from its position: VECIN is filled from global memory, VECOUT is drained
// into it.
constexpr TPosition QueueSource(TPosition position) {
    const bool drained =
        position == TPosition::VECOUT || position == TPosition::CO2 || position == TPosition::CO1;
    return drained ? position : TPosition::GM;
}
constexpr TPosition QueueDestination(TPosition position) {
    return QueueSource(position) == TPosition::GM ? position : TPosition::GM;
}

template <TPosition position, int32_t depth, auto mask = 0>
class TQue : public TQueBind<QueueSource(position), QueueDestination(position), depth, mask> {};

// A queue into L1 that vector cores fill for the matrix core.
template <TPosition position, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<position, TPosition::TSCM, depth, mask>;

// One buffer without a queue: the author orders its uses. Usable once InitBuffer has given it memory.
template <TPosition position = TPosition::VECCALC>
class TBuf {
 public:
    template <typename T>
    LocalTensor<T> Get(CallSite site = CallSite::Here()) const {
        return LocalTensor<T>(position, Address("TBuf::Get", site), bytes_);
    }
    template <typename T>
    LocalTensor<T> Get(uint32_t elements, CallSite site = CallSite::Here()) const {
        return LocalTensor<T>(position, Address("TBuf::Get", site), BytesOf<T>(elements));
    }
    template <typename T>
    LocalTensor<T> GetWithOffset(uint32_t elements, uint32_t byte_offset,
                                 CallSite site = CallSite::Here()) const {
        return LocalTensor<T>(position, Address("TBuf::GetWithOffset", site) + byte_offset,
                              BytesOf<T>(elements));
    }
    template <typename T>
    LocalTensor<T> AllocTensor(CallSite site = CallSite::Here()) const {
        return LocalTensor<T>(position, Address("TBuf::AllocTensor", site), bytes_);
    }
    template <typename T>
    LocalTensor<T> DeQue(CallSite site = CallSite::Here()) const {
        return LocalTensor<T>(position, Address("TBuf::DeQue", site), bytes_);
    }
    template <typename T>
    void EnQue(const LocalTensor<T>&) const {}
    template <typename T>
    void FreeTensor(const LocalTensor<T>&) const {}
    uint32_t GetBufLen() const { return bytes_; }

 private:
    friend class TPipe;

    uint64_t Address(const char* call, CallSite site) const {
        if (!ready_) {
            aclnn_cpu::aicore::BufferMissing(call, site);
        }
        return address_;
    }
    template <typename T>
    static uint32_t BytesOf(uint32_t elements) {
        return static_cast<uint32_t>(aclnn_internal::BytesOf<T>(elements));
    }

    uint32_t address_ = 0;
    uint32_t bytes_ = 0;
    bool ready_ = false;
};

class TPipe {
 public:
    TPipe() { Init(); }
    ~TPipe() { aclnn_cpu::aicore::ClosePipe(this); }
    TPipe(const TPipe&) = delete;
    TPipe& operator=(const TPipe&) = delete;

    void Init() { aclnn_cpu::aicore::OpenPipe(this); }
    void Reset() { aclnn_cpu::aicore::ResetPipe(); }
    void Destroy() { aclnn_cpu::aicore::ClosePipe(this); }
    void DestroyWithoutPipeAll() { Destroy(); }

    // `bytes` of each buffer, rounded up to 32. Buffers lie one behind the other in the order of the calls.
    template <TPosition src, TPosition dst, int32_t depth, auto mask>
    bool InitBuffer(TQueBind<src, dst, depth, mask>& queue, uint8_t buffers, uint32_t bytes,
                    CallSite site = CallSite::Here()) {
        queue.queue_ = aclnn_cpu::aicore::CreateQueue({src, dst, depth, buffers, bytes},
                                                      {&queue, queue.queue_ >= 0}, site);
        return true;
    }
    template <TPosition position>
    bool InitBuffer(TBuf<position>& buffer, uint32_t bytes, CallSite site = CallSite::Here()) {
        buffer.address_ = aclnn_cpu::aicore::AllocateBuffer(position, bytes, {&buffer, buffer.ready_}, site);
        buffer.bytes_ = (bytes + 31) / 32 * 32;
        buffer.ready_ = true;
        return true;
    }

    // An event id that is free now; FetchEventID does not reserve it.
    TEventID FetchEventID(HardEvent event, CallSite site = CallSite::Here()) {
        return aclnn_cpu::aicore::FetchEventId(event, false, site);
    }
    template <HardEvent event>
    TEventID FetchEventID(CallSite site = CallSite::Here()) {
        return aclnn_cpu::aicore::FetchEventId(event, false, site);
    }
    template <HardEvent event>
    TEventID AllocEventID(CallSite site = CallSite::Here()) {
        return aclnn_cpu::aicore::FetchEventId(event, true, site);
    }
    template <HardEvent event>
    void ReleaseEventID(TEventID id) {
        aclnn_cpu::aicore::ReleaseEventId(event, id);
    }
};

inline TPipe* GetTPipePtr(CallSite site = CallSite::Here()) {
    return static_cast<TPipe*>(aclnn_cpu::aicore::OpenedPipe(site));
}

}  // namespace AscendC

using AscendC::GetTPipePtr;  // the public headers declare it outside the namespace

#endif
