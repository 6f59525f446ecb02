#include "aicore/text.h"

#include <fmt/format.h>

#include <iterator>

#include "aicore/core.h"
#include "aicore/instruction_table.h"
#include "aicore/memory.h"

namespace aclnn_cpu::aicore {

namespace {

template <size_t N>
std::string_view NameAt(const std::string_view (&names)[N], uint32_t index) {
    return index < N ? names[index] : std::string_view("unknown");
}

template <typename NameOf>
std::string ListOf(uint32_t set, NameOf name_of) {
    std::string list;
    for (uint32_t bit = 0; bit < 32; ++bit) {
        if (((set >> bit) & 1u) != 0) {
            list += list.empty() ? "" : ", ";
            list += name_of(bit);
        }
    }
    return list.empty() ? "none" : list;
}

}  // namespace

std::string_view TypeName(ElementType type) {
    constexpr std::string_view kNames[] = {"int8_t", "uint8_t",    "int16_t",  "uint16_t",
                                           "half",   "bfloat16_t", "int32_t",  "uint32_t",
                                           "float",  "int64_t",    "uint64_t", "double", "int4b_t"};
    static_assert(std::size(kNames) == static_cast<size_t>(ElementType::kCount));
    return NameAt(kNames, static_cast<uint32_t>(type));
}

std::string_view RoundModeName(AscendC::RoundMode mode) {
    constexpr std::string_view kNames[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                           "CAST_ROUND", "CAST_TRUNC", "CAST_ODD"};
    return NameAt(kNames, static_cast<uint32_t>(mode));
}

std::string_view EventName(AscendC::HardEvent event) {
    constexpr std::string_view kNames[] = {
        "MTE2_MTE1", "MTE1_MTE2", "MTE1_M", "M_MTE1",   "MTE2_V",    "V_MTE2",    "MTE3_V",
        "V_MTE3",    "M_V",       "V_M",    "V_V",      "MTE3_MTE1", "MTE1_MTE3", "MTE1_V",
        "MTE2_M",    "M_MTE2",    "V_MTE1", "M_FIX",    "FIX_M",     "MTE3_MTE2", "MTE2_MTE3",
        "S_V",       "V_S",       "S_MTE2", "MTE2_S",   "S_MTE3",    "MTE3_S",    "MTE2_FIX",
        "FIX_MTE2",  "FIX_S",     "M_S",    "FIX_MTE3", "MTE1_FIX",  "FIX_MTE1",  "FIX_FIX"};
    static_assert(std::size(kNames) == static_cast<size_t>(AscendC::HardEvent::MAX));
    return NameAt(kNames, static_cast<uint32_t>(event));
}

std::string_view PipeName(pipe_t pipe) {
    constexpr std::string_view kNames[] = {"PIPE_S",    "PIPE_V",    "PIPE_M",   "PIPE_MTE1",
                                           "PIPE_MTE2", "PIPE_MTE3", "PIPE_ALL", "unknown",
                                           "unknown",   "unknown",   "PIPE_FIX"};
    return NameAt(kNames, static_cast<uint32_t>(pipe));
}

std::string Describe(const CallSite& site) {
    const std::string_view path = site.file == nullptr ? "unknown file" : site.file;
    const size_t slash = path.rfind('/');
    return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1), site.line);
}

std::string Describe(const Operand& operand) {
    if (operand.position == AscendC::TPosition::GM) {
        return fmt::format("GM {} at {:#x}", TypeName(operand.type), operand.address);
    }
    return fmt::format("{} {} at byte {}", PositionName(operand.position), TypeName(operand.type),
                       operand.address);
}

std::string_view OperandName(const Instruction& instruction, uint32_t index) {
    if (index == 0) {
        return "dst";
    }
    return instruction.operands == 2 ? "src" : index == 1 ? "src0" : "src1";
}

namespace {

std::string DescribeCopy(const CopyShape& copy) {
    std::string text;
    for (uint32_t i = 0; i < copy.loop_count; ++i) {
        text += fmt::format("{} x ", copy.loops[i].count);
    }
    text += fmt::format("{} x {} bytes, gaps {} and {} bytes", copy.bursts, copy.burst_bytes, copy.src_gap,
                        copy.dst_gap);
    if (copy.left != 0 || copy.right != 0) {
        text += fmt::format(", padding {} and {} elements", copy.left, copy.right);
    }
    return text;
}

// What comes behind the operands.
std::string DescribeParameters(const Instruction& instruction) {
    if (InfoOf(instruction.opcode).family == Family::kCopy) {
        return DescribeCopy(instruction.As<CopyShape>());
    }
    std::string text;
    if (instruction.opcode == Opcode::kCast) {
        text = fmt::format("{}, ", RoundModeName(static_cast<AscendC::RoundMode>(instruction.mode)));
    }
    switch (instruction.mask_source) {
        case MaskSource::kElements:
            return text + fmt::format("count {}", static_cast<int32_t>(instruction.count));
        case MaskSource::kNumber:
            return text + fmt::format("mask {}, repeat {}", instruction.mask[0], instruction.repeat);
        case MaskSource::kBits:
            return text + fmt::format("mask {{{:#x}, {:#x}}}, repeat {}", instruction.mask[0],
                                      instruction.mask[1], instruction.repeat);
        default:
            return text + fmt::format("mask as set, repeat {}", instruction.repeat);
    }
}

std::string DescribeWith(const Instruction& instruction, std::string_view more) {
    const InstructionInfo& info = InfoOf(instruction.opcode);
    if (info.family == Family::kCopyState) {
        const ElementType type = instruction.operand[0].type;
        return type == ElementType::kCount ? fmt::format("{}()", info.api_name)
                                           : fmt::format("{}<{}>()", info.api_name, TypeName(type));
    }
    std::string text = fmt::format("{}(", info.api_name);
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        text += fmt::format("{} {}, ", OperandName(instruction, i), Describe(instruction.operand[i]));
    }
    return fmt::format("{}{}{})", text, DescribeParameters(instruction), more);
}

}  // namespace

std::string Describe(const Instruction& instruction) { return DescribeWith(instruction, ""); }

std::string Describe(const Core& core, const Instruction& instruction) {
    const bool combines = InfoOf(instruction.opcode).family == Family::kCopy &&
                          core.atomic.type != ElementType::kCount &&
                          MemoryOf(instruction.operand[0].position) == MemoryKind::kCount;
    return DescribeWith(instruction, combines
                                         ? fmt::format(", atomic {} {}", InfoOf(core.atomic.operation).name,
                                                       TypeName(core.atomic.type))
                                         : std::string());
}

std::string TypeList(uint32_t types) {
    return ListOf(types, [](uint32_t bit) { return TypeName(static_cast<ElementType>(bit)); });
}

std::string RoundModeList(uint32_t modes) {
    return ListOf(modes, [](uint32_t bit) { return RoundModeName(static_cast<AscendC::RoundMode>(bit)); });
}

}  // namespace aclnn_cpu::aicore
