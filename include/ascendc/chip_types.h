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
inline constexpr uint32_t ON_950 = SIGNED | BF16 | U16 | U32;
inline constexpr PerChip kFloats = OnAll(FLOATS);
inline constexpr PerChip kArithmetic = {
    {SIGNED, SIGNED, SIGNED, FLOATS | I32, ON_950, SIGNED, SIGNED}};  // two tensors
inline constexpr PerChip kExtrema = kArithmetic;
inline constexpr PerChip kScalarArithmetic = {
    {SIGNED, SIGNED, SIGNED, FLOATS, SIGNED | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kScalarExtrema = {{SIGNED, SIGNED, SIGNED, 0, SIGNED | BF16, SIGNED, SIGNED}};
inline constexpr PerChip kScalarDifference = {{0, 0, 0, 0, SIGNED | BF16, 0, 0}};
inline constexpr PerChip kScalarQuotient = {{0, 0, 0, 0, FLOATS, 0, 0}};
inline constexpr PerChip kWords = {{WORDS, WORDS, WORDS, WORDS, WORDS | I32 | U32, WORDS, WORDS}};  // bitwise
inline constexpr PerChip kNot = {{WORDS, WORDS, WORDS, WORDS, WORDS | I32 | U32, WORDS, WORDS}};
// The chips whose And, Or and Not in the count form take tensors of any integers and count words of 16 bits.
inline constexpr PerChip kCountsWords = {{I8 | U8 | I32 | U32, 0, 0, 0, 0, 0, 0}};
inline constexpr PerChip kShift = {{WORDS | I32 | U32, WORDS | I32 | U32, 0, 0, WORDS | I32 | U32, 0, 0}};
inline constexpr PerChip kShiftRound = {{WORDS | I32 | U32, 0, 0, 0, 0, 0, 0}};
inline constexpr PerChip kRelu = {
    {FLOATS | I32, FLOATS | I32, FLOATS | I32, F16, FLOATS | I32, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kAbs = {{FLOATS, FLOATS | I16, FLOATS, FLOATS, FLOATS | I16 | I32, FLOATS, FLOATS}};
inline constexpr PerChip kMulAddDst = {
    {FLOATS, FLOATS | WORDS | I32 | U32, FLOATS, 0, FLOATS, FLOATS, FLOATS}};
inline constexpr PerChip kFusedMulAdd = {{FLOATS, FLOATS, FLOATS, 0, FLOATS | BF16, FLOATS, FLOATS}};
inline constexpr PerChip kMulAddRelu = {{FLOATS, FLOATS, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr PerChip kAddRelu = {{FLOATS | I16, FLOATS, FLOATS | I16, 0, FLOATS | I16, 0, 0}};
inline constexpr PerChip kFill = {{WORDS | F16 | BF16 | I32 | U32 | F32, WORDS | F16 | BF16 | I32 | U32 | F32,
                                   WORDS | F16 | BF16 | I32 | U32 | F32, WORDS | F16 | BF16 | I32 | U32 | F32,
                                   ANY, F16, F16}};
inline constexpr PerChip kBytes = OnAll(ANY);  // what moves without being computed with
inline constexpr PerChip kBytes32 = {{ANY, ANY_32, ANY_32, ANY_32, ANY, ANY_32, ANY_32}};

// Chips that have a pair of types.
inline constexpr PerChip kEverywhere = OnAll(1);
inline constexpr PerChip kWidens = {{1, 0, 1, 0, 1, 1, 1}};
inline constexpr PerChip kReluCasts = {{1, 1, 1, 0, 1, 0, 0}};
inline constexpr PerChip kReluCastsWords = {{1, 0, 1, 0, 1, 0, 0}};
inline constexpr PerChip kScales = {{1, 0, 1, 0, 1, 0, 0}};
inline constexpr PerChip kScales32 = {{1, 0, 0, 0, 1, 0, 0}};
// What those instructions write.
inline constexpr PerChip kReluCast = {{I8 | F16, I8 | F16, I8 | F16, 0, I8 | F16, 0, 0}};
inline constexpr PerChip kMulCast = {{I8 | U8, I8 | U8, I8 | U8, 0, I8 | U8, 0, 0}};
inline constexpr PerChip kScaled = {{F16, 0, F16, 0, F16, 0, 0}};

// Comparisons, by the type compared. The register form compares into CMPMASK.
inline constexpr PerChip kCompare = {
    {FLOATS | I32, FLOATS, FLOATS, FLOATS, FLOATS | BF16 | WORDS | I32 | U32, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kCompares = {{FLOATS | I32, FLOATS | WORDS | I32 | U32, FLOATS, 0,
                                       FLOATS | BF16 | WORDS | I32 | U32, FLOATS | I32, FLOATS | I32}};
inline constexpr PerChip kCompareRegister = {{FLOATS, 0, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr PerChip kCompareMask = {{ANY, 0, ANY, 0, ANY, 0, 0}};
// The types that can only be compared for equality.
inline constexpr PerChip kOnlyEqual = {{I32, 0, 0, 0, 0, I32, I32}};
inline constexpr PerChip kSelect = {{FLOATS, FLOATS, FLOATS, FLOATS, FLOATS | BF16 | WORDS | I32 | U32,
                                     FLOATS | WORDS | I32 | U32 | I8 | U8,
                                     FLOATS | WORDS | I32 | U32 | I8 | U8}};
inline constexpr PerChip kSelectRegister = {{FLOATS, 0, FLOATS, 0, FLOATS, 0, 0}};
inline constexpr uint32_t SELECT_MASKS = U8 | U16 | U32 | Bit(ElementType::kUint64);

// Sets of rounding modes, by pair of types.
inline constexpr uint32_t RINT_ONLY = 1u << 1;
inline constexpr uint32_t FLOOR_ONLY = 1u << 2;
inline constexpr uint32_t CEIL_ONLY = 1u << 3;
inline constexpr uint32_t ROUND_ONLY = 1u << 4;
inline constexpr uint32_t FOUR = FIVE & ~RINT_ONLY;
//                                               A2, 310B, 310P, 910, 950, X90, 9030
inline constexpr PerChip kWiden = {{NONE, NONE, NONE, NONE, NONE, 0, 0}};
inline constexpr PerChip kBFloat16ToFloat = {{NONE, NONE, 0, 0, NONE, NONE, NONE}};
inline constexpr PerChip kWordToFloat = {{NONE, NONE, 0, 0, NONE, 0, 0}};
inline constexpr PerChip kFloatToHalf = {
    {FIVE | ODD | NONE, FIVE | ODD | NONE, ODD | NONE, ODD | NONE, FIVE | ODD | NONE, 0, 0}};
inline constexpr PerChip kFloatToBFloat16 = {{FIVE, FIVE, 0, 0, FIVE, ROUND_ONLY, ROUND_ONLY}};
inline constexpr PerChip kRounded = {{FIVE, FIVE, 0, 0, FIVE, 0, 0}};
inline constexpr PerChip kFloatToLong = {{FIVE, FIVE, FIVE, FIVE, FIVE, 0, 0}};
inline constexpr PerChip kHalfToInt = {{FIVE, FIVE, FIVE, FIVE, FIVE, FLOOR_ONLY, FLOOR_ONLY}};
inline constexpr PerChip kHalfToWord = {{FIVE, FIVE, RINT_ONLY, 0, FIVE, 0, 0}};
inline constexpr PerChip kHalfToInt8 = {{FIVE | NONE, FIVE | NONE, FOUR | NONE, FOUR | NONE, FIVE, 0, 0}};
inline constexpr PerChip kHalfToUint8 = {
    {FIVE | NONE, FIVE | NONE, FOUR | NONE, FOUR | NONE, FIVE, CEIL_ONLY, CEIL_ONLY}};
inline constexpr PerChip kIntToFloat = {{FIVE | NONE, FIVE | NONE, NONE, NONE, FIVE, CEIL_ONLY, CEIL_ONLY}};
inline constexpr PerChip kWordToHalf = {{FIVE | NONE, FIVE | NONE, NONE, NONE, FIVE, 0, 0}};
inline constexpr PerChip kUnscaled = {{0, NONE, 0, 0, 0, 0, 0}};  // int32 to half without SetDeqScale
inline constexpr PerChip kIntToWord = {{NONE, NONE, NONE, 0, NONE, 0, 0}};
inline constexpr PerChip kLongs = {{NONE, NONE, 0, 0, NONE, 0, 0}};

}  // namespace table

}  // namespace aclnn_cpu::aicore

#endif
