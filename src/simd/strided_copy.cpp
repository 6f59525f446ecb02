#include "simd/strided_copy.h"

#include <algorithm>
#include <limits>

#include "simd/convert_runs.h"
#include "simd/element_copy.h"
#include "simd/nest.h"

namespace aclnn_cpu::simd {
namespace {

constexpr size_t kMaxRealBytes = 8;
constexpr int64_t kUnmixedRow = 256;  // rows at least this long are read or written where they lie

struct Copy {
    Nest nest;  // operand 0 is the destination, 1 the source
    std::byte* to;
    const std::byte* from;
    int64_t to_bytes;
    int64_t from_bytes;
    ConvertRun convert;  // null for equal types
};

void CopySameType(const Copy& copy, int64_t begin, int64_t end) {
    const Nest& nest = copy.nest;
    const size_t bytes = static_cast<size_t>(copy.to_bytes);
    // Row by row, straight from place to place.
    ForEachChunk(nest, begin, end, std::numeric_limits<int64_t>::max(), true, [&](const Chunk& chunk) {
        std::byte* to = copy.to + chunk.at.offset[0] * copy.to_bytes;
        const std::byte* from = copy.from + chunk.at.offset[1] * copy.to_bytes;
        if (nest.tiled) {
            const uint32_t row = nest.rank - 2;
            CopyTile(bytes, chunk.rows, chunk.cols, to, nest.strides[0][row], nest.inner_stride(0), from,
                     nest.strides[1][row], nest.inner_stride(1));
        } else {
            CopyElements(bytes, chunk.cols, to, nest.inner_stride(0), from, nest.inner_stride(1));
        }
    });
}

void CopyConverting(const Copy& copy, int64_t begin, int64_t end) {
    alignas(64) std::byte gathered[kChunk * kMaxRealBytes];
    alignas(64) std::byte converted[kChunk * kMaxRealBytes];
    const Nest& nest = copy.nest;
    ForEachChunk(nest, begin, end, kChunk, nest.inner() >= kUnmixedRow, [&](const Chunk& chunk) {
        const void* from = copy.from + chunk.at.offset[1] * copy.from_bytes;
        if (!IsRun(nest, chunk, 1)) {
            Gather(nest, chunk, 1, copy.from, static_cast<size_t>(copy.from_bytes), gathered);
            from = gathered;
        }
        if (IsRun(nest, chunk, 0)) {
            copy.convert(from, copy.to + chunk.at.offset[0] * copy.to_bytes, chunk.count());
            return;
        }
        copy.convert(from, converted, chunk.count());
        Scatter(nest, chunk, 0, copy.to, static_cast<size_t>(copy.to_bytes), converted);
    });
}

void CopyRange(const void* context, int64_t begin, int64_t end) {
    const Copy& copy = *static_cast<const Copy*>(context);
    if (copy.convert == nullptr) {
        CopySameType(copy, begin, end);
    } else {
        CopyConverting(copy, begin, end);
    }
}

}  // namespace

void CopyConvert(const Operand& dst, const Operand& src, uint32_t rank, const int64_t* sizes,
                 uint32_t threads, base::SimdTarget target) {
    const int64_t* strides[] = {dst.strides, src.strides};
    Copy copy;
    copy.nest = MakeNest({sizes, rank}, strides);
    if (copy.nest.total == 0) {
        return;
    }
    copy.to = static_cast<std::byte*>(dst.data);
    copy.from = static_cast<const std::byte*>(src.data);
    copy.to_bytes = static_cast<int64_t>(base::ElementBytes(dst.dtype));
    copy.from_bytes = static_cast<int64_t>(base::ElementBytes(src.dtype));
    copy.convert = FindConvertRun(src.dtype, dst.dtype, target);
    ParallelUnits(copy.nest, threads, CopyRange, &copy);
}

}  // namespace aclnn_cpu::simd
