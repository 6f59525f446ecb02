// The loops over a call's operands: dimensions put in a good order, merged where they can be, cut into chunks
// that a kernel takes in one go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/export.h"
#include "base/parallel.h"
#include "simd/native_call.h"

namespace aclnn_cpu::simd {

inline constexpr uint32_t kMaxWalked = kMaxOperands + 1;  // operand 0 is the output
inline constexpr int64_t kChunk = 2048;  // the most elements of a chunk that goes through scratch
inline constexpr int64_t kTileRows =
    32;  // the most rows of a tile: whole cache lines down each of its columns, also of 16-bit types

// A loop nest, innermost dimension last, at least one dimension. Every size is at least 1 unless `total` is
// 0.
struct Nest {
    uint32_t rank;
    int64_t sizes[kMaxRank];
    uint32_t operand_count;
    int64_t strides[kMaxWalked][kMaxRank];  // in elements
    int64_t total;                          // number of elements
    // When some input runs along another dimension than the output does (a transpose), chunks are tiles of
    // the two innermost dimensions, tile_rows x tile_cols at most; otherwise chunks are runs of elements in
    // order.
    bool tiled;
    int64_t tile_rows;
    int64_t tile_cols;

    int64_t inner() const { return sizes[rank - 1]; }
    int64_t inner_stride(uint32_t operand) const { return strides[operand][rank - 1]; }
    // What a parallel loop divides: tiles or elements.
    ACLNN_CPU_API int64_t Units() const;
};

// `operand_strides[k]` is the array of `sizes.size()` strides of operand k; operand 0 is the output.
ACLNN_CPU_API Nest MakeNest(std::span<const int64_t> sizes, std::span<const int64_t* const> operand_strides);

// For people and tests: sizes, each operand's strides, tiles. "1024x512, out 512,1, in 1,1024, tiles 32x64".
ACLNN_CPU_API std::string ToText(const Nest& nest);

// A place in the nest: an index per dimension and the offset of each operand there, in elements.
struct Cursor {
    int64_t index[kMaxRank];
    int64_t offset[kMaxWalked];
};
ACLNN_CPU_API Cursor CursorAt(const Nest& nest, int64_t element);
// `count` elements further, in order; the place after the last is the first.
ACLNN_CPU_API void Advance(const Nest& nest, int64_t count, Cursor& cursor);

// A piece of the nest: `rows` x `cols` in the two innermost dimensions when the nest is tiled, else `rows` is
// 1 and `cols` elements follow in order from the cursor, over as many rows as that takes.
struct Chunk {
    Cursor at;
    int64_t rows;
    int64_t cols;
    int64_t count() const { return rows * cols; }
};
ACLNN_CPU_API Chunk TileAt(const Nest& nest, int64_t tile);

// Whether the chunk's elements of that operand lie one after the other in memory.
bool IsRun(const Nest& nest, const Chunk& chunk, uint32_t operand);

// Copies the chunk's elements of one operand into a dense row-major array at `to`, or from one. `base` is the
// operand's address at offset 0; elements are copied as they are.
void Gather(const Nest& nest, const Chunk& chunk, uint32_t operand, const void* base, size_t element_bytes,
            void* to);
void Scatter(const Nest& nest, const Chunk& chunk, uint32_t operand, void* base, size_t element_bytes,
             const void* from);

// Calls body(chunk) for all chunks that make up units [begin, end). A chunk of a nest that is not tiled has
// at most `max_elements` and, when `within_rows`, ends with its row at the latest.
template <typename Body>
void ForEachChunk(const Nest& nest, int64_t begin, int64_t end, int64_t max_elements, bool within_rows,
                  Body&& body) {
    if (nest.tiled) {
        for (int64_t tile = begin; tile < end; ++tile) {
            body(TileAt(nest, tile));
        }
        return;
    }
    Chunk chunk{CursorAt(nest, begin), 1, 0};
    for (int64_t done = begin; done < end; done += chunk.cols) {
        if (done != begin) {
            Advance(nest, chunk.cols, chunk.at);
        }
        chunk.cols = std::min(end - done, max_elements);
        if (within_rows) {
            chunk.cols = std::min(chunk.cols, nest.inner() - chunk.at.index[nest.rank - 1]);
        }
        body(static_cast<const Chunk&>(chunk));
    }
}

// Runs range(context, begin, end) over [0, nest.Units()), on up to `threads` threads when the work is worth a
// hand-over.
ACLNN_CPU_API void ParallelUnits(const Nest& nest, uint32_t threads, base::RangeBody range,
                                 const void* context);

}  // namespace aclnn_cpu::simd
