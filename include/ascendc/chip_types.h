// Which chips have which element types: sets per chip, grouped into profiles that many instructions share. The
// rows of instructions.h name a profile; a chip is a column here and nothing elsewhere.
//
// Source: the sections on supported data types of the public Ascend C API reference.
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

// A set for every chip: of element types, or of rounding modes.
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

//                                          A2, 310B, 310P, 910, 950, X90, 9030
inline constexpr uint32_t FLOATS = F16 | F32;
inline constexpr uint32_t SIGNED = F16 | F32 | I16 | I32;
inline constexpr uint32_t WORDS = I16 | U16;
inline constexpr PerChip kFloats = OnAll(FLOATS);
inline constexpr PerChip kSigned = OnAll(SIGNED);  // the four types of plain arithmetic
inline constexpr PerChip kWords = OnAll(WORDS);    // bitwise instructions
inline constexpr PerChip kRelu = OnAll(FLOATS | I32);
inline constexpr PerChip kAbs = {
    {FLOATS, FLOATS | I16, FLOATS, FLOATS, FLOATS | I16, FLOATS | I16, FLOATS | I16}};
inline constexpr PerChip kMulAddDst = {{FLOATS, FLOATS | WORDS | I32 | U32, FLOATS, FLOATS,
                                        FLOATS | WORDS | I32 | U32, FLOATS | WORDS | I32 | U32,
                                        FLOATS | WORDS | I32 | U32}};
inline constexpr PerChip kFill = OnAll(WORDS | F16 | BF16 | I32 | U32 | F32);
inline constexpr PerChip kBytes = OnAll(ANY);  // what moves without being computed with
inline constexpr PerChip kBytes32 = {{ANY, ANY_32, ANY_32, ANY_32, ANY, ANY_32, ANY_32}};

inline constexpr PerChip kPatternSums = {{F32, 0, 0, 0, F32, 0, 0}};
inline constexpr PerChip kPatternExtremes = {{FLOATS, 0, 0, 0, FLOATS, 0, 0}};
inline constexpr PerChip kReduced = {{FLOATS, FLOATS, FLOATS, F16, FLOATS, FLOATS, FLOATS}};
inline constexpr uint32_t NUMBERS = WORDS | F16 | I32 | U32 | F32;  // of 16 and 32 bits but bfloat16
inline constexpr uint32_t BYTES = I8 | U8;
inline constexpr uint32_t WIDE = Bit(ElementType::kInt64) | Bit(ElementType::kUint64);
inline constexpr uint32_t MOVED = BYTES | NUMBERS | BF16 | WIDE;
inline constexpr PerChip kIndices = {{SIGNED, SIGNED, SIGNED, 0, SIGNED, 0, 0}};
inline constexpr PerChip kProgressions = {{SIGNED, 0, SIGNED, 0, SIGNED, 0, 0}};
inline constexpr PerChip kSpread = {
    {NUMBERS | BF16, 0, NUMBERS, 0, MOVED, U16 | F16 | U32 | F32, U16 | F16 | U32 | F32}};
inline constexpr PerChip kGathered = {{NUMBERS | BF16, BYTES | NUMBERS, NUMBERS, 0, MOVED, 0, 0}};
inline constexpr PerChip kGatheredBlocks = {
    {U16 | U32, BYTES | NUMBERS | BF16 | Bit(ElementType::kInt64), 0, 0, MOVED, 0, 0}};
inline constexpr PerChip kScattered = {{0, BYTES | NUMBERS, U16 | F16 | U32 | F32, 0, MOVED, 0, 0}};
inline constexpr PerChip kMasked = {{NUMBERS | BF16, NUMBERS, NUMBERS, 0, BYTES | NUMBERS | BF16, 0, 0}};
inline constexpr PerChip kTransposedBlocks = {{BYTES | NUMBERS, BYTES | NUMBERS, BYTES | NUMBERS,
                                               BYTES | WORDS | F16, BYTES | NUMBERS | BF16, BYTES | NUMBERS,
                                               BYTES | NUMBERS}};
inline constexpr PerChip kTransposed = OnAll(WORDS | F16);
inline constexpr PerChip kTransposedImages = {
    {BYTES | NUMBERS, 0, BYTES | NUMBERS, 0, BYTES | NUMBERS | BF16, BYTES | NUMBERS, BYTES | NUMBERS}};
inline constexpr PerChip kSorted = {{FLOATS, FLOATS, 0, 0, FLOATS, 0, 0}};
inline constexpr PerChip kPairReduced = {{FLOATS, FLOATS, FLOATS, F16, FLOATS, 0, 0}};
// High-level mathematics: A2 and 310P, as a rule the later chips too, 310B nearly never.
inline constexpr PerChip kMath = {{FLOATS, 0, FLOATS, 0, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kMathNoKirin = {{FLOATS, 0, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr PerChip kMathAnd910 = {{FLOATS, 0, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kMathAnd310B = {{FLOATS, FLOATS, FLOATS, 0, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kTaylor = {{FLOATS, 0, 0, 0, FLOATS, 0, 0}};
inline constexpr PerChip kPower = {{FLOATS | I32, 0, FLOATS | I32, 0, FLOATS | I32, 0, 0}};
inline constexpr PerChip kXor = {{WORDS, WORDS, WORDS, 0, WORDS, 0, 0}};

// Sets of rounding modes.
inline constexpr PerChip kExact = OnAll(NONE);
inline constexpr PerChip kRounded = OnAll(FIVE);
inline constexpr PerChip kRoundedOrNone = OnAll(FIVE | NONE);
inline constexpr PerChip kRoundedOddOrNone = OnAll(FIVE | ODD | NONE);
inline constexpr PerChip kExact64 = {{NONE, 0, 0, 0, NONE, 0, 0}};
inline constexpr PerChip kRounded64 = {{FIVE, 0, 0, 0, FIVE, 0, 0}};
inline constexpr PerChip kUnscaled = {{0, NONE, 0, 0, 0, NONE, NONE}};  // int32 to half without SetDeqScale

}  // namespace table

}  // namespace aclnn_cpu::aicore

#endif
