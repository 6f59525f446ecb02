#include "aicore/instruction_table.h"

#include <array>
#include <iterator>

namespace aclnn_cpu::aicore {

using namespace table;

namespace {

// Whether the result of a row, an expression in the variables d, a, b and s, has d in it.
constexpr bool Mentions(std::string_view result, char variable) {
    const auto is_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (size_t i = 0; i < result.size(); ++i) {
        const bool alone =
            (i == 0 || !is_name(result[i - 1])) && (i + 1 == result.size() || !is_name(result[i + 1]));
        if (result[i] == variable && alone) {
            return true;
        }
    }
    return false;
}

}  // namespace

constinit const InstructionInfo kInstructions[] = {
#define ACLNN_CPU_UNARY(Name, types, ...) \
    {#Name, #Name, Family::kUnary, PIPE_V, types, Mentions(#__VA_ARGS__, 'd')},
#define ACLNN_CPU_BINARY(Name, types, ...) \
    {#Name, #Name, Family::kBinary, PIPE_V, types, Mentions(#__VA_ARGS__, 'd')},
#define ACLNN_CPU_SCALAR(Name, types, ...) \
    {#Name, #Name, Family::kScalar, PIPE_V, types, Mentions(#__VA_ARGS__, 'd')},
#define ACLNN_CPU_MATH(Name, function, types, ...) {#Name, #function, Family::kMath, PIPE_V, types},
#define ACLNN_CPU_OTHER(Name, function, family, pipe, types) {#Name, #function, Family::family, pipe, types},
#define ACLNN_CPU_VARIANT(Name, function, family, types, ...) \
    {#Name, #function, Family::family, PIPE_V, types},
    ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)
        ACLNN_CPU_TWO_TYPE_INSTRUCTIONS(ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)
            ACLNN_CPU_VARIANT_INSTRUCTIONS(ACLNN_CPU_VARIANT)
                ACLNN_CPU_MATH_INSTRUCTIONS(ACLNN_CPU_MATH, ACLNN_CPU_MATH, ACLNN_CPU_MATH, ACLNN_CPU_MATH)
                    ACLNN_CPU_OTHER_INSTRUCTIONS(ACLNN_CPU_OTHER)};
#undef ACLNN_CPU_MATH

namespace {

struct CastRow {
    ElementType from;
    ElementType to;
    PerChip modes;
};

constexpr CastRow kCasts[] = {
#define ACLNN_CPU_CAST(from, to, modes) {ElementType::from, ElementType::to, modes},
    ACLNN_CPU_CAST_PAIRS(ACLNN_CPU_CAST) ACLNN_CPU_INT4_CAST_PAIRS(ACLNN_CPU_CAST)};

constexpr size_t kTypeCount = static_cast<size_t>(ElementType::kCount);

struct CastTable {
    PerChip modes[kTypeCount][kTypeCount] = {};  // [from][to]
};
constexpr CastTable kCastTable = [] {
    CastTable table;
    for (const CastRow& row : kCasts) {
        table.modes[static_cast<size_t>(row.from)][static_cast<size_t>(row.to)] = row.modes;
    }
    return table;
}();

constexpr MixedRow kMixed[] = {
#define ACLNN_CPU_MIXED(Name, from, to, chips, ...) \
    {Opcode::k##Name, ElementType::from, ElementType::to, chips},
    ACLNN_CPU_MIXED_INSTRUCTIONS(ACLNN_CPU_MIXED, ACLNN_CPU_MIXED)};

// Where the rows of an opcode stand: every Cast asks, and most have none.
struct MixedRange {
    uint8_t begin = 0;
    uint8_t end = 0;
};
constexpr auto kMixedRanges = [] {
    std::array<MixedRange, static_cast<size_t>(Opcode::kCount)> ranges{};
    for (uint8_t i = 0; i < std::size(kMixed); ++i) {
        MixedRange& range = ranges[static_cast<size_t>(kMixed[i].opcode)];
        range = {range.end == 0 ? i : range.begin, static_cast<uint8_t>(i + 1)};
    }
    return ranges;
}();

}  // namespace

ChipColumn ColumnOf(const platform::Soc& soc) {
    switch (soc.family) {
        case platform::Family::kAscend310B:
            return ChipColumn::k310B;
        case platform::Family::kAscend310P:
            return ChipColumn::k310P;
        case platform::Family::kAscend910:
            return ChipColumn::k910;
        case platform::Family::kAscend950:
        case platform::Family::kAscend350:
            return ChipColumn::k950;
        case platform::Family::kKirinX90:
            return ChipColumn::kX90;
        case platform::Family::kKirin9030:
            return ChipColumn::k9030;
        case platform::Family::kAscend910B:
        case platform::Family::kAscend910_93:
        case platform::Family::kToy:
            break;
    }
    return ChipColumn::kA2;
}

std::span<const MixedRow> MixedRows() { return kMixed; }

int32_t FindMixed(Opcode opcode, ElementType from, ElementType to, ChipColumn chip) {
    const MixedRange range = kMixedRanges[static_cast<size_t>(opcode)];
    for (int32_t i = range.begin; i < range.end; ++i) {
        const MixedRow& row = kMixed[i];
        if (row.opcode == opcode && row.from == from && row.to == to && row.chips[chip] != 0) {
            return i;
        }
    }
    return -1;
}

uint32_t CastModes(ElementType from, ElementType to, ChipColumn chip) {
    return kCastTable.modes[static_cast<size_t>(from)][static_cast<size_t>(to)][chip];
}

}  // namespace aclnn_cpu::aicore
