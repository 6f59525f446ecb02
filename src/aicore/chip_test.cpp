// Every row of the instruction table and every conversion on every chip: what the chip has runs, the rest is
// refused with a message that names both. Issued below the functions of namespace AscendC, so that no type is
// left out.
#include <map>
#include <set>

#include "aicore/instruction_table.h"
#include "aicore/kernel_test.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore_tests {
namespace {

using aicore::ChipColumn;
using aicore::ElementType;
using aicore::Family;
using aicore::Instruction;
using aicore::Opcode;

// One chip of every family, by column.
constexpr std::pair<const char*, ChipColumn> kChips[] = {
    {"Ascend910B1", ChipColumn::kA2},       {"Ascend910_9391", ChipColumn::kA2},
    {"AscendToy", ChipColumn::kA2},         {"Ascend310B1", ChipColumn::k310B},
    {"Ascend310P1", ChipColumn::k310P},     {"Ascend910A", ChipColumn::k910},
    {"Ascend950PR_9599", ChipColumn::k950}, {"Ascend350_355e", ChipColumn::k950},
    {"KirinX90", ChipColumn::kX90},         {"Kirin9030", ChipColumn::k9030},
};
constexpr uint32_t kTypes = static_cast<uint32_t>(ElementType::kCount);
constexpr int32_t kFaultOfSplitCores = 507035;
constexpr int32_t kFaultOfCoupledCores = 507015;

int32_t FaultCode(std::string_view chip) {
    return SocNamed(chip).split_cores() ? kFaultOfSplitCores : kFaultOfCoupledCores;
}

bool MovesGlobalMemory(const aicore::InstructionInfo& info) {
    return info.pipe == PIPE_MTE2 || info.pipe == PIPE_MTE3;
}

// Eight elements of the type in every operand, 256 bytes apart in UB; nothing for a copy.
base::Status IssueOn(std::string_view chip, Opcode opcode, ElementType type, bool count_form = true) {
    return RunKernel(
        [&] {
            const aicore::InstructionInfo& info = aicore::InfoOf(opcode);
            static uint64_t global[64];
            alignas(64) static const uint8_t kNoDetails[1024] = {};  // a copy of nothing, among others
            Instruction instruction;
            instruction.opcode = opcode;
            instruction.operands = info.family == Family::kBinary ? 3 : info.family == Family::kFill ? 1 : 2;
            instruction.mask_source =
                count_form ? aicore::MaskSource::kElements : aicore::MaskSource::kNumber;
            instruction.count = 8;
            instruction.mask[0] = 8;
            instruction.details = kNoDetails;
            for (uint32_t i = 0; i < aicore::kMaxOperands; ++i) {
                instruction.operand[i].type = type;
                instruction.operand[i].position = AscendC::TPosition::VECCALC;
                instruction.operand[i].address = 256 * i;
            }
            if (MovesGlobalMemory(info)) {
                aicore::Operand& global_side = instruction.operand[info.pipe == PIPE_MTE2 ? 1 : 0];
                global_side.position = AscendC::TPosition::GM;
                global_side.address = reinterpret_cast<uint64_t>(global);
            }
            aicore::Issue(instruction);
        },
        {.soc = chip});
}

bool HasUniformOperands(Family family) {
    const std::set<Family> families = {Family::kUnary, Family::kBinary, Family::kScalar, Family::kFill,
                                       Family::kCopy};
    return families.contains(family);
}

// And, Or and Not of a chip may take more types by count, as words of 16 bits.
bool TakenAsWords(const aicore::InstructionInfo& info, ChipColumn column, ElementType type) {
    const std::set<std::string_view> names = {"And", "Or", "Not"};
    return names.contains(info.name) && (aicore::table::kCountsWords[column] & aicore::table::Bit(type)) != 0;
}

// Whether a cast takes the scale of SetDeqScale on the chip, whatever the mode.
bool IsScaled(ElementType from, ElementType to, ChipColumn column) {
    for (const aicore::MixedRow& row : aicore::MixedRows()) {
        if (row.opcode == Opcode::kCast && row.from == from && row.to == to && row.chips[column] != 0) {
            return true;
        }
    }
    return false;
}

TEST(Chips, EveryInstructionRunsOrIsRefusedByNameTypeAndChip) {
    for (const auto& [chip, column] : kChips) {
        ASSERT_EQ(aicore::ColumnOf(SocNamed(chip)), column) << chip;
        for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
            const auto opcode = static_cast<Opcode>(i);
            const aicore::InstructionInfo& info = aicore::InfoOf(opcode);
            // Casts have pairs of types (below), SetAtomicNone none.
            if (info.family == Family::kCast || opcode == Opcode::kSetAtomicNone) {
                continue;
            }
            for (uint32_t t = 0; t < kTypes; ++t) {
                const auto type = static_cast<ElementType>(t);
                SCOPED_TRACE(std::string(chip) + " " + std::string(info.name) + " " +
                             std::string(aicore::TypeName(type)));
                if (TakenAsWords(info, column, type)) {
                    ExpectRuns(IssueOn(chip, opcode, type));
                } else if ((info.types[column] & aicore::table::Bit(type)) == 0) {
                    ExpectFault(IssueOn(chip, opcode, type), FaultCode(chip),
                                {std::string(chip) + " has no " + std::string(info.api_name),
                                 " on " + std::string(aicore::TypeName(type)),
                                 info.types[column] == 0 ? "or on any other type" : "it takes "});
                } else if (HasUniformOperands(info.family)) {
                    ExpectRuns(IssueOn(chip, opcode, type));
                }
            }
        }
    }
}

TEST(Chips, TypesOfTheCountFormAreRefusedWithAMask) {
    uint32_t refused = 0;
    for (const auto& [chip, column] : kChips) {
        for (uint32_t i = 0; i < static_cast<uint32_t>(Opcode::kCount); ++i) {
            const auto opcode = static_cast<Opcode>(i);
            const aicore::InstructionInfo& info = aicore::InfoOf(opcode);
            if (!HasUniformOperands(info.family) || info.family == Family::kCopy) {
                continue;
            }
            for (uint32_t t = 0; t < kTypes; ++t) {
                const auto type = static_cast<ElementType>(t);
                if ((info.types[column] & aicore::table::Bit(type)) == 0) {
                    continue;
                }
                const bool count_only = column == ChipColumn::k950 && aicore::SizeOf(type) % 8 <= 1;
                const base::Status status = IssueOn(chip, opcode, type, false);
                if (count_only) {
                    ++refused;
                    ExpectFault(
                        status, FaultCode(chip),
                        {std::string(chip) + " has no " + std::string(info.api_name) + " on " +
                         std::string(aicore::TypeName(type)) + " with a mask and repeats, expected a count"});
                } else {
                    ExpectRuns(status);
                }
            }
        }
    }
    EXPECT_GT(refused, 0u);
}

TEST(Chips, EveryConversionRunsOrIsRefusedByTypesAndChip) {
    for (const auto& [chip, column] : kChips) {
        for (uint32_t from = 0; from < kTypes; ++from) {
            for (uint32_t to = 0; to < kTypes; ++to) {
                const auto source = static_cast<ElementType>(from);
                const auto target = static_cast<ElementType>(to);
                const uint32_t modes = aicore::CastModes(source, target, column);
                for (uint32_t mode = 0; mode < 7; ++mode) {
                    const base::Status status = RunKernel(
                        [&, source = source, target = target] {
                            Instruction cast;
                            cast.opcode = Opcode::kCast;
                            cast.mode = static_cast<uint8_t>(mode);
                            cast.count = 8;
                            cast.operand[0] = {0, 0, AscendC::TPosition::VECCALC, target};
                            cast.operand[1] = {256, 0, AscendC::TPosition::VECCALC, source};
                            aicore::Issue(cast);
                        },
                        {.soc = chip});
                    if (((modes >> mode) & 1u) != 0 || IsScaled(source, target, column)) {
                        ExpectRuns(status);
                    } else {
                        ExpectFault(status, FaultCode(chip),
                                    {std::string(chip) + " casts " + std::string(aicore::TypeName(source)) +
                                         " to " + std::string(aicore::TypeName(target)) + " with the modes ",
                                     "found "});
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace aclnn_cpu::aicore_tests
