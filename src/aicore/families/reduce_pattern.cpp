// Reductions of the rows or columns of a matrix.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "aicore/core.h"
#include "aicore/families/plan.h"
#include "aicore/families/watch_runs.h"
#include "ascendc/pattern_temporary.h"

namespace aclnn_cpu::aicore {

namespace {

ReduceOp OpOf(const Instruction& instruction) {
    return instruction.opcode == Opcode::kReduceSumPattern   ? ReduceOp::kSum
           : instruction.opcode == Opcode::kReduceMaxPattern ? ReduceOp::kMax
                                                             : ReduceOp::kMin;
}

MatrixReduction MatrixOf(const Instruction& instruction) {
    const auto& shape = instruction.As<PatternShape>();
    return {OpOf(instruction) == ReduceOp::kSum, shape.along_columns, shape.rows, shape.columns,
            SizeOf(instruction.operand[0].type)};
}

// Bits of an element that changes no other: x + -0 is x, also for x = +0.
uint64_t Neutral(ReduceOp op, ElementType type) {
    const bool half = type == ElementType::kHalf;
    switch (op) {
        case ReduceOp::kSum:
            return half ? 0x8000u : 0x80000000u;
        case ReduceOp::kMax:
            return half ? 0xFC00u : 0xFF800000u;
        default:
            return half ? 0x7C00u : 0x7F800000u;
    }
}

// The loops for one operation and type.
class Lines {
 public:
    Lines(const Core& core, const MatrixReduction& matrix, ReduceOp op, ElementType type)
        : matrix_(matrix),
          pairs_(core.loops->pair[static_cast<uint32_t>(op)][static_cast<uint32_t>(type)]),
          elements_(Elementwise(core,
                                op == ReduceOp::kSum   ? Opcode::kAdd
                                : op == ReduceOp::kMax ? Opcode::kMax
                                                       : Opcode::kMin,
                                type)),
          adds_(Elementwise(core, Opcode::kAdds, type)),
          fill_(core.loops->fill[std::countr_zero(matrix.element_bytes)]),
          neutral_(Neutral(op, type)) {}

    void ReduceRows(uint8_t* dst, const uint8_t* src) const {
        const uint64_t size = matrix_.element_bytes;
        const uint64_t columns = matrix_.columns;
        const uint64_t width =
            columns * size <= kRepeatBytes ? std::bit_ceil(columns) : PowerOfTwoBelow(columns);
        std::vector<uint8_t> row(width * size);
        std::vector<uint8_t> half(width * size);
        for (uint64_t i = 0; i < matrix_.rows; ++i) {
            const uint8_t* from = src + i * matrix_.RowBytes();
            fill_(row.data(), neutral_, width);
            std::memcpy(row.data(), from, std::min(width, columns) * size);
            if (columns > width) {
                elements_(row.data(), row.data(), from + width * size, 0, columns - width);
            }
            for (uint64_t left = width / 2; left >= 1; left /= 2) {
                pairs_(half.data(), row.data(), left);
                row.swap(half);
            }
            std::memcpy(dst + i * size, row.data(), size);
        }
    }

    void ReduceColumns(uint8_t* dst, const uint8_t* src) const {
        const uint64_t bytes = matrix_.RowBytes();
        const uint64_t per_row = bytes / matrix_.element_bytes;
        uint64_t left = PowerOfTwoUpTo(matrix_.rows);
        std::vector<uint8_t> rows(left * bytes);
        std::memcpy(rows.data(), src, left * bytes);
        if (matrix_.rows > left) {
            elements_(rows.data(), rows.data(), src + left * bytes, 0, (matrix_.rows - left) * per_row);
        }
        for (left /= 2; left >= 1; left /= 2) {
            elements_(rows.data(), rows.data(), rows.data() + left * bytes, 0, left * per_row);
        }
        // The chip copies the last row by adding 0, which turns -0 into +0.
        adds_(rows.data(), rows.data(), rows.data(), 0, matrix_.columns);
        std::memcpy(dst, rows.data(), matrix_.columns * matrix_.element_bytes);
    }

 private:
    static VectorLoop Elementwise(const Core& core, Opcode opcode, ElementType type) {
        return core.loops->vector[static_cast<uint32_t>(opcode)][static_cast<uint32_t>(type)];
    }

    MatrixReduction matrix_;
    PairLoop pairs_;
    VectorLoop elements_;
    VectorLoop adds_;
    FillLoop fill_;
    uint64_t neutral_;
};

void CheckMatrix(const Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const auto& shape = instruction.As<PatternShape>();
    if (!shape.inner_pad) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kUnsupported, -1, 0,
                         fmt::format("srcInnerPad is false, expected true on {}", core.soc->name),
                         "let rows start on whole blocks and pass true");
    }
    constexpr uint32_t kMost = 1 << 24;  // more than any UB holds, and products stay in 64 bits
    if (shape.rows == 0 || shape.columns == 0 || shape.rows > kMost || shape.columns > kMost) [[unlikely]] {
        RaiseInstruction(
            core, instruction, FaultKind::kBadParameter, 1, kMost,
            fmt::format("srcShape is {} x {}, expected 1 to {} each", shape.rows, shape.columns, kMost),
            "give the numbers of rows and columns");
    }
}

// Calls spoil(at, bytes) for what the chip uses of the source as a work space, so that it is lost.
template <typename Spoil>
void SpoilSource(const MatrixReduction& matrix, uint8_t* src, Spoil spoil) {
    if (!matrix.NeedsSteps()) {
        return;
    }
    if (matrix.along_columns) {
        spoil(src, PowerOfTwoUpTo(matrix.rows) * matrix.RowBytes());
        return;
    }
    const uint64_t columns = matrix.sum ? PowerOfTwoBelow(matrix.columns)
                                        : std::min(matrix.columns, kRepeatBytes / matrix.element_bytes);
    for (uint64_t row = 0; row < matrix.rows; ++row) {
        spoil(src + row * matrix.RowBytes(), columns * matrix.element_bytes);
    }
}

// Announces the matrix, result by result or all columns side by side, and what is lost with it.
[[gnu::noinline, gnu::cold]] void AnnounceMatrix(const Core& core, const Instruction& instruction,
                                                 const MatrixReduction& matrix, const uint8_t* dst,
                                                 uint8_t* src) {
    const uint64_t row_bytes = matrix.columns * matrix.element_bytes;
    Pieces pieces(core, instruction);
    for (uint64_t row = 0; row < matrix.rows; ++row) {
        pieces.Add(src + row * matrix.RowBytes(), row_bytes, Role::kRead, 1);
        if (!matrix.along_columns) {
            pieces.Add(dst + row * matrix.element_bytes, matrix.element_bytes, Role::kWrite, 0);
            pieces.Announce();
        }
    }
    if (matrix.along_columns) {
        pieces.Add(dst, row_bytes, Role::kWrite, 0);
        pieces.Announce(matrix.columns);
    }
    if (instruction.reuse_source) {
        SpoilSource(matrix, src,
                    [&](const uint8_t* at, uint64_t bytes) { pieces.Add(at, bytes, Role::kSpoil, 1); });
        pieces.Announce();
    }
    if (instruction.has_temporary) {
        AnnounceTemporary(core, instruction, matrix.TemporaryBytes(instruction.reuse_source));
    }
}

}  // namespace

void IssuePattern(Instruction& instruction, const Operand& tmp) {
    CheckMatrix(ThisCore(), instruction);
    const uint64_t bytes = MatrixOf(instruction).TemporaryBytes(instruction.reuse_source);
    IssueWithTemporary(instruction, {bytes, bytes}, tmp);
}

void ExecuteReducePattern(Core& core, const Instruction& instruction) {
    CheckType(core, instruction);
    const MatrixReduction matrix = MatrixOf(instruction);
    const Operand& to = instruction.operand[0];
    const Operand& from = instruction.operand[1];
    const uint64_t src_bytes = matrix.rows * matrix.RowBytes();
    const uint64_t dst_bytes = (matrix.along_columns ? matrix.columns : matrix.rows) * matrix.element_bytes;
    uint8_t* src = ResolveUb(core, instruction, 1, src_bytes);
    if (to.address < from.address + src_bytes && from.address < to.address + dst_bytes) [[unlikely]] {
        RaiseInstruction(core, instruction, FaultKind::kBadParameter, 0, 0, "dst and src overlap",
                         "reduce into another buffer");
    }
    uint8_t* dst = ResolveUb(core, instruction, 0, dst_bytes);
    if (IsWatched(core)) [[unlikely]] {
        AnnounceMatrix(core, instruction, matrix, dst, src);
    }
    const Lines lines(core, matrix, OpOf(instruction), to.type);
    if (matrix.along_columns) {
        lines.ReduceColumns(dst, src);
    } else {
        lines.ReduceRows(dst, src);
    }
    if (instruction.reuse_source) {
        core.memories.Touch(MemoryKind::kUb, from.address, from.address + src_bytes);
        SpoilSource(matrix, src, [](uint8_t* at, uint64_t bytes) { std::memset(at, kPoison, bytes); });
    }
}

}  // namespace aclnn_cpu::aicore
