// An instruction as reports show it: the call with its operands.
#include <fmt/format.h>

#include <cstring>

#include "aicore/core.h"
#include "aicore/instruction_table.h"
#include "aicore/memory.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

// "src" of one, "src0" and "src1" of two.
std::string_view SourceName(const Instruction& instruction, uint32_t index) {
    const uint32_t sources = instruction.operands - (instruction.has_temporary ? 2u : 1u);
    return sources == 1 ? "src" : index == 1 ? "src0" : "src1";
}

}  // namespace

std::string_view OperandName(const Instruction& instruction, uint32_t index) {
    if (index == 0) {
        return "dst";
    }
    if (instruction.has_temporary && index + 1u == instruction.operands) {
        return "tmp";
    }
    switch (InfoOf(instruction.opcode).family) {
        case Family::kSelect:
            return index == 1 ? "selMask" : index == 2 ? "src0" : "src1";
        case Family::kReduce:
        case Family::kTranspose:
            return index == 1 ? "src" : "sharedTmpBuffer";
        case Family::kGather:
            return index == 1 ? "src" : instruction.opcode == Opcode::kGather ? "srcOffset" : "dstOffset";
        case Family::kGatherBlocks:
            return index == 1 ? "src" : "offset";
        case Family::kGatherMask:
            return index == 1 ? "src0" : "src1Pattern";
        case Family::kSort: {
            constexpr std::string_view kLists[] = {"src1", "src2", "src3", "src4"};
            return instruction.opcode == Opcode::kMrgSort ? kLists[index - 1]
                                                          : SourceName(instruction, index);
        }
        default:
            return SourceName(instruction, index);
    }
}

namespace {

template <typename T>
T ScalarAs(uint64_t bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

// "scalar 0.5, ", or nothing for an instruction without one.
std::string DescribeScalar(const Instruction& instruction, ElementType type) {
    if (!instruction.has_scalar) {
        return "";
    }
    const uint64_t bits = instruction.scalar;
    switch (type) {
        case ElementType::kHalf:
            return fmt::format("scalar {}, ", float(ScalarAs<half>(bits)));
        case ElementType::kBFloat16:
            return fmt::format("scalar {}, ", float(ScalarAs<bfloat16_t>(bits)));
        case ElementType::kFloat:
            return fmt::format("scalar {}, ", ScalarAs<float>(bits));
        case ElementType::kInt8:
            return fmt::format("scalar {}, ", ScalarAs<int8_t>(bits));
        case ElementType::kInt16:
            return fmt::format("scalar {}, ", ScalarAs<int16_t>(bits));
        case ElementType::kInt32:
            return fmt::format("scalar {}, ", ScalarAs<int32_t>(bits));
        case ElementType::kInt64:
            return fmt::format("scalar {}, ", ScalarAs<int64_t>(bits));
        default:
            return fmt::format("scalar {}, ", bits);  // unsigned: the bits above it are 0
    }
}

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

std::string DescribeGatherMask(const Instruction& instruction) {
    const auto& shape = instruction.As<GatherMaskShape>();
    return fmt::format("{}reduceMode {}, mask {}, repeat {}",
                       instruction.operands == 3 ? "" : fmt::format("pattern {}, ", shape.pattern),
                       shape.counter, shape.mask, uint16_t(shape.params.repeatTimes));
}

std::string DescribeMerge(const MergeShape& shape) {
    return fmt::format("lengths {} {} {} {}, validBit {}, repeat {}", shape.elementLengths[0],
                       shape.elementLengths[1], shape.elementLengths[2], shape.elementLengths[3],
                       uint16_t(shape.validBit), uint8_t(shape.repeatTimes));
}

// The scalar and the mode, as far as the family has them.
std::string DescribeMode(const Instruction& instruction) {
    switch (InfoOf(instruction.opcode).family) {
        case Family::kCast:
            return fmt::format("{}, ", RoundModeName(static_cast<AscendC::RoundMode>(instruction.mode)));
        case Family::kCompare:
        case Family::kCompareRegister:
            return fmt::format("{}{}, ", DescribeScalar(instruction, instruction.operand[1].type),
                               CompareModeName(static_cast<AscendC::CMPMODE>(instruction.mode)));
        case Family::kScalar:
            return DescribeScalar(instruction, instruction.operand[1].type);
        case Family::kSelect:
            return fmt::format("{}{}, ", DescribeScalar(instruction, instruction.operand[0].type),
                               SelectModeName(static_cast<AscendC::SELMODE>(instruction.mode)));
        default:
            return {};
    }
}

// ", repeat strides 8 8 0", operand by operand; nothing where all are those of adjacent elements.
template <typename StrideOf>
std::string DescribeStrides(const Instruction& instruction, std::string_view name, uint16_t usual,
                            StrideOf stride_of) {
    std::string list;
    bool unusual = false;
    for (uint32_t i = 0; i < instruction.operands; ++i) {
        if (instruction.operand[i].type != ElementType::kCount) {
            list += fmt::format(" {}", stride_of(instruction.operand[i]));
            unusual = unusual || stride_of(instruction.operand[i]) != usual;
        }
    }
    return unusual ? fmt::format(", {} strides{}", name, list) : std::string();
}

std::string DescribeStrides(const Instruction& instruction) {
    if (InfoOf(instruction.opcode).family == Family::kReduce && instruction.details != nullptr) {
        const auto& shape = instruction.As<ReduceShape>();
        const bool usual =
            shape.dst_rep_stride == 1 && shape.src_blk_stride == 1 && shape.src_rep_stride == 8;
        return usual ? std::string()
                     : fmt::format(", dstRepStride {}, srcBlkStride {}, srcRepStride {}",
                                   shape.dst_rep_stride, shape.src_blk_stride, shape.src_rep_stride);
    }
    return DescribeStrides(instruction, "block", 1,
                           [](const Operand& operand) { return operand.block_stride; }) +
           DescribeStrides(instruction, "repeat", 8,
                           [](const Operand& operand) { return operand.repeat_stride; });
}

std::string DescribeMask(const Instruction& instruction) {
    const bool reduces = InfoOf(instruction.opcode).family == Family::kReduce;
    const int32_t repeat = reduces && instruction.details != nullptr
                               ? static_cast<int32_t>(instruction.As<ReduceShape>().repeats)
                               : static_cast<int32_t>(instruction.repeat);
    switch (instruction.mask_source) {
        case MaskSource::kElements:
            return fmt::format("count {}", static_cast<int32_t>(instruction.count));
        case MaskSource::kNumber:
            return fmt::format("mask {}, repeat {}", instruction.mask[0], repeat) +
                   DescribeStrides(instruction);
        case MaskSource::kBits:
            return fmt::format("mask {{{:#x}, {:#x}}}, repeat {}", instruction.mask[0], instruction.mask[1],
                               repeat) +
                   DescribeStrides(instruction);
        default:
            return fmt::format("mask as set, repeat {}", repeat) + DescribeStrides(instruction);
    }
}

// What comes behind the operands.
std::string DescribeParameters(const Instruction& instruction) {
    if (instruction.details == nullptr) {
        return DescribeMode(instruction) + DescribeMask(instruction);
    }
    if (instruction.opcode == Opcode::kMrgSort) {
        return DescribeMerge(instruction.As<MergeShape>());
    }
    switch (InfoOf(instruction.opcode).family) {
        case Family::kCopy:
            return DescribeCopy(instruction.As<CopyShape>());
        case Family::kGatherMask:
            return DescribeGatherMask(instruction);
        case Family::kTransData: {
            const auto& params = instruction.As<TransDataShape>().params;
            return fmt::format("strides {} and {}, repeat {}", uint16_t(params.dstRepStride),
                               uint16_t(params.srcRepStride), uint8_t(params.repeatTimes));
        }
        case Family::kReducePattern: {
            const auto& shape = instruction.As<PatternShape>();
            return fmt::format("{} of {} x {}", shape.along_columns ? "RA" : "AR", shape.rows, shape.columns);
        }
        default:
            return DescribeMode(instruction) + DescribeMask(instruction);
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
        if (instruction.operand[i].type == ElementType::kCount) {
            continue;  // a register, not a tensor
        }
        text += fmt::format("{} {}, ", OperandName(instruction, i), Describe(instruction.operand[i]));
    }
    if (info.family == Family::kCompareMask) {
        text.resize(text.size() - 2);
        return text + ")";
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

}  // namespace aclnn_cpu::aicore
