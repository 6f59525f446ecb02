// TQue and TQueBind: buffers that go round between the stage that fills them and the one that drains them.
#include <fmt/format.h>

#include <algorithm>

#include "aicore/core.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::TPosition;

constexpr uint32_t kMaxBuffersPerPosition = 8;  // one event id each

TPosition LocalSide(const QueueShape& shape) {
    return shape.src == TPosition::GM || shape.dst == TPosition::TSCM ? shape.dst : shape.src;
}

std::string DescribeQueue(const Queue& queue) {
    const auto in_state = [&](BufferState state) {
        return std::count(queue.state.begin(), queue.state.end(), state);
    };
    std::string made = queue.site.file == nullptr ? "" : " of " + Describe(queue.site);
    return fmt::format("the {} queue{} has depth {} and {} buffers: {} idle, {} allocated, {} queued",
                       PositionName(LocalSide(queue.shape)), made, queue.shape.depth, queue.state.size(),
                       in_state(BufferState::kIdle), in_state(BufferState::kAllocated),
                       in_state(BufferState::kQueued));
}

[[noreturn]] void RaiseQueue(const Core& core, const Queue& queue, std::string call, const CallSite& site,
                             const std::string& problem, std::string remedy) {
    RaiseCall(core, FaultKind::kQueueProtocol, std::move(call), site, problem + "; " + DescribeQueue(queue),
              std::move(remedy));
}

Queue& FindQueue(Core& core, int32_t queue, const char* call, const CallSite& site) {
    if (queue < 0 || static_cast<size_t>(queue) >= core.queues.size()) {
        RaiseCall(core, FaultKind::kQueueProtocol, call, site, "the queue has no buffers on this TPipe",
                  "call InitBuffer for it first");
    }
    return core.queues[static_cast<size_t>(queue)];
}

// The buffer that a tensor lies at the start of.
uint32_t FindBuffer(const Core& core, const Queue& queue, uint64_t address, const char* call,
                    const CallSite& site) {
    const uint64_t each = (uint64_t(queue.shape.buffer_bytes) + 31) / 32 * 32;
    const uint64_t offset = address - queue.address;
    if (address < queue.address || each == 0 || offset % each != 0 || offset / each >= queue.state.size()) {
        RaiseQueue(
            core, queue, call, site,
            fmt::format(
                "the tensor at byte {} is not a buffer of this queue, expected one of {} x {} bytes from {}",
                address, queue.state.size(), each, queue.address),
            "give back the tensor that AllocTensor or DeQue of this queue returned");
    }
    return static_cast<uint32_t>(offset / each);
}

void CheckForm(const Core& core, const Queue& queue, bool in_place, const char* call, const CallSite& site) {
    if (in_place != (queue.shape.depth == 0)) {
        RaiseQueue(
            core, queue, call, site,
            in_place ? "the in-place form is for queues of depth 0"
                     : "a queue of depth 0 has the in-place form only",
            in_place ? "write tensor = queue.AllocTensor<T>() or DeQue<T>()" : "pass the tensor as argument");
    }
}

Buffer BufferAt(const Queue& queue, uint32_t index) {
    const uint32_t each = (queue.shape.buffer_bytes + 31) / 32 * 32;
    return {queue.address + uint64_t(index) * each, each};
}

void Observe(const Core& core, QueueEvent::Kind kind, int32_t queue, TPosition src, TPosition dst,
             const Buffer& buffer, const CallSite& site) {
    if (core.observer != nullptr) [[unlikely]] {
        core.observer->OnQueue(core, {kind, queue, src, dst, buffer.address, buffer.bytes, site});
    }
}

}  // namespace

int32_t CreateQueue(const QueueShape& shape, BufferOwner owner, CallSite site) {
    Core& core = ThisCore();
    const TPosition position = LocalSide(shape);
    uint32_t buffers = shape.buffers;
    for (const Queue& queue : core.queues) {
        buffers += LocalSide(queue.shape) == position ? queue.shape.buffers : 0;
    }
    if (shape.buffers == 0 || buffers > kMaxBuffersPerPosition) {
        RaiseCall(core, FaultKind::kOutOfMemory, "InitBuffer", site,
                  fmt::format("the queues of {} have {} buffers in all and this one {}, expected 1 to {}",
                              PositionName(position), buffers, shape.buffers, kMaxBuffersPerPosition),
                  "use fewer buffers per queue");
    }
    Queue queue;
    queue.shape = shape;
    queue.address = AllocateBuffers(core, position, shape.buffers, shape.buffer_bytes, owner, site);
    queue.state.assign(shape.buffers, BufferState::kIdle);
    queue.site = site;
    core.queues.push_back(std::move(queue));
    return static_cast<int32_t>(core.queues.size()) - 1;
}

Buffer AllocateFromQueue(int32_t number, bool in_place, CallSite site) {
    Core& core = ThisCore();
    Queue& queue = FindQueue(core, number, "AllocTensor", site);
    CheckForm(core, queue, in_place, "AllocTensor", site);
    const auto buffers = static_cast<uint32_t>(queue.state.size());
    uint32_t tried = 0;
    while (tried < buffers && queue.state[(queue.next + tried) % buffers] != BufferState::kIdle) {
        ++tried;
    }
    if (tried == buffers) {
        RaiseQueue(core, queue, "AllocTensor", site, "no buffer is idle, which hangs the chip",
                   "FreeTensor what was dequeued before allocating again");
    }
    const uint32_t idle = (queue.next + tried) % buffers;
    queue.next = (idle + 1) % buffers;
    queue.state[idle] = BufferState::kAllocated;
    const Buffer buffer = BufferAt(queue, idle);
    Observe(core, QueueEvent::Kind::kAllocate, number, queue.shape.src, queue.shape.dst, buffer, site);
    return buffer;
}

bool EnQueue(int32_t number, uint64_t address, TPosition src, TPosition dst, CallSite site) {
    Core& core = ThisCore();
    Queue& queue = FindQueue(core, number, "EnQue", site);
    const uint32_t buffer = FindBuffer(core, queue, address, "EnQue", site);
    if (queue.state[buffer] != BufferState::kAllocated) {
        RaiseQueue(core, queue, "EnQue", site,
                   queue.state[buffer] == BufferState::kQueued ? "the tensor is queued already"
                                                               : "the tensor was freed",
                   "enqueue each tensor once, between AllocTensor and FreeTensor");
    }
    const auto depth = static_cast<size_t>(std::max(queue.shape.depth, 1));
    if (queue.waiting.size() >= depth) {
        RaiseQueue(core, queue, "EnQue", site, "the queue is full",
                   "DeQue first, or declare a greater depth");
    }
    queue.state[buffer] = BufferState::kQueued;
    queue.waiting.push_back(buffer);
    Observe(core, QueueEvent::Kind::kEnQue, number, src, dst, BufferAt(queue, buffer), site);
    return true;
}

Buffer DeQueue(int32_t number, bool in_place, TPosition src, TPosition dst, CallSite site) {
    Core& core = ThisCore();
    Queue& queue = FindQueue(core, number, "DeQue", site);
    CheckForm(core, queue, in_place, "DeQue", site);
    if (queue.waiting.empty()) {
        RaiseQueue(core, queue, "DeQue", site, "the queue is empty", "EnQue a tensor first");
    }
    const uint32_t buffer = queue.waiting.front();
    queue.waiting.erase(queue.waiting.begin());
    queue.state[buffer] = BufferState::kAllocated;
    Observe(core, QueueEvent::Kind::kDeQue, number, src, dst, BufferAt(queue, buffer), site);
    return BufferAt(queue, buffer);
}

void FreeToQueue(int32_t number, uint64_t address, CallSite site) {
    Core& core = ThisCore();
    Queue& queue = FindQueue(core, number, "FreeTensor", site);
    const uint32_t buffer = FindBuffer(core, queue, address, "FreeTensor", site);
    if (queue.state[buffer] != BufferState::kAllocated) {
        RaiseQueue(core, queue, "FreeTensor", site,
                   queue.state[buffer] == BufferState::kQueued ? "the tensor is still queued"
                                                               : "the tensor is free already",
                   "free each tensor once, after its last use");
    }
    queue.state[buffer] = BufferState::kIdle;
    Observe(core, QueueEvent::Kind::kFree, number, queue.shape.src, queue.shape.dst, BufferAt(queue, buffer),
            site);
}

uint32_t QueuedTensors(int32_t number) {
    return static_cast<uint32_t>(FindQueue(ThisCore(), number, "GetTensorCountInQue", {}).waiting.size());
}

uint32_t IdleBuffers(int32_t number) {
    const Queue& queue = FindQueue(ThisCore(), number, "HasIdleBuffer", {});
    return static_cast<uint32_t>(std::count(queue.state.begin(), queue.state.end(), BufferState::kIdle));
}

}  // namespace aclnn_cpu::aicore
