#include "aicore/check/clocks.h"

#include <algorithm>
#include <string_view>

#include "aicore/memory.h"
#include "aicore/text.h"
#include "base/at_load.h"

namespace aclnn_cpu::aicore::check {

namespace {

using AscendC::HardEvent;

pipe_t PipeNamed(std::string_view name) {
    for (const pipe_t pipe : {PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_FIX}) {
        if (PipeName(pipe).substr(5) == name) {
            return pipe;
        }
    }
    return PIPE_ALL;
}

}  // namespace

void Join(Clock& clock, const Clock& other) {
    for (uint32_t i = 0; i < kPipes; ++i) {
        clock[i] = std::max(clock[i], other[i]);
    }
}

EventPipes PipesOf(HardEvent event) {
    static const auto kOf = [] {
        std::array<EventPipes, static_cast<size_t>(HardEvent::MAX)> all{};
        for (uint32_t i = 0; i < all.size(); ++i) {
            const std::string_view name = EventName(static_cast<HardEvent>(i));  // "MTE2_V"
            const size_t line = name.find('_');
            all[i] = {PipeNamed(name.substr(0, line)), PipeNamed(name.substr(line + 1))};
        }
        return all;
    }();
    return event < HardEvent::MAX ? kOf[static_cast<size_t>(event)] : EventPipes{};
}

namespace {
[[maybe_unused]] const base::AtLoad kListed([] { PipesOf(HardEvent::MTE2_V); });
}  // namespace

HardEvent EventOf(const EventPipes& pipes) {
    for (uint32_t i = 0; i < static_cast<uint32_t>(HardEvent::MAX); ++i) {
        const auto event = static_cast<HardEvent>(i);
        const EventPipes of = PipesOf(event);
        if (of.from == pipes.from && of.to == pipes.to) {
            return event;
        }
    }
    return HardEvent::MAX;
}

// Source: the constraints of EnQue and DeQue in the public reference, and the events its queues set.
EventPipes HandOver(AscendC::TPosition src, AscendC::TPosition dst, bool forward) {
    const MemoryKind from = MemoryOf(src);
    const MemoryKind to = MemoryOf(dst);
    constexpr MemoryKind kGlobal = MemoryKind::kCount;
    EventPipes pipes;
    if (from == kGlobal) {
        pipes = {PIPE_MTE2, to == MemoryKind::kUb ? PIPE_V : to == MemoryKind::kL1 ? PIPE_MTE1 : PIPE_M};
    } else if (from == MemoryKind::kUb) {
        pipes = to == kGlobal           ? EventPipes{PIPE_V, PIPE_MTE3}
                : to == MemoryKind::kL1 ? EventPipes{PIPE_MTE3, PIPE_MTE1}
                                        : EventPipes{PIPE_MTE2, PIPE_MTE3};
    } else if (from == MemoryKind::kL1) {
        pipes = {PIPE_MTE1, to == MemoryKind::kUb ? PIPE_V : PIPE_M};
    } else {
        pipes = {PIPE_M, PIPE_V};
    }
    return forward ? pipes : EventPipes{pipes.to, pipes.from};
}

uint32_t PipeClocks::Issue(pipe_t pipe) {
    const uint32_t index = PipeIndex(pipe);
    const uint32_t scalar = PipeIndex(PIPE_S);
    Clock& known = known_[index];
    // The scalar unit issues in order: what it has waited for, everything issued after it knows too. Its own writes
    // are another matter: they need a flag.
    const uint32_t written = known[scalar];
    Join(known, known_[scalar]);
    known[scalar] = automatic_ || pipe == PIPE_S ? issued_[scalar] : written;
    // The device compiler orders vector instructions. The order of copies whose destinations overlap is left to the
    // kernel (source: the constraints of PipeBarrier in the public reference); only strict mode asks for it.
    if (automatic_ || (pipe != PIPE_V && pipe != PIPE_MTE2 && pipe != PIPE_MTE3)) {
        known[index] = issued_[index];  // one after the other
    }
    return ++issued_[index];
}

Clock PipeClocks::SetBy(pipe_t from) const {
    const uint32_t index = PipeIndex(from);
    Clock clock = known_[index];
    const uint32_t written = clock[0];
    Join(clock, known_[0]);
    clock[0] = from == PIPE_S ? issued_[0] : written;
    clock[index] = issued_[index];
    return clock;
}

void PipeClocks::Wait(pipe_t to, const Clock& clock) { Join(known_[PipeIndex(to)], clock); }

void PipeClocks::Barrier(pipe_t pipe) {
    if (pipe == PIPE_ALL) {
        std::fill(std::begin(known_), std::end(known_), issued_);
    } else if (pipe < PIPE_ALL || pipe == PIPE_FIX) {
        known_[PipeIndex(pipe)][PipeIndex(pipe)] = issued_[PipeIndex(pipe)];
    }
}

void PipeClocks::LetScalarWait(uint32_t pipe_index, uint32_t time) {
    Clock& known = known_[PipeIndex(PIPE_S)];
    Clock before = known_[pipe_index];  // what the instruction had waited for is done as well
    before[pipe_index] = time;
    Join(known, before);
}

}  // namespace aclnn_cpu::aicore::check
