// The contiguous loops that instructions boil down to, compiled once per instruction set and chosen at run
// time. All sets give the same bits.
#pragma once

#include <cstdint>

#include "ascendc/enums.h"
#include "ascendc/instructions.h"

namespace aclnn_cpu::aicore {

inline constexpr uint32_t kTypes = static_cast<uint32_t>(ElementType::kCount);
inline constexpr uint32_t kRoundModes = 7;
inline constexpr uint32_t kCompareModes = 6;
// Index of loops that take b as a tensor, or as a pointer to one scalar.
inline constexpr uint32_t kWithTensor = 0;
inline constexpr uint32_t kWithScalar = 1;

// dst[i] = op(dst[i], src0[i], src1[i], scalar) for i < n. Each source is dst itself or does not overlap it.
// An operand the instruction lacks is given as dst.
using VectorLoop = void (*)(void* dst, const void* src0, const void* src1, uint64_t scalar, uint64_t n);
// dst[i] = convert(src[i]); no overlap but full overlap of equal sizes.
using CastLoop = void (*)(void* dst, const void* src, uint64_t n);
// Bit i % 8 of dst[i / 8] = compare(a[i], b[i]) for i < n; the bits behind the last are 0. No overlap.
using CompareLoop = void (*)(uint8_t* dst, const void* a, const void* b, uint64_t n);
// dst[i] = bit i of bits ? a[i] : b[i]. Each of a and b is dst itself or does not overlap it.
using SelectLoop = void (*)(void* dst, const uint8_t* bits, const void* a, const void* b, uint64_t n);
using FillLoop = void (*)(void* dst, uint64_t scalar, uint64_t n);

#define ACLNN_CPU_COUNT(...) +1
inline constexpr uint32_t kMixedRows = 0 ACLNN_CPU_MIXED_INSTRUCTIONS(ACLNN_CPU_COUNT, ACLNN_CPU_COUNT);
#undef ACLNN_CPU_COUNT
// dst[i] = op(src[2 i], src[2 i + 1]) for i < n: one level of a binary tree. No overlap.
using PairLoop = void (*)(void* dst, const void* src, uint64_t n);
// The first i < n for which src[i] is the value with these bits (any NaN if they are one's); n if there is none.
using FindLoop = uint64_t (*)(const void* src, uint64_t bits, uint64_t n);
// Mathematics: as VectorLoop, but the scalar is given in the type that the function computes in.
using MathRow = VectorLoop[kTypes];

enum class ReduceOp : uint8_t { kSum, kMax, kMin, kCount };

struct Loops {
    const char* name;
    // Null where no chip has the type, for the instruction or for atomic copies of that operation.
    VectorLoop vector[static_cast<uint32_t>(Opcode::kCount)][kTypes];
    VectorLoop mixed[kMixedRows];                // in the order of the table; sources and dst differ in type
    CastLoop cast[kTypes][kTypes][kRoundModes];  // [source][destination][mode]
    FillLoop fill[4];                            // by log2 of the element size
    CompareLoop compare[kTypes][kCompareModes][2];
    SelectLoop select[4][2];                                         // by log2 of the element size
    PairLoop pair[static_cast<uint32_t>(ReduceOp::kCount)][kTypes];  // half and float only, as is find
    FindLoop find[kTypes];
    const MathRow* math;  // by opcode, then type
};

// By opcode; rows of other tables are empty. One table per instruction set.
struct MathLoops {
    MathRow rows[static_cast<uint32_t>(Opcode::kCount)];
};
extern const MathLoops kMathLoopsBaseline;
extern const MathLoops kMathLoopsAvx2;
extern const MathLoops kMathLoopsAvx512;

extern const Loops kLoopsBaseline;
extern const Loops kLoopsAvx2;
extern const Loops kLoopsAvx512;

// The widest set that the machine has and the settings (ACLNN_CPU_TARGET) allow.
const Loops& SelectLoops();

}  // namespace aclnn_cpu::aicore
