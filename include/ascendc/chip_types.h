// Which chips have which element types: sets per chip, grouped into profiles that many instructions share.
// The rows of instructions.h name a profile; a chip family is a column.
//
// Source: the sections on supported products and data types of the public Ascend C API reference; where those
// of Ascend310P and Ascend910 name a conversion that the public implementation lacks (float to int64 for
// float to int32, int16 to half), what is implemented. A chip that a page does not name lacks the
// instruction. Left out is what no loop computes: complex numbers, 4- and 8-bit floats, arithmetic on double
// and int4b_t, and integer division.
#ifndef ACLNN_CPU_ASCENDC_CHIP_TYPES_H
#define ACLNN_CPU_ASCENDC_CHIP_TYPES_H

#include "ascendc/element_type.h"

namespace aclnn_cpu::aicore {

enum class ChipColumn : uint8_t {
    kA2,    // Ascend910B and Ascend910_93
    k310B,  // Ascend310B
    k310P,  // Ascend310P
    k910,   // Ascend910
    k950,   // Ascend950 and Ascend350
    kX90,   // KirinX90
    k9030,  // Kirin9030
    kCount,
};
inline constexpr uint32_t kChipColumns = static_cast<uint32_t>(ChipColumn::kCount);

// A set for every chip: of element types, or of rounding modes. Empty where the chip lacks the instruction.
struct PerChip {
    uint32_t of[kChipColumns];

    constexpr uint32_t operator[](ChipColumn column) const { return of[static_cast<uint32_t>(column)]; }
    // What at least one chip has.
    constexpr uint32_t Any() const {
        uint32_t any = 0;
        for (const uint32_t set : of) {
            any |= set;
        }
        return any;
    }
};

namespace table {

constexpr PerChip OnAll(uint32_t set) { return {{set, set, set, set, set, set, set}}; }

inline constexpr uint32_t BYTES = I8 | U8;
inline constexpr uint32_t WORDS = I16 | U16;
inline constexpr uint32_t WORDS_32 = WORDS | I32 | U32;
inline constexpr uint32_t LONGS = I64 | U64;
inline constexpr uint32_t INTEGERS = BYTES | WORDS_32 | LONGS;
inline constexpr uint32_t FLOATS = F16 | F32;
inline constexpr uint32_t SIGNED = FLOATS | I16 | I32;  // the four types of plain arithmetic
inline constexpr uint32_t NUMBERS = FLOATS | WORDS_32;  // of 16 and 32 bits but bfloat16_t
inline constexpr uint32_t MOVABLE = BYTES | NUMBERS | BF16 | LONGS;
inline constexpr uint32_t OLD = ANY & ~BF16;  // of the chips without bfloat16_t
inline constexpr uint32_t OLD_32 = ANY_32 & ~BF16;

// The columns of every row below: A2, 310B, 310P, 910, 950, X90, 9030.

// ---- Profiles of several groups of instructions

inline constexpr PerChip kAnyType = OnAll(ANY);  // the instruction's own rules say more
inline constexpr PerChip kFloats = OnAll(FLOATS);
inline constexpr PerChip kFloatsNot910 = {{FLOATS, FLOATS, FLOATS, 0, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kFloatsA2And950 = {{FLOATS, 0, 0, 0, FLOATS, 0, 0}};

// ---- Arithmetic

inline constexpr PerChip kSigned = {
    {SIGNED, SIGNED, SIGNED, FLOATS | I32, SIGNED | INTEGERS | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kMul = {
    {SIGNED, SIGNED, SIGNED, FLOATS | I32, SIGNED | WORDS_32 | LONGS | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kAdds = {
    {SIGNED, SIGNED, SIGNED, FLOATS, SIGNED | BYTES | LONGS | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kMuls = {{SIGNED, SIGNED, SIGNED, FLOATS, SIGNED | LONGS | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kMaxs = {{SIGNED, SIGNED, SIGNED, 0, SIGNED | BYTES | LONGS | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kScalarDifference = {{0, 0, 0, 0, SIGNED | LONGS | BF16, 0, 0}};
inline constexpr PerChip kScalarQuotient = {{0, 0, 0, 0, FLOATS, 0, 0}};
inline constexpr PerChip kAbs = {{FLOATS, FLOATS | I16, FLOATS, FLOATS, SIGNED | I8 | I64, FLOATS, FLOATS}};
inline constexpr PerChip kRelu = {
    {FLOATS | I32, FLOATS | I32, FLOATS | I32, F16, FLOATS | I32 | I64, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kMulAddDst = {
    {FLOATS, FLOATS | WORDS_32, FLOATS, 0, FLOATS | LONGS, FLOATS, FLOATS}};
inline constexpr PerChip kAxpy = {{FLOATS, FLOATS, FLOATS, FLOATS, FLOATS | BF16 | LONGS, FLOATS, FLOATS}};
inline constexpr PerChip kFusedMulAdd = {{FLOATS, FLOATS, FLOATS, 0, FLOATS | BF16 | LONGS, FLOATS, FLOATS}};
inline constexpr PerChip kMulAddRelu = {{FLOATS, FLOATS, FLOATS, 0, FLOATS | LONGS, 0, 0}};
inline constexpr PerChip kAddRelu = {{FLOATS | I16, FLOATS, FLOATS | I16, 0, FLOATS | I16 | LONGS, 0, 0}};
inline constexpr PerChip kWords = {{WORDS, WORDS, WORDS, WORDS, INTEGERS, WORDS, WORDS}};  // bitwise
inline constexpr PerChip kShift = {{WORDS_32, WORDS_32, 0, 0, INTEGERS, 0, 0}};
inline constexpr PerChip kShiftRound = {{WORDS_32, 0, 0, 0, 0, 0, 0}};

// Types that only the count form of arithmetic takes, without masks and strides.
inline constexpr PerChip kCountFormOnly = {{0, 0, 0, 0, BYTES | LONGS | F64, 0, 0}};

// Types that the count forms of And, Or and Not take too, as words of 16 bits: the count is of words.
inline constexpr PerChip kCountsWords = {{BYTES | I32 | U32, 0, 0, 0, 0, 0, 0}};

// Chips that have a pair of types (1) or lack it (0), and what the instructions of such pairs write.
inline constexpr PerChip kEverywhere = OnAll(1);
inline constexpr PerChip kNot910OrKirin = {{1, 1, 1, 0, 1, 0, 0}};
inline constexpr PerChip kNot310BOr910 = {{1, 0, 1, 0, 1, 1, 1}};
inline constexpr PerChip kA2And310PAnd950 = {{1, 0, 1, 0, 1, 0, 0}};
inline constexpr PerChip kA2And950 = {{1, 0, 0, 0, 1, 0, 0}};
inline constexpr PerChip kReluCast = {{I8 | F16, I8 | F16, I8 | F16, 0, I8 | F16, 0, 0}};
inline constexpr PerChip kMulCast = {{BYTES, BYTES, BYTES, 0, BYTES, 0, 0}};
inline constexpr PerChip kScaled = {{F16, 0, F16, 0, F16, 0, 0}};
inline constexpr PerChip kScaled32 = {{F16, 0, 0, 0, F16, 0, 0}};

// ---- Mathematics: A2 and 310P, as a rule the later chips too, 310B nearly never

inline constexpr PerChip kMath = {{FLOATS, 0, FLOATS, 0, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kMathNoKirin = {{FLOATS, 0, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr PerChip kMathAnd910 = {{FLOATS, 0, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kPower = {{FLOATS | I32, 0, FLOATS | I32, 0, FLOATS | I32, 0, 0}};
inline constexpr PerChip kXor = {{WORDS, WORDS, WORDS, 0, WORDS, 0, 0}};

// ---- Comparisons and selections, by the type compared or selected

inline constexpr PerChip kCompare = {
    {FLOATS | I32, FLOATS, FLOATS, FLOATS, FLOATS | BF16 | INTEGERS, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kCompares = {
    {FLOATS | I32, FLOATS | WORDS_32, FLOATS, 0, FLOATS | BF16 | INTEGERS, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kOnlyEqual = {{I32, 0, 0, 0, 0, I32, I32}};  // no order
inline constexpr PerChip kSelect = {{FLOATS, FLOATS, FLOATS, FLOATS, FLOATS | BF16 | INTEGERS,
                                     FLOATS | WORDS_32 | BYTES, FLOATS | WORDS_32 | BYTES}};
inline constexpr uint32_t SELECT_MASKS = U8 | U16 | U32 | U64;  // types of selMask
// The forms that compare into the register CMPMASK and select by it, and that register's moves.
inline constexpr PerChip kRegisterForms = {{FLOATS, 0, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr PerChip kCompareMask = {{ANY, 0, ANY, 0, ANY, 0, 0}};

// ---- Copies, by way: 0 where the chip lacks it

inline constexpr uint32_t TO_16 = WORDS | F16;
inline constexpr PerChip kMoved = {{ANY, ANY, OLD, OLD, ANY, OLD, OLD}};  // global memory and UB
inline constexpr PerChip kMovedInUb = {{ANY, 0, OLD, OLD, ANY, 0, 0}};
inline constexpr PerChip kMovedToL1 = {{ANY, 0, OLD, OLD, ANY, OLD, OLD}};
inline constexpr PerChip kMovedFromL1 = {{ANY, 0, 0, 0, 0, OLD, OLD}};
inline constexpr PerChip kMovedUbToL1 = {{ANY, 0, OLD, 0, ANY, 0, 0}};
inline constexpr PerChip kPadded = {{ANY, ANY_32, 0, 0, ANY, OLD, OLD}};
inline constexpr PerChip kCompacted = {{0, 0, 0, 0, ANY, 0, 0}};
inline constexpr PerChip kSliced = {{ANY_32, 0, OLD_32, 0, ANY, 0, 0}};
inline constexpr PerChip kNd2Nz = {{ANY_32, 0, OLD_32, 0, ANY_32, I8 | U8 | TO_16, I8 | U8 | TO_16}};
inline constexpr PerChip kNd2NzUbToL1 = {{ANY_32, 0, 0, 0, ANY_32, 0, 0}};
inline constexpr PerChip kNz2Nd = {{ANY_32 & ~(I8 | U8), 0, OLD_32 & ~(I8 | U8), 0, ANY, 0, 0}};
inline constexpr PerChip kMasked = {
    {ANY_32 & ~(I8 | U8), ANY_32 & ~(I8 | U8), 0, 0, ANY & ~F64, OLD_32 & ~(I8 | U8), OLD_32 & ~(I8 | U8)}};
inline constexpr PerChip kMaskedCount = {{0, 0, 0, 0, ANY & ~F64, 0, 0}};
inline constexpr PerChip kFilledGlobal = {
    {TO_16 | I32 | U32 | F32, 0, TO_16 | I32 | U32 | F32, 0, ANY & ~F64, 0, 0}};
inline constexpr PerChip kPadValue = {{ANY, 0, 0, 0, ANY, 0, 0}};

// What copies to global memory can combine with what is there.
inline constexpr uint32_t ATOMIC = SIGNED | I8 | BF16;
inline constexpr PerChip kAtomicAdd = {{ATOMIC, SIGNED, F16 | F32 | I16, F32, ATOMIC, 0, 0}};
inline constexpr PerChip kAtomicType = {{ATOMIC, SIGNED, F16 | F32 | I16, 0, ATOMIC, 0, 0}};
inline constexpr PerChip kAtomicOrder = {{ATOMIC, 0, 0, 0, ATOMIC, 0, 0}};  // the larger or the smaller

// ---- Reductions

inline constexpr PerChip kReduced = {{FLOATS, FLOATS, FLOATS, F16, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kPairReduced = {{FLOATS, FLOATS, FLOATS, F16, FLOATS, 0, 0}};
inline constexpr PerChip kPatternSums = {{F32, 0, 0, 0, F32, 0, 0}};

// ---- Fills, indices, gathers, transposes, sorts

inline constexpr uint32_t FILL = NUMBERS | BF16;
inline constexpr PerChip kFill = {{FILL, FILL, FILL, FILL, FILL | BYTES | LONGS, F16, F16}};
inline constexpr PerChip kIndices = {{SIGNED, SIGNED, SIGNED, 0, SIGNED, 0, 0}};
inline constexpr PerChip kProgressions = {{SIGNED, 0, SIGNED, 0, SIGNED, 0, 0}};
inline constexpr PerChip kSpread = {
    {NUMBERS | BF16, 0, NUMBERS, 0, MOVABLE, U16 | F16 | U32 | F32, U16 | F16 | U32 | F32}};
inline constexpr PerChip kGathered = {{NUMBERS | BF16, BYTES | NUMBERS, NUMBERS, 0, MOVABLE, 0, 0}};
inline constexpr PerChip kGatheredBlocks = {{U16 | U32, BYTES | NUMBERS | BF16 | I64, 0, 0, MOVABLE, 0, 0}};
inline constexpr PerChip kScattered = {{0, BYTES | NUMBERS, U16 | F16 | U32 | F32, 0, MOVABLE, 0, 0}};
inline constexpr PerChip kPacked = {{NUMBERS | BF16, NUMBERS, NUMBERS, 0, BYTES | NUMBERS | BF16, 0, 0}};
inline constexpr PerChip kTransposedBlocks = {{BYTES | NUMBERS, BYTES | NUMBERS, BYTES | NUMBERS,
                                               BYTES | WORDS | F16, BYTES | NUMBERS | BF16, BYTES | NUMBERS,
                                               BYTES | NUMBERS}};
inline constexpr PerChip kTransposed = OnAll(WORDS | F16);
inline constexpr PerChip kTransposedImages = {
    {BYTES | NUMBERS, 0, BYTES | NUMBERS, 0, BYTES | NUMBERS | BF16, BYTES | NUMBERS, BYTES | NUMBERS}};
inline constexpr PerChip kSorted = {{FLOATS, FLOATS, 0, 0, FLOATS, 0, 0}};

// ---- Rounding modes of Cast

// On a 310P and a 910 half becomes a byte without RINT; the Kirin chips have one mode per pair.
inline constexpr uint32_t FOUR = FIVE & ~RINT;
inline constexpr uint32_t ALL = FIVE | ODD | NONE;
inline constexpr PerChip kWidened = {{NONE, NONE, NONE, NONE, NONE, 0, 0}};
inline constexpr PerChip kUnrounded = {{NONE, NONE, 0, 0, NONE, 0, 0}};
inline constexpr PerChip kRounded = {{FIVE, FIVE, 0, 0, FIVE, 0, 0}};
inline constexpr PerChip kOn950 = {{0, 0, 0, 0, NONE, 0, 0}};
inline constexpr PerChip kRoundedOn950 = {{0, 0, 0, 0, FIVE, 0, 0}};
inline constexpr PerChip kBFloat16ToFloat = {{NONE, NONE, 0, 0, NONE, NONE, NONE}};
inline constexpr PerChip kFloatToHalf = {{ALL, ALL, ODD | NONE, ODD | NONE, ALL, 0, 0}};
inline constexpr PerChip kFloatToBFloat16 = {{FIVE, FIVE, 0, 0, FIVE, ROUND, ROUND}};
inline constexpr PerChip kFloatToInt32 = {{FIVE, FIVE, FIVE, FIVE, FIVE, 0, 0}};
inline constexpr PerChip kHalfToInt32 = {{FIVE, FIVE, FIVE, FIVE, FIVE, FLOOR, FLOOR}};
inline constexpr PerChip kHalfToInt16 = {{FIVE, FIVE, RINT, 0, FIVE, 0, 0}};
inline constexpr PerChip kHalfToInt8 = {{FIVE | NONE, FIVE | NONE, FOUR | NONE, FOUR | NONE, FIVE, 0, 0}};
inline constexpr PerChip kHalfToUint8 = {
    {FIVE | NONE, FIVE | NONE, FOUR | NONE, FOUR | NONE, FIVE, CEIL, CEIL}};
inline constexpr PerChip kInt16ToHalf = {{FIVE | NONE, FIVE | NONE, NONE, 0, FIVE, 0, 0}};
inline constexpr PerChip kInt32ToInt16 = {{NONE, NONE, NONE, 0, NONE, 0, 0}};
inline constexpr PerChip kInt32ToFloat = {{FIVE | NONE, FIVE | NONE, NONE, NONE, FIVE, CEIL, CEIL}};
inline constexpr PerChip kUnscaled = {{0, NONE, 0, 0, 0, 0, 0}};  // int32 to half without SetDeqScale
inline constexpr PerChip kInt4ToHalf = {{NONE, 0, 0, 0, NONE, 0, 0}};
inline constexpr PerChip kHalfToInt4 = {{FIVE | NONE, 0, 0, 0, FIVE, 0, 0}};

}  // namespace table

}  // namespace aclnn_cpu::aicore

#endif
