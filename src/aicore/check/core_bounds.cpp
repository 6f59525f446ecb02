// Where a piece of memory may lie.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "aicore/check/core_checker.h"
#include "aicore/check/mask_watch.h"
#include "aicore/check/roles.h"
#include "aicore/check/words.h"
#include "aicore/device_memory.h"
#include "aicore/families/plan.h"
#include "aicore/instruction_table.h"
#include "aicore/launch.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore::check {

namespace {

std::string Site(const CallSite& site) { return site.file == nullptr ? "" : " of " + Describe(site); }

constexpr const char* kCorrect = "correct the offset or the number of bytes";

// The buffer that a byte of a memory lies in: of a queue's buffers the one.
struct Home {
    const BufferRecord* record = nullptr;
    Range range;
};

Home HomeOf(const Core& core, MemoryKind kind, uint64_t address) {
    for (const BufferRecord& record : core.buffers) {
        const uint64_t bytes = record.count * record.bytes_each;
        if (MemoryOf(record.position) == kind && address >= record.address &&
            address < record.address + bytes) {
            const uint64_t index = (address - record.address) / record.bytes_each;
            const uint64_t begin = record.address + index * record.bytes_each;
            return {&record, {begin, begin + record.bytes_each}};
        }
    }
    return {};
}

// "the VECIN buffer of gelu_grad.h:28"
std::string NameOf(const Home& home) {
    return fmt::format("the {} buffer{}", PositionName(home.record->position), Site(home.record->site));
}

// The repeats of an instruction or the bursts of a copy, where they lie at even distances in an operand.
struct Steps {
    std::string_view name;
    uint64_t count = 1;
    uint64_t bytes = 0;   // from one to the next
    uint64_t extent = 0;  // from the first byte of one to behind its last
};

// Elements that an instruction takes in a repeat.
uint64_t PerRepeat(const Instruction& instruction) {
    const auto of = [&](uint32_t operand) { return SizeOf(instruction.operand[operand].type); };
    switch (InfoOf(instruction.opcode).family) {
        case Family::kCompare:
            return kRepeatBytes / of(1);
        case Family::kSelect:
            return kRepeatBytes / of(0);
        case Family::kGather:
            return kRepeatBytes / std::max<uint64_t>(of(0), 2);
        default:
            return ElementsPerRepeat(instruction);
    }
}

// Behind the last element that a repeat works on: that its mask chooses.
uint64_t ChosenEnd(const Core& core, const Instruction& instruction) {
    const uint64_t per_repeat = PerRepeat(instruction);
    if (InfoOf(instruction.opcode).family == Family::kCompare && ComparesWholeRepeats(core.column)) {
        return per_repeat;
    }
    if (instruction.mask_source == MaskSource::kNumber) {
        return std::min(instruction.mask[0], per_repeat);
    }
    const bool state = instruction.mask_source == MaskSource::kState;
    const uint64_t low = state ? core.mask.low : instruction.mask[0];
    const uint64_t high = state ? core.mask.high : instruction.mask[1];
    const auto end =
        static_cast<uint64_t>(high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low));
    return std::min(end, per_repeat);
}

// Of operands that have no strides: packed bits, and offsets. Null: the operand lies by its strides.
std::optional<Steps> UnstridedSteps(const Instruction& instruction, uint32_t operand, uint64_t chosen_end) {
    const uint64_t per_repeat = PerRepeat(instruction);
    switch (InfoOf(instruction.opcode).family) {
        case Family::kCompare:
            return operand != 0
                       ? std::nullopt
                       : std::optional(Steps{"repeat", instruction.repeat, per_repeat / 8, per_repeat / 8});
        case Family::kSelect: {
            const bool again = static_cast<AscendC::SELMODE>(instruction.mode) ==
                               AscendC::SELMODE::VSEL_CMPMASK_SPR;  // every repeat takes the same bits
            return operand != 1 ? std::nullopt
                   : again      ? Steps{}
                                : std::optional(
                                      Steps{"repeat", instruction.repeat, per_repeat / 8, (chosen_end + 7) / 8});
        }
        case Family::kGather: {
            const uint32_t linear = instruction.opcode == Opcode::kScatter ? 1 : 0;
            return operand == linear ? std::nullopt
                   : operand != 2
                       ? Steps{}
                       : std::optional(Steps{"repeat", instruction.repeat, per_repeat * sizeof(uint32_t),
                                             chosen_end * sizeof(uint32_t)});
        }
        default:
            return std::nullopt;
    }
}

// Whether the core's mode turns the mask of the instruction into a number of elements in all.
bool Counts(const Core& core, const Instruction& instruction) {
    return core.mask.mode == AscendC::MaskMode::COUNTER &&
           (InfoOf(instruction.opcode).family != Family::kCompare || !ComparesWholeRepeats(core.column));
}

Steps StepsOf(const Core& core, const Instruction& instruction, uint32_t operand) {
    const Operand& where = instruction.operand[operand];
    const uint64_t size = SizeOf(where.type);
    if (InfoOf(instruction.opcode).family == Family::kCopy) {
        const auto& shape = instruction.As<CopyShape>();
        const uint64_t around = (shape.left + uint64_t(shape.right)) * size;
        const bool padded = shape.whole_blocks && MemoryOf(where.position) != MemoryKind::kCount;
        const uint64_t burst =
            padded ? (shape.burst_bytes + around + kBlockBytes - 1) / kBlockBytes * kBlockBytes
                   : shape.burst_bytes;
        const uint64_t bursts = shape.loop_count == 0 ? shape.bursts : 1;
        return {"burst", bursts, burst + (operand == 0 ? shape.dst_gap : shape.src_gap), burst};
    }
    if (size == 0 || !IsMasked(instruction) || instruction.mask_source == MaskSource::kElements ||
        InfoOf(instruction.opcode).family == Family::kReduce || Counts(core, instruction)) {
        return {};
    }
    const uint64_t chosen_end = ChosenEnd(core, instruction);
    if (chosen_end == 0) {
        return {};
    }
    if (const auto steps = UnstridedSteps(instruction, operand, chosen_end)) {
        return *steps;
    }
    const uint64_t last = chosen_end - 1;
    const uint64_t per_block = kBlockBytes / size;
    return {"repeat", instruction.repeat, where.repeat_stride * kBlockBytes,
            last / per_block * where.block_stride * kBlockBytes + (last % per_block + 1) * size};
}

// "; repeat 3 is the first of 8 to leave it, and the last ends 512 bytes beyond", of an operand that starts at `begin`
// and may reach to `limit`; `piece` is the first that reaches beyond. Empty where there are no repeats, or they lie
// otherwise than the piece says.
std::string InRepeats(const Core& core, const Instruction& instruction, int8_t operand, uint64_t begin,
                      const Range& piece, uint64_t limit) {
    const Steps steps = StepsOf(core, instruction, uint32_t(operand));
    const uint64_t end = begin + (steps.count - 1) * steps.bytes + steps.extent;
    if (steps.count < 2 || steps.bytes == 0 || piece.begin < begin || piece.end > end || end <= limit) {
        return {};
    }
    const uint64_t room = limit - begin;
    const uint64_t index = room < steps.extent ? 0 : (room - steps.extent) / steps.bytes + 1;
    const uint64_t at = begin + index * steps.bytes;
    const bool several = piece.bytes() > steps.extent;  // that lie side by side
    if (!piece.Overlaps({at, at + steps.extent}) || (piece.begin < at && !several)) {
        return {};
    }
    return fmt::format("; {} {} is the first of {} to leave it, and the last ends {} bytes beyond",
                       steps.name, index + 1, steps.count, end - limit);
}

bool HasBuffers(const Core& core, MemoryKind kind) {
    for (const BufferRecord& record : core.buffers) {
        if (MemoryOf(record.position) == kind) {
            return true;
        }
    }
    return false;
}

}  // namespace

void CoreChecker::CheckLocal(const Core& core, const Instruction& instruction, const Piece& piece) const {
    const Operand& operand = instruction.operand[piece.operand];
    const Range range = RangeOf(piece);
    const uint64_t tensor_end = operand.address + operand.bytes;
    const bool too_long = Writes(piece.role) && range.end > tensor_end;
    Range& room = rooms_[piece.operand];
    if (!too_long && range.begin >= room.begin && range.end <= room.end && operand.address >= room.begin &&
        operand.address < room.end) [[likely]] {
        return;
    }
    const std::string_view name = OperandName(instruction, uint32_t(piece.operand));
    if (too_long) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, piece.operand, tensor_end,
            fmt::format(
                "writes bytes {} to {} of UB as {}, {} bytes beyond the end of its tensor, which has {} "
                "bytes from byte {}{}",
                range.begin, range.end, name, range.end - std::max(tensor_end, range.begin), operand.bytes,
                operand.address,
                InRepeats(core, instruction, piece.operand, operand.address, range, tensor_end)),
            fmt::format("write fewer elements, or take a longer tensor as {}", name));
    }
    if (!HasBuffers(core, MemoryKind::kUb)) {
        return;  // the kernel places its tensors itself
    }
    const Home home = HomeOf(core, MemoryKind::kUb, operand.address);
    if (home.record == nullptr) [[unlikely]] {
        if (filling_.file != nullptr && instruction.site.file == filling_.file &&
            instruction.site.line == filling_.line) {
            return;  // inside UB, as the executor has seen to
        }
        RaiseInstruction(core, instruction, FaultKind::kOutOfBounds, piece.operand, 0,
                         fmt::format("{} starts at byte {} of UB, which no buffer of the TPipe holds", name,
                                     operand.address),
                         "take tensors from queues and buffers that InitBuffer has given memory");
    }
    if (range.begin < home.range.begin || range.end > home.range.end) [[unlikely]] {
        const Home hit = HomeOf(core, MemoryKind::kUb, range.end - 1);
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, piece.operand, home.range.end,
            fmt::format("{} bytes {} to {} of UB as {}, expected {} to {}, {}: {}{}",
                        Writes(piece.role) ? "writes" : "reads", range.begin, range.end, name,
                        home.range.begin, home.range.end, NameOf(home),
                        hit.record == nullptr ? std::string("no buffer of the TPipe holds the rest")
                                              : "the rest lies in " + NameOf(hit),
                        InRepeats(core, instruction, piece.operand, operand.address, range, home.range.end)),
            "work on fewer elements, or make the buffer larger");
    }
    room = home.range;
}

void CoreChecker::CheckGlobal(const Core& core, const Instruction& instruction, const Piece& piece) const {
    const auto address = reinterpret_cast<uint64_t>(piece.at);
    const Operand& operand = instruction.operand[piece.operand < 0 ? 0 : piece.operand];
    const std::string_view does = Writes(piece.role) ? "writes" : "reads";
    const uint64_t end = address + piece.bytes;
    if (piece.operand >= 0 && operand.bytes != kUnknownBytes &&
        (address < operand.address || end > operand.address + operand.bytes)) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, piece.operand, operand.bytes,
            fmt::format("{} {} bytes of {}, {} bytes beyond the end of what SetGlobalBuffer was given, which "
                        "has {} bytes from here on{}",
                        does, end - operand.address, OperandName(instruction, uint32_t(piece.operand)),
                        end - operand.address - operand.bytes, operand.bytes,
                        InRepeats(core, instruction, piece.operand, operand.address, {address, end},
                                  operand.address + operand.bytes)),
            "copy the tail with DataCopyPad and its exact number of bytes, or correct the offset");
    }
    const Objection objection = OutsideArguments(core, {address, end}, Writes(piece.role));
    if (!objection.problem.empty()) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kOutOfBounds, piece.operand, 0,
                         fmt::format("{} {}", does, objection.problem), objection.remedy);
    }
}

// What is wrong with using these bytes, if anything, from what the host said about the launch.
CoreChecker::Objection CoreChecker::OutsideArguments(const Core& core, const Range& range, bool write) const {
    const KernelLaunch& launch = *core.launch;
    const GlobalRange* at = nullptr;  // that the bytes begin in
    for (const GlobalRange& argument : launch.ranges) {
        const auto begin = reinterpret_cast<uint64_t>(argument.begin);
        if (begin != 0 && range.begin >= begin && range.begin < begin + argument.bytes) {
            if (range.end <= begin + argument.bytes) {
                return {};
            }
            at = &argument;
        }
    }
    if (launch.ranges.empty() && launch.device_memory == nullptr) {
        return {};
    }
    std::optional<DeviceBlock> block;
    if (launch.device_memory != nullptr) {
        block = launch.device_memory->Find(reinterpret_cast<const void*>(range.begin));
        if (block.has_value() && block->freed) {
            return {fmt::format("{} bytes from {:#x}, in memory that was freed: {}", range.bytes(),
                                range.begin, launch.device_memory->History(*block)),
                    "free memory once the kernels that use it have run"};
        }
    }
    const bool in_block =
        block.has_value() && range.end <= reinterpret_cast<uint64_t>(block->begin) + block->bytes;
    if (in_block && (launch.ranges.empty() || (!write && !strict_))) {
        return {};
    }
    if (at != nullptr) {
        const uint64_t end = reinterpret_cast<uint64_t>(at->begin) + at->bytes;
        return {fmt::format("{}, {} bytes beyond the end of {}, which has {} bytes",
                            DescribeGlobal(launch, range), range.end - end, at->name, at->bytes),
                kCorrect};
    }
    return {
        fmt::format("{} bytes from {:#x}, which belong to no argument of the kernel{}", range.bytes(),
                    range.begin,
                    block.has_value() || launch.device_memory == nullptr ? "" : " and are no device memory"),
        kCorrect};
}

std::string DescribeScalar(const Operand& element, bool write) {
    return fmt::format("{}({})", write ? "SetValue" : "GetValue", Describe(element));
}

std::string InBuffer(const Core& core, uint64_t address) {
    const Home home = HomeOf(core, MemoryKind::kUb, address);
    return home.record == nullptr ? "" : ", in " + NameOf(home) + ",";
}

std::string DescribeGlobal(const KernelLaunch& launch, const Range& range) {
    for (const GlobalRange& argument : launch.ranges) {
        const auto begin = reinterpret_cast<uint64_t>(argument.begin);
        if (begin != 0 && range.begin >= begin && range.begin < begin + argument.bytes) {
            return fmt::format("{} bytes of {} from byte {}", range.bytes(), argument.name,
                               range.begin - begin);
        }
    }
    return fmt::format("{} bytes of global memory from {:#x}", range.bytes(), range.begin);
}

void CoreChecker::CheckScalarGlobal(const Core& core, const Operand& element, bool write,
                                    const CallSite& site) const {
    const uint64_t size = SizeOf(element.type);
    if (element.bytes != kUnknownBytes && element.bytes < size) [[unlikely]] {
        RaiseCall(core, FaultKind::kOutOfBounds, DescribeScalar(element, write), site,
                  "the element lies beyond the end of what SetGlobalBuffer was given",
                  "correct the index or the size");
    }
    const Objection objection = OutsideArguments(core, {element.address, element.address + size}, write);
    if (!objection.problem.empty()) [[unlikely]] {
        RaiseCall(core, FaultKind::kOutOfBounds, DescribeScalar(element, write), site,
                  fmt::format("{} {}", write ? "writes" : "reads", objection.problem), objection.remedy);
    }
}

}  // namespace aclnn_cpu::aicore::check
