// Elements of one repeat, brought side by side: for instructions that look at a repeat as a whole.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "aicore/families/plan.h"

namespace aclnn_cpu::aicore {

// Room for one repeat of any type.
struct alignas(64) RepeatBuffer {
    uint8_t bytes[kRepeatBytes] = {};
};

// Calls copy(host address, byte in the buffer, bytes) for elements [first, first + n) of a repeat, block by
// block.
template <typename Copy>
void ForEachPiece(const Access& access, uint64_t repeat, uint64_t first, uint64_t n, Copy copy) {
    const uint64_t end = first + n;
    while (first < end) {
        const uint64_t next = std::min(end, (first / access.per_block + 1) * access.per_block);
        copy(access.At(repeat, first), first * access.size, (next - first) * access.size);
        first = next;
    }
}

// The elements that the plan chooses of a repeat.
inline void Gather(const Access& access, const Plan& plan, uint64_t repeat, RepeatBuffer& buffer) {
    ForEachRun(
        plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat, [&](uint64_t first, uint64_t n) {
            ForEachPiece(access, repeat, first, n, [&](const uint8_t* from, uint64_t at, uint64_t bytes) {
                std::memcpy(buffer.bytes + at, from, bytes);
            });
        });
}
inline void Scatter(const RepeatBuffer& buffer, const Plan& plan, uint64_t repeat, const Access& access) {
    ForEachRun(plan, repeat + 1 == plan.repeats ? plan.last : plan.per_repeat,
               [&](uint64_t first, uint64_t n) {
                   ForEachPiece(access, repeat, first, n, [&](uint8_t* to, uint64_t at, uint64_t bytes) {
                       std::memcpy(to, buffer.bytes + at, bytes);
                   });
               });
}

// Whether the operand's elements lie one behind the other over all repeats.
inline bool IsContiguous(const Access& access, uint64_t per_repeat) {
    return access.block_bytes == kBlockBytes && access.repeat_bytes == per_repeat * access.size;
}

// Whether two ranges of bytes share any.
inline bool Overlap(const uint8_t* a, uint64_t a_bytes, const uint8_t* b, uint64_t b_bytes) {
    return a < b + b_bytes && b < a + a_bytes;
}

// Whether a repeat writes where it also reads, but for each element onto itself.
inline bool WritesIntoSource(const Access& to, const Access& from, uint64_t repeat, uint64_t per_repeat) {
    const auto span = [&](const Access& operand) {
        return (per_repeat / operand.per_block - 1) * operand.block_bytes + kBlockBytes;
    };
    const bool itself = from.At(repeat, 0) == to.At(repeat, 0) && from.size == to.size &&
                        from.block_bytes == to.block_bytes && to.block_bytes != 0;
    return !itself && Overlap(to.At(repeat, 0), span(to), from.At(repeat, 0), span(from));
}

// Elements of all repeats.
inline uint64_t Elements(const Plan& plan) {
    return plan.repeats == 0 ? 0 : (plan.repeats - 1) * plan.per_repeat + plan.last;
}

}  // namespace aclnn_cpu::aicore
