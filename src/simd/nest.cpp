#include "simd/nest.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.h"
#include "simd/element_copy.h"

namespace aclnn_cpu::simd {
namespace {

// Of fewer elements a hand-over costs more than it saves.
constexpr int64_t kWorthAHandOver = 32768;
// The fewest elements that a thread takes at a time: half of an equal share, between these. Each range costs some 150 ns
// more than its elements do: the loop fills and drains its pipeline. Multiples of a cache line of elements.
constexpr int64_t kLeastGrain = 4096;
constexpr int64_t kMostGrain = 16384;

int64_t Magnitude(int64_t value) { return std::abs(value); }

void SwapDims(Nest& nest, uint32_t a, uint32_t b) {
    std::swap(nest.sizes[a], nest.sizes[b]);
    for (uint32_t k = 0; k < nest.operand_count; ++k) {
        std::swap(nest.strides[k][a], nest.strides[k][b]);
    }
}

// Whether dimension a should be outside dimension b: by the output's strides, then by those of the inputs in
// order.
bool Outside(const Nest& nest, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < nest.operand_count; ++k) {
        const int64_t stride_a = Magnitude(nest.strides[k][a]);
        const int64_t stride_b = Magnitude(nest.strides[k][b]);
        if (stride_a != stride_b) {
            return stride_a > stride_b;
        }
    }
    return false;
}

void SortDims(Nest& nest) {
    for (uint32_t i = 1; i < nest.rank; ++i) {
        for (uint32_t j = i; j > 0 && Outside(nest, j, j - 1); --j) {
            SwapDims(nest, j, j - 1);
        }
    }
}

bool Mergeable(const Nest& nest, uint32_t outer, uint32_t inner) {
    for (uint32_t k = 0; k < nest.operand_count; ++k) {
        if (nest.strides[k][outer] != nest.strides[k][inner] * nest.sizes[inner]) {
            return false;
        }
    }
    return true;
}

void MergeDims(Nest& nest) {
    uint32_t last = 0;  // the dimension that is growing; those before it are final
    for (uint32_t i = 1; i < nest.rank; ++i) {
        const bool merge = Mergeable(nest, last, i);
        const int64_t grown = merge ? nest.sizes[last] * nest.sizes[i] : nest.sizes[i];
        last += merge ? 0 : 1;
        nest.sizes[last] = grown;
        for (uint32_t k = 0; k < nest.operand_count; ++k) {
            nest.strides[k][last] = nest.strides[k][i];
        }
    }
    nest.rank = last + 1;
}

// The dimension along which some input runs although the innermost dimension takes that input in long steps;
// rank if none.
uint32_t FindTransposed(const Nest& nest) {
    const uint32_t inner = nest.rank - 1;
    constexpr int64_t kWorthATile = 8;
    for (uint32_t k = 1; k < nest.operand_count && nest.inner() >= kWorthATile; ++k) {
        for (uint32_t dim = 0; dim < inner; ++dim) {
            const int64_t stride = Magnitude(nest.strides[k][dim]);
            if (stride != 0 && stride < Magnitude(nest.strides[k][inner]) && nest.sizes[dim] >= kWorthATile) {
                return dim;
            }
        }
    }
    return nest.rank;
}

void ChooseTiles(Nest& nest) {
    const uint32_t transposed = FindTransposed(nest);
    nest.tiled = transposed != nest.rank;
    if (!nest.tiled) {
        return;
    }
    for (uint32_t dim = transposed; dim + 2 < nest.rank; ++dim) {
        SwapDims(nest, dim, dim + 1);
    }
    const int64_t rows = nest.sizes[nest.rank - 2];
    nest.tile_rows = std::min(rows, kTileRows);
    nest.tile_cols = std::min(nest.inner(), kChunk / nest.tile_rows);
}

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Calls visit(offset, count) for each stretch of the chunk in one row, offsets those of `operand`; order as
// in the chunk.
template <typename Visit>
void VisitRows(const Nest& nest, const Chunk& chunk, uint32_t operand, Visit&& visit) {
    const uint32_t inner = nest.rank - 1;
    const int64_t* strides = nest.strides[operand];
    int64_t index[kMaxRank];
    std::copy_n(chunk.at.index, nest.rank, index);
    int64_t offset = chunk.at.offset[operand];
    for (int64_t left = chunk.cols; left > 0;) {
        const int64_t count = std::min(left, nest.sizes[inner] - index[inner]);
        visit(offset, count);
        left -= count;
        index[inner] += count;
        offset += count * strides[inner];
        for (uint32_t dim = inner; dim > 0 && index[dim] == nest.sizes[dim]; --dim) {
            offset += strides[dim - 1] - nest.sizes[dim] * strides[dim];
            index[dim] = 0;
            ++index[dim - 1];
        }
    }
}

}  // namespace

int64_t Nest::Units() const {
    if (!tiled || total == 0) {
        return total;
    }
    const int64_t rows = sizes[rank - 2];
    return total / (rows * inner()) * CeilDiv(rows, tile_rows) * CeilDiv(inner(), tile_cols);
}

Nest MakeNest(std::span<const int64_t> sizes, std::span<const int64_t* const> operand_strides) {
    Nest nest;  // dimensions beyond the rank are never read
    nest.rank = 0;
    nest.tiled = false;
    nest.tile_rows = nest.tile_cols = 0;
    nest.operand_count = static_cast<uint32_t>(operand_strides.size());
    nest.total = 1;
    for (size_t dim = 0; dim < sizes.size(); ++dim) {
        nest.total *= sizes[dim];
        if (sizes[dim] == 1) {
            continue;
        }
        nest.sizes[nest.rank] = sizes[dim];
        for (uint32_t k = 0; k < nest.operand_count; ++k) {
            nest.strides[k][nest.rank] = operand_strides[k][dim];
        }
        ++nest.rank;
    }
    if (nest.rank == 0) {
        nest.rank = 1;
        nest.sizes[0] = 1;
        for (uint32_t k = 0; k < nest.operand_count; ++k) {
            nest.strides[k][0] = 1;
        }
    }
    if (nest.total != 0 && nest.rank > 1) {
        SortDims(nest);
        MergeDims(nest);
        ChooseTiles(nest);
    }
    return nest;
}

std::string ToText(const Nest& nest) {
    std::string text = fmt::format("{}", fmt::join(nest.sizes, nest.sizes + nest.rank, "x"));
    for (uint32_t k = 0; k < nest.operand_count; ++k) {
        text += fmt::format(", {} {}", k == 0 ? "out" : "in",
                            fmt::join(nest.strides[k], nest.strides[k] + nest.rank, ","));
    }
    return nest.tiled ? text + fmt::format(", tiles {}x{}", nest.tile_rows, nest.tile_cols) : text;
}

Cursor CursorAt(const Nest& nest, int64_t element) {
    Cursor cursor{};
    for (uint32_t dim = nest.rank; element != 0 && dim-- > 0;) {
        cursor.index[dim] = element % nest.sizes[dim];
        element /= nest.sizes[dim];
        for (uint32_t k = 0; k < nest.operand_count; ++k) {
            cursor.offset[k] += cursor.index[dim] * nest.strides[k][dim];
        }
    }
    return cursor;
}

void Advance(const Nest& nest, int64_t count, Cursor& cursor) {
    for (uint32_t dim = nest.rank; dim-- > 0 && count != 0;) {
        const int64_t old = cursor.index[dim];
        const int64_t raised = old + count;
        const int64_t size = nest.sizes[dim];
        count = raised < size ? 0 : raised / size;
        cursor.index[dim] = raised - count * size;
        for (uint32_t k = 0; k < nest.operand_count; ++k) {
            cursor.offset[k] += (cursor.index[dim] - old) * nest.strides[k][dim];
        }
    }
}

Chunk TileAt(const Nest& nest, int64_t tile) {
    const int64_t rows = nest.sizes[nest.rank - 2];
    const int64_t tiles_across = CeilDiv(nest.inner(), nest.tile_cols);
    const int64_t tiles_down = CeilDiv(rows, nest.tile_rows);
    const int64_t col = tile % tiles_across * nest.tile_cols;
    const int64_t row = tile / tiles_across % tiles_down * nest.tile_rows;
    const int64_t plane = tile / (tiles_across * tiles_down);
    Chunk chunk;
    chunk.at = CursorAt(nest, (plane * rows + row) * nest.inner() + col);
    chunk.rows = std::min(nest.tile_rows, rows - row);
    chunk.cols = std::min(nest.tile_cols, nest.inner() - col);
    return chunk;
}

bool IsRun(const Nest& nest, const Chunk& chunk, uint32_t operand) {
    const uint32_t inner = nest.rank - 1;
    const int64_t* strides = nest.strides[operand];
    if (chunk.cols > 1 && strides[inner] != 1) {
        return false;
    }
    if (nest.tiled) {
        return chunk.rows == 1 || strides[inner - 1] == chunk.cols;
    }
    return chunk.at.index[inner] + chunk.cols <= nest.inner();
}

void Gather(const Nest& nest, const Chunk& chunk, uint32_t operand, const void* base, size_t element_bytes,
            void* to) {
    const auto* from = static_cast<const std::byte*>(base);
    const int64_t* strides = nest.strides[operand];
    const int64_t bytes = static_cast<int64_t>(element_bytes);
    if (nest.tiled) {
        CopyTile(element_bytes, chunk.rows, chunk.cols, to, chunk.cols, 1,
                 from + chunk.at.offset[operand] * bytes, strides[nest.rank - 2], strides[nest.rank - 1]);
        return;
    }
    auto* next = static_cast<std::byte*>(to);
    VisitRows(nest, chunk, operand, [&](int64_t offset, int64_t count) {
        CopyElements(element_bytes, count, next, 1, from + offset * bytes, nest.inner_stride(operand));
        next += count * bytes;
    });
}

void Scatter(const Nest& nest, const Chunk& chunk, uint32_t operand, void* base, size_t element_bytes,
             const void* from) {
    auto* to = static_cast<std::byte*>(base);
    const int64_t* strides = nest.strides[operand];
    const int64_t bytes = static_cast<int64_t>(element_bytes);
    if (nest.tiled) {
        CopyTile(element_bytes, chunk.rows, chunk.cols, to + chunk.at.offset[operand] * bytes,
                 strides[nest.rank - 2], strides[nest.rank - 1], from, chunk.cols, 1);
        return;
    }
    const auto* next = static_cast<const std::byte*>(from);
    VisitRows(nest, chunk, operand, [&](int64_t offset, int64_t count) {
        CopyElements(element_bytes, count, to + offset * bytes, nest.inner_stride(operand), next, 1);
        next += count * bytes;
    });
}

void ParallelUnits(const Nest& nest, uint32_t threads, base::RangeBody range, const void* context) {
    const int64_t units = nest.Units();
    if (threads <= 1 || nest.total < kWorthAHandOver) {
        range(context, 0, units);
        return;
    }
    const int64_t half_a_share = nest.total / (2 * int64_t{threads}) / kLeastGrain * kLeastGrain;
    const int64_t grain = std::clamp(half_a_share, kLeastGrain, kMostGrain);
    const int64_t elements_of_a_unit = CeilDiv(nest.total, units);
    base::ParallelRanges(threads, units, CeilDiv(grain, elements_of_a_unit), range, context);
}

}  // namespace aclnn_cpu::simd
