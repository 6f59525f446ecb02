// TransDataTo5HD, and Transpose of squares and of images.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/repeat_copy.h"
#include "aicore/families/watch_runs.h"
#include "aicore/text.h"

namespace aclnn_cpu::aicore {

namespace {

using AscendC::TransposeParamsExt;
using AscendC::TransposeType;

constexpr uint32_t kList = 16;

// ---- TransDataTo5HD

// Where the blocks of a list start in UB; a repeat advances all of them.
struct BlockList {
    uint64_t start[kList];
    uint64_t step;
    uint64_t first_step;  // before the first repeat
};

void CheckBlock(const Core& core, const Instruction& instruction, uint32_t index, uint32_t entry,
                const Operand& operand, uint64_t address, uint64_t last) {
    const std::string what = fmt::format("{}List[{}]", index == 0 ? "dst" : "src", entry);
    if (operand.position != AscendC::TPosition::GM && MemoryOf(operand.position) != MemoryKind::kUb)
        [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kBadParameter, int32_t(index), 0,
            fmt::format("{} is in {}, expected a tensor in UB", what, PositionName(operand.position)),
            "take it from a queue or a TBuf that InitBuffer has given memory");
    }
    if (address % kBlockBytes != 0) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kMisaligned, int32_t(index), kBlockBytes,
                         fmt::format("{} starts at byte address {}, expected a multiple of {}", what,
                                     static_cast<int64_t>(address), kBlockBytes),
                         "let every address be that of a block");
    }
    const uint64_t limit = core.memories.Size(MemoryKind::kUb);
    if (address >= limit || last + kBlockBytes > limit) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kOutOfBounds, int32_t(index), limit,
            fmt::format("{} leads from byte {} to byte {} of UB, expected at most {}", what,
                        static_cast<int64_t>(address), static_cast<int64_t>(last + kBlockBytes), limit),
            "give addresses that GetPhyAddr has returned, and strides that stay in UB");
    }
}

BlockList ResolveList(Core& core, const Instruction& instruction, uint32_t index) {
    const auto& shape = instruction.As<TransDataShape>();
    const Operand* operands = index == 0 ? shape.dst : shape.src;
    const auto ub = reinterpret_cast<uint64_t>(core.memories.At(MemoryKind::kUb, 0));
    const uint64_t repeats = shape.params.repeatTimes;
    BlockList list;
    list.step = (index == 0 ? shape.params.dstRepStride : shape.params.srcRepStride) * kBlockBytes;
    list.first_step = repeats == 1 ? list.step : 0;
    for (uint32_t i = 0; i < kList; ++i) {
        const Operand& operand = operands[i];
        list.start[i] =
            operand.address - (operand.position == AscendC::TPosition::GM ? ub : 0) + list.first_step;
        CheckBlock(core, instruction, index, i, operand, list.start[i],
                   list.start[i] + (repeats - 1) * list.step);
    }
    return list;
}

// Calls move(to, from) for each element of a repeat, with the blocks of both lists given as they lie.
template <typename Move>
void TransposeRepeat(const TransDataShape& shape, uint64_t size, const uint8_t* const (&from)[kList],
                     uint8_t* const (&to)[kList], Move move) {
    if (size == 4) {
        for (uint32_t j = 0; j < kList; ++j) {
            for (uint32_t i = 0; i < 8; ++i) {
                move(to[j] + i * 4, from[j % 2 * 8 + i] + j / 2 * 4);
            }
        }
        return;
    }
    const uint64_t src_half = size == 1 && shape.params.srcHighHalf ? 16 : 0;
    const uint64_t dst_half = size == 1 && shape.params.dstHighHalf ? 16 : 0;
    for (uint32_t j = 0; j < kList; ++j) {
        for (uint32_t i = 0; i < kList; ++i) {
            move(to[j] + dst_half + i * size, from[i] + src_half + j * size);
        }
    }
}

// Announces a repeat, and then what each element depends on; that not where the lists share blocks, for it reads all
// before it writes any. The operands are but the first blocks of the lists.
[[gnu::noinline, gnu::cold]] void AnnounceRepeat(const Core& core, const Instruction& instruction,
                                                 const uint8_t* const (&from)[kList],
                                                 uint8_t* const (&to)[kList]) {
    const auto& shape = instruction.As<TransDataShape>();
    const uint64_t size = SizeOf(instruction.operand[0].type);
    const bool shared = std::any_of(from, from + kList, [&](const uint8_t* block) {
        return std::find(to, to + kList, block) != to + kList;
    });
    Pieces pieces(core, instruction);
    const uint64_t bytes = size == 1 ? kBlockBytes / 2 : kBlockBytes;
    for (const uint8_t* block : from) {
        pieces.Add(block + (bytes != kBlockBytes && shape.params.srcHighHalf ? bytes : 0), bytes, Role::kRead,
                   kNoOperand);
    }
    for (const uint8_t* block : to) {
        pieces.Add(block + (bytes != kBlockBytes && shape.params.dstHighHalf ? bytes : 0), bytes,
                   Role::kWrite, kNoOperand);
    }
    pieces.Announce();
    if (!shared) {
        TransposeRepeat(shape, size, from, to, [&](const uint8_t* target, const uint8_t* source) {
            pieces.Add(source, size, Role::kRead, kNoOperand);
            pieces.Add(target, size, Role::kWrite, kNoOperand);
            pieces.Announce({.pieces = {}, .elements = 1, .refines = true});
        });
    }
}

// ---- Transpose

void CheckImages(const Core& core, const Instruction& instruction, const TransposeParamsExt& params,
                 uint64_t size) {
    constexpr uint64_t kMost = 4095;
    const auto refuse = [&](const std::string& problem) {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, -1, kMost, problem,
                         "transpose in parts");
    };
    const uint64_t pixels = uint64_t(params.hSize) * params.wSize;
    if (params.transposeType != TransposeType::TRANSPOSE_NCHW2NHWC &&
        params.transposeType != TransposeType::TRANSPOSE_NHWC2NCHW) {
        refuse(
            fmt::format("transposeType is {}, expected TRANSPOSE_ND2ND_B16 (10), TRANSPOSE_NCHW2NHWC (11) or "
                        "TRANSPOSE_NHWC2NCHW (12)",
                        static_cast<uint32_t>(params.transposeType)));
    }
    if (params.cSize > kMost || pixels > kMost) {
        refuse(fmt::format("cSize is {} and hSize * wSize {}, expected at most {} each",
                           uint16_t(params.cSize), pixels, kMost));
    }
    if (pixels * size % kBlockBytes != 0) {
        refuse(fmt::format("hSize * wSize is {} elements of {} bytes, expected whole blocks of {} bytes",
                           pixels, size, kBlockBytes));
    }
}

// The temporary buffer that the chip needs, in bytes.
uint64_t ImageBuffer(const Core& core, const TransposeParamsExt& params, uint64_t size) {
    if (core.column == ChipColumn::k310P) {
        return 0;
    }
    const uint64_t tile = (size == 1 ? 32 : 16) * kBlockBytes;
    return (params.transposeType == TransposeType::TRANSPOSE_NCHW2NHWC ? params.cSize + 2u
                                                                       : params.cSize * 2u + 1u) *
           tile;
}

// Announces what TransposeMatrices does, element by element.
[[gnu::noinline, gnu::cold]] void AnnounceMatrices(const Core& core, const Instruction& instruction,
                                                   const uint8_t* dst, const uint8_t* src, uint64_t n,
                                                   uint64_t rows, uint64_t columns) {
    const uint64_t size = SizeOf(instruction.operand[0].type);
    Pieces pieces(core, instruction);
    for (uint64_t i = 0; i < n * rows * columns; ++i) {
        const uint64_t image = i / (rows * columns);
        const uint64_t row = i / columns % rows;
        const uint64_t column = i % columns;
        pieces.Add(src + i * size, size, Role::kRead, 1);
        pieces.Add(dst + ((image * columns + column) * rows + row) * size, size, Role::kWrite, 0);
        pieces.Announce(1);
    }
}

// [n][rows][columns] to [n][columns][rows].
template <typename Word>
void TransposeMatrices(uint8_t* dst, const uint8_t* src, uint64_t n, uint64_t rows, uint64_t columns) {
    for (uint64_t image = 0; image < n; ++image) {
        const uint64_t offset = image * rows * columns * sizeof(Word);
        for (uint64_t row = 0; row < rows; ++row) {
            for (uint64_t column = 0; column < columns; ++column) {
                std::memcpy(dst + offset + (column * rows + row) * sizeof(Word),
                            src + offset + (row * columns + column) * sizeof(Word), sizeof(Word));
            }
        }
    }
}

constexpr uint64_t kSide = 16;
constexpr uint64_t kSquareBytes = kSide * kSide * sizeof(uint16_t);

// In place it reads all before it writes any.
[[gnu::noinline, gnu::cold]] void AnnounceSquare(const Core& core, const Instruction& instruction,
                                                 const uint8_t* dst, const uint8_t* src) {
    if (Overlap(dst, kSquareBytes, src, kSquareBytes)) {
        Announce(core, instruction,
                 {{src, kSquareBytes, Role::kRead, 1}, {dst, kSquareBytes, Role::kWrite, 0}});
    } else {
        AnnounceMatrices(core, instruction, dst, src, 1, kSide, kSide);
    }
}

void TransposeImages(Core& core, const Instruction& instruction, const TransposeParamsExt& params) {
    const uint64_t size = SizeOf(instruction.operand[0].type);
    CheckImages(core, instruction, params, size);
    const uint64_t pixels = uint64_t(params.hSize) * params.wSize;
    const uint64_t bytes = params.nSize * params.cSize * pixels * size;
    if (bytes == 0) {
        return;
    }
    const uint8_t* src = ResolveUb(core, instruction, 1, bytes);
    const uint64_t needed = ImageBuffer(core, params, size);
    const Operand& tmp = instruction.operand[2];
    uint8_t* buffer = needed == 0 ? nullptr : ResolveUb(core, instruction, 2, needed);
    if (tmp.bytes < needed) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, 2, needed,
                         fmt::format("sharedTmpBuffer has {} bytes, expected at least {}", tmp.bytes, needed),
                         "give it the documented size");
    }
    const Operand& to = instruction.operand[0];
    const Operand& from = instruction.operand[1];
    if (to.address < from.address + bytes && from.address < to.address + bytes) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, 0, 0, "dst and src overlap",
                         "transpose images into another buffer");
    }
    uint8_t* dst = ResolveUb(core, instruction, 0, bytes);
    const bool to_channels_last = params.transposeType == TransposeType::TRANSPOSE_NCHW2NHWC;
    const uint64_t rows = to_channels_last ? params.cSize : pixels;
    const uint64_t columns = to_channels_last ? pixels : params.cSize;
    if (buffer != nullptr) {
        Announce(core, instruction, {{buffer, needed, Role::kSpoil, 2}});
        core.memories.Touch(MemoryKind::kUb, tmp.address, tmp.address + needed);
        std::memset(buffer, kPoison, needed);
    }
    if (IsWatched(core)) [[unlikely]] {
        AnnounceMatrices(core, instruction, dst, src, params.nSize, rows, columns);
    }
    if (size == 1) {
        TransposeMatrices<uint8_t>(dst, src, params.nSize, rows, columns);
    } else if (size == 2) {
        TransposeMatrices<uint16_t>(dst, src, params.nSize, rows, columns);
    } else {
        TransposeMatrices<uint32_t>(dst, src, params.nSize, rows, columns);
    }
}

}  // namespace

void ExecuteTransData(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const auto& shape = instruction.As<TransDataShape>();
    if (shape.params.repeatTimes == 0) {
        return;
    }
    const uint64_t size = SizeOf(instruction.operand[0].type);
    const BlockList src = ResolveList(core, instruction, 1);
    const BlockList dst = ResolveList(core, instruction, 0);
    for (uint64_t repeat = 0; repeat < shape.params.repeatTimes; ++repeat) {
        uint8_t copies[kList][kBlockBytes];
        const uint8_t* blocks[kList];
        const uint8_t* from[kList];
        uint8_t* to[kList];
        for (uint32_t i = 0; i < kList; ++i) {
            blocks[i] = core.memories.At(MemoryKind::kUb, src.start[i] + repeat * src.step);
            std::memcpy(copies[i], blocks[i], kBlockBytes);
            from[i] = copies[i];
            const uint64_t address = dst.start[i] + repeat * dst.step;
            core.memories.Touch(MemoryKind::kUb, address, address + kBlockBytes);
            to[i] = core.memories.At(MemoryKind::kUb, address);
        }
        if (IsWatched(core)) [[unlikely]] {
            AnnounceRepeat(core, instruction, blocks, to);
        }
        TransposeRepeat(shape, size, from, to, [size](uint8_t* target, const uint8_t* source) {
            std::memcpy(target, source, size);
        });
    }
}

void ExecuteTranspose(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    if (instruction.opcode == Opcode::kTransposeImages) {
        TransposeImages(core, instruction, instruction.As<TransposeParamsExt>());
        return;
    }
    uint8_t copy[kSquareBytes];
    const uint8_t* src = ResolveUb(core, instruction, 1, kSquareBytes);
    uint8_t* dst = ResolveUb(core, instruction, 0, kSquareBytes);
    if (IsWatched(core)) [[unlikely]] {
        AnnounceSquare(core, instruction, dst, src);
    }
    std::memcpy(copy, src, kSquareBytes);
    TransposeMatrices<uint16_t>(dst, copy, 1, kSide, kSide);
}

}  // namespace aclnn_cpu::aicore
