// What each pipe of a core knows of the others: vector clocks over flags, barriers and queue hand-overs.
//
// Instructions are numbered per pipe from 1. A pipe knows an instruction of another once the chip guarantees that it
// has finished before the pipe's next one starts.
#pragma once

#include <array>
#include <cstdint>

#include "ascendc/enums.h"

namespace aclnn_cpu::aicore::check {

inline constexpr uint32_t kPipes = 7;  // S, V, M, MTE1, MTE2, MTE3, FIX

constexpr uint32_t PipeIndex(pipe_t pipe) { return pipe == PIPE_FIX ? 6 : static_cast<uint32_t>(pipe); }
constexpr pipe_t PipeAt(uint32_t index) { return index == 6 ? PIPE_FIX : static_cast<pipe_t>(index); }

// Per pipe, how many of its instructions have finished.
using Clock = std::array<uint32_t, kPipes>;

// Makes the clock know what the other knows.
void Join(Clock& clock, const Clock& other);

// The two pipes of an event: the first sets the flag, the second waits for it.
struct EventPipes {
    pipe_t from = PIPE_ALL;
    pipe_t to = PIPE_ALL;
};
EventPipes PipesOf(AscendC::HardEvent event);
// The event between two pipes; MAX where there is none.
AscendC::HardEvent EventOf(const EventPipes& pipes);

// The event by which a queue hands a buffer on from the stage that fills it (forward), or back to it; `src` and `dst`
// are the positions of the queue. Both pipes PIPE_ALL where there is none.
EventPipes HandOver(AscendC::TPosition src, AscendC::TPosition dst, bool forward);

class PipeClocks {
 public:
    // `automatic`: the device compiler orders vector instructions among themselves and the scalar unit with all.
    explicit PipeClocks(bool automatic) : automatic_(automatic) {}

    // The next instruction of a pipe. Returns its number.
    uint32_t Issue(pipe_t pipe);
    // What the instruction just issued knows.
    const Clock& KnownBy(pipe_t pipe) const { return known_[PipeIndex(pipe)]; }

    // What a flag carries that `from` sets now; and a pipe waits for it.
    Clock SetBy(pipe_t from) const;
    void Wait(pipe_t to, const Clock& clock);
    void Barrier(pipe_t pipe);  // PIPE_ALL: every pipe has drained
    // The device compiler lets the scalar unit wait for an instruction of another pipe.
    void LetScalarWait(uint32_t pipe_index, uint32_t time);

    bool automatic() const { return automatic_; }

 private:
    bool automatic_;
    Clock issued_{};
    Clock known_[kPipes] = {};
};

}  // namespace aclnn_cpu::aicore::check
