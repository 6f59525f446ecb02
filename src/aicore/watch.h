// How executors say what they are about to do: to whoever watches, before anything changes.
#pragma once

#include <initializer_list>

#include "aicore/core.h"

namespace aclnn_cpu::aicore {

inline bool IsWatched(const Core& core) { return core.observer != nullptr; }

// A part of an instruction; see Transfer for `elements`. Costs a branch when nobody watches.
inline void Announce(const Core& core, const Instruction& instruction, std::initializer_list<Piece> pieces,
                     uint64_t elements = 0) {
    if (IsWatched(core)) [[unlikely]] {
        core.observer->OnTransfer(core, instruction, {{pieces.begin(), pieces.size()}, elements});
    }
}

}  // namespace aclnn_cpu::aicore
