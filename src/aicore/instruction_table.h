// The instruction table of include/ascendc/instructions.h as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ascendc/chip_types.h"
#include "ascendc/emulator.h"
#include "base/export.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

// How an instruction is executed: one executor each (core.h).
enum class Family : uint8_t {
    kUnary,
    kBinary,
    kScalar,
    kCast,
    kFill,
    kCopy,
    kMaskedCopy,
    kCopyState,
    kComposite,  // made of other instructions: only checked
    kCount
};

ACLNN_CPU_API ChipColumn ColumnOf(const platform::Soc& soc);

struct InstructionInfo {
    std::string_view name;      // of the row: "DataCopyIn"
    std::string_view api_name;  // of the function: "DataCopy"
    Family family;
    pipe_t pipe;
    PerChip types;  // sets of element types
};
ACLNN_CPU_API extern const InstructionInfo kInstructions[static_cast<size_t>(Opcode::kCount)];
inline const InstructionInfo& InfoOf(Opcode opcode) { return kInstructions[static_cast<size_t>(opcode)]; }

// Rounding modes of a conversion on a chip; 0: the chip lacks it.
ACLNN_CPU_API uint32_t CastModes(ElementType from, ElementType to, ChipColumn chip);

}  // namespace aclnn_cpu::aicore
