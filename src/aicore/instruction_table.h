// The instruction table of include/ascendc/instructions.h as data.
#pragma once

#include <cstdint>
#include <string_view>

#include "ascendc/emulator.h"
#include "base/export.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

enum class Family : uint8_t { kUnary, kBinary, kScalar, kCast, kFill, kCopy };

// The columns of the table: which chips have which types.
enum class ChipColumn : uint8_t { kA2, k310B };
ACLNN_CPU_API ChipColumn ColumnOf(const platform::Soc& soc);

struct InstructionInfo {
    std::string_view name;      // of the row: "DataCopyIn"
    std::string_view api_name;  // of the function: "DataCopy"
    Family family;
    pipe_t pipe;
    uint32_t types[2];  // set of element types, by ChipColumn
};
ACLNN_CPU_API const InstructionInfo& InfoOf(Opcode opcode);

// Rounding modes of a conversion on a chip; 0: the chip lacks it.
ACLNN_CPU_API uint32_t CastModes(ElementType from, ElementType to, ChipColumn chip);

}  // namespace aclnn_cpu::aicore
