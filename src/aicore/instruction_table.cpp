#include "aicore/instruction_table.h"

#include <iterator>

namespace aclnn_cpu::aicore {

namespace {

using namespace table;

constexpr Family FamilyOf(Opcode opcode) {
    return opcode == Opcode::kCast        ? Family::kCast
           : opcode == Opcode::kDuplicate ? Family::kFill
                                          : Family::kCopy;
}

// DataCopyIn, DataCopyOut and DataCopyLocal are one function, and so are the two DataCopyPad.
constexpr std::string_view ApiName(std::string_view name) {
    for (const std::string_view api : {std::string_view("DataCopyPad"), std::string_view("DataCopy")}) {
        if (name.substr(0, api.size()) == api) {
            return api;
        }
    }
    return name;
}

constexpr InstructionInfo kInstructions[] = {
#define ACLNN_CPU_UNARY(Name, a2, b310, ...) {#Name, #Name, Family::kUnary, PIPE_V, {a2, b310}},
#define ACLNN_CPU_BINARY(Name, a2, b310, ...) {#Name, #Name, Family::kBinary, PIPE_V, {a2, b310}},
#define ACLNN_CPU_SCALAR(Name, a2, b310, ...) {#Name, #Name, Family::kScalar, PIPE_V, {a2, b310}},
#define ACLNN_CPU_OTHER(Name, pipe, a2, b310) \
    {#Name, ApiName(#Name), FamilyOf(Opcode::k##Name), pipe, {a2, b310}},
    ACLNN_CPU_VECTOR_INSTRUCTIONS(ACLNN_CPU_UNARY, ACLNN_CPU_BINARY, ACLNN_CPU_SCALAR)
        ACLNN_CPU_OTHER_INSTRUCTIONS(ACLNN_CPU_OTHER)};
static_assert(std::size(kInstructions) == static_cast<size_t>(Opcode::kCount));

struct CastRow {
    ElementType from;
    ElementType to;
    uint32_t modes[2];
};

constexpr CastRow kCasts[] = {
#define ACLNN_CPU_CAST(from, to, a2, b310) {ElementType::from, ElementType::to, {a2, b310}},
    ACLNN_CPU_CAST_PAIRS(ACLNN_CPU_CAST)};

}  // namespace

ChipColumn ColumnOf(const platform::Soc& soc) {
    switch (soc.family) {
        case platform::Family::kAscend910B:
        case platform::Family::kAscend910_93:
        case platform::Family::kToy:
            return ChipColumn::kA2;
        default:
            return ChipColumn::k310B;
    }
}

const InstructionInfo& InfoOf(Opcode opcode) { return kInstructions[static_cast<uint32_t>(opcode)]; }

uint32_t CastModes(ElementType from, ElementType to, ChipColumn chip) {
    for (const CastRow& row : kCasts) {
        if (row.from == from && row.to == to) {
            return row.modes[static_cast<uint32_t>(chip)];
        }
    }
    return 0;
}

}  // namespace aclnn_cpu::aicore
