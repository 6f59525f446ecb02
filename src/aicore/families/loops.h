// The contiguous loops that instructions boil down to, compiled once per instruction set and chosen at run
// time. All sets give the same bits.
#pragma once

#include <cstdint>

#include "ascendc/enums.h"
#include "ascendc/instructions.h"

namespace aclnn_cpu::aicore {

inline constexpr uint32_t kTypes = static_cast<uint32_t>(ElementType::kCount);
inline constexpr uint32_t kRoundModes = 7;

// dst[i] = op(dst[i], src0[i], src1[i], scalar) for i < n. Each source is dst itself or does not overlap it.
// An operand the instruction lacks is given as dst.
using VectorLoop = void (*)(void* dst, const void* src0, const void* src1, uint64_t scalar, uint64_t n);
// dst[i] = convert(src[i]); no overlap but full overlap of equal sizes.
using CastLoop = void (*)(void* dst, const void* src, uint64_t n);
using FillLoop = void (*)(void* dst, uint64_t scalar, uint64_t n);

struct Loops {
    const char* name;
    // Null where no chip has the type, for the instruction or for atomic copies of that operation.
    VectorLoop vector[static_cast<uint32_t>(Opcode::kCount)][kTypes];
    CastLoop cast[kTypes][kTypes][kRoundModes];  // [source][destination][mode]
    FillLoop fill[4];                            // by log2 of the element size
};

extern const Loops kLoopsBaseline;
extern const Loops kLoopsAvx2;
extern const Loops kLoopsAvx512;

// The widest set that the machine has and the settings (ACLNN_CPU_TARGET) allow.
const Loops& SelectLoops();

}  // namespace aclnn_cpu::aicore
