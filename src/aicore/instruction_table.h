// The instruction table of include/ascendc/instructions.h as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "ascendc/chip_types.h"
#include "ascendc/emulator.h"
#include "base/export.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

// Families of instructions and the executor of each (core.h), which lies in the file of families/ named after
// it.
#define ACLNN_CPU_FAMILIES(F)                                                      \
    F(kUnary, ExecuteVector)                                                       \
    F(kBinary, ExecuteVector)                                                      \
    F(kScalar, ExecuteVector)                                                      \
    F(kCast, ExecuteVector)                                                        \
    F(kFill, ExecuteVector)                                                        \
    F(kMixed, ExecuteVector) /* two types */                                       \
    F(kCopy, ExecuteCopy)                                                          \
    F(kMaskedCopy, ExecuteMaskedCopy)                                              \
    F(kCopyState, ExecuteCopyState)                                                \
    F(kComposite, ExecuteComposite) /* made of other instructions: only checked */ \
    F(kCompare, ExecuteCompare)                                                    \
    F(kCompareRegister, ExecuteCompareRegister)                                    \
    F(kCompareMask, ExecuteCompareMask)                                            \
    F(kSelect, ExecuteSelect)                                                      \
    F(kMath, ExecuteMath)                                                          \
    F(kReduce, ExecuteReduce)                                                      \
    F(kReducePattern, ExecuteReducePattern)                                        \
    F(kIndex, ExecuteIndex)                                                        \
    F(kSpread, ExecuteSpread)                                                      \
    F(kGather, ExecuteGather)                                                      \
    F(kGatherBlocks, ExecuteGatherBlocks)                                          \
    F(kGatherMask, ExecuteGatherMask)                                              \
    F(kTransData, ExecuteTransData)                                                \
    F(kTranspose, ExecuteTranspose)                                                \
    F(kSort, ExecuteSort)

enum class Family : uint8_t {
#define ACLNN_CPU_FAMILY(family, executor) family,
    ACLNN_CPU_FAMILIES(ACLNN_CPU_FAMILY)
#undef ACLNN_CPU_FAMILY
        kCount,
};

ACLNN_CPU_API ChipColumn ColumnOf(const platform::Soc& soc);

struct InstructionInfo {
    std::string_view name;      // of the row: "DataCopyIn"
    std::string_view api_name;  // of the function: "DataCopy"
    Family family;
    pipe_t pipe;
    PerChip types;           // sets of element types
    bool reads_dst = false;  // what it writes depends on what stood there
};
ACLNN_CPU_API extern const InstructionInfo kInstructions[static_cast<size_t>(Opcode::kCount)];
inline const InstructionInfo& InfoOf(Opcode opcode) { return kInstructions[static_cast<size_t>(opcode)]; }

// A pair of types of an instruction that reads one type and writes another.
struct MixedRow {
    Opcode opcode;
    ElementType from;
    ElementType to;
    PerChip chips;
};
ACLNN_CPU_API std::span<const MixedRow> MixedRows();
// The index of the row that a chip has, or -1.
int32_t FindMixed(Opcode opcode, ElementType from, ElementType to, ChipColumn chip);

// Rounding modes of a conversion on a chip; 0: the chip lacks it.
ACLNN_CPU_API uint32_t CastModes(ElementType from, ElementType to, ChipColumn chip);

}  // namespace aclnn_cpu::aicore
