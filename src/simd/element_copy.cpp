#include "simd/element_copy.h"

#include <emmintrin.h>  // part of every x86-64

#include <cstdlib>
#include <cstring>

namespace aclnn_cpu::simd {
namespace {

template <size_t kBytes>
struct Block {
    std::byte bytes[kBytes];
};

// memcpy of a constant size becomes one move; it also allows any alignment and any type behind the address.
template <size_t kBytes>
void CopyStrided(int64_t count, std::byte* to, int64_t to_stride, const std::byte* from,
                 int64_t from_stride) {
    constexpr int64_t kStep = static_cast<int64_t>(kBytes);
    if (to_stride == 1 && from_stride == 1) {
        std::memcpy(to, from, static_cast<size_t>(count) * kBytes);
    } else if (from_stride == 0) {
        Block<kBytes> value;
        std::memcpy(&value, from, kBytes);
        for (int64_t i = 0; i < count; ++i) {
            std::memcpy(to + i * to_stride * kStep, &value, kBytes);
        }
    } else if (from_stride == 2 &&
               to_stride == 1) {  // often, and the compiler makes vectors of a stride it knows
        for (int64_t i = 0; i < count; ++i) {
            std::memcpy(to + i * kStep, from + 2 * i * kStep, kBytes);
        }
    } else {
        for (int64_t i = 0; i < count; ++i) {
            std::memcpy(to + i * to_stride * kStep, from + i * from_stride * kStep, kBytes);
        }
    }
}

using CopyFunction = void (*)(int64_t, std::byte*, int64_t, const std::byte*, int64_t);

CopyFunction FindCopy(size_t element_bytes) {
    switch (element_bytes) {
        case 1:
            return CopyStrided<1>;
        case 2:
            return CopyStrided<2>;
        case 4:
            return CopyStrided<4>;
        case 8:
            return CopyStrided<8>;
        case 16:
            return CopyStrided<16>;
        default:
            return [](int64_t, std::byte*, int64_t, const std::byte*, int64_t) {};
    }
}

// ---- transposes in registers: a square of elements that fills as many vectors of 16 bytes as it has rows

__m128i LoadVector(const std::byte* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
void StoreVector(std::byte* to, __m128i vector) { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), vector); }

// The bytes between one vector and the next are the pitches.
void TransposeSquare4(std::byte* to, int64_t to_pitch, const std::byte* from, int64_t from_pitch) {
    const __m128i a = LoadVector(from), b = LoadVector(from + from_pitch);
    const __m128i c = LoadVector(from + 2 * from_pitch), d = LoadVector(from + 3 * from_pitch);
    const __m128i ab_low = _mm_unpacklo_epi32(a, b), ab_high = _mm_unpackhi_epi32(a, b);
    const __m128i cd_low = _mm_unpacklo_epi32(c, d), cd_high = _mm_unpackhi_epi32(c, d);
    StoreVector(to, _mm_unpacklo_epi64(ab_low, cd_low));
    StoreVector(to + to_pitch, _mm_unpackhi_epi64(ab_low, cd_low));
    StoreVector(to + 2 * to_pitch, _mm_unpacklo_epi64(ab_high, cd_high));
    StoreVector(to + 3 * to_pitch, _mm_unpackhi_epi64(ab_high, cd_high));
}

// Interleaving rows i and i + 4 three times over brings every element to its place.
void TransposeSquare2(std::byte* to, int64_t to_pitch, const std::byte* from, int64_t from_pitch) {
    __m128i rows[8];
    for (int i = 0; i < 8; ++i) {
        rows[i] = LoadVector(from + i * from_pitch);
    }
    for (int round = 0; round < 3; ++round) {
        __m128i mixed[8];
        for (int i = 0; i < 4; ++i) {
            mixed[2 * i] = _mm_unpacklo_epi16(rows[i], rows[i + 4]);
            mixed[2 * i + 1] = _mm_unpackhi_epi16(rows[i], rows[i + 4]);
        }
        std::memcpy(rows, mixed, sizeof(rows));
    }
    for (int i = 0; i < 8; ++i) {
        StoreVector(to + i * to_pitch, rows[i]);
    }
}

// Columns lie far apart, where the hardware's own prefetching does not look. Past the last column of a tile they are
// the first of the next one.
constexpr int64_t kColumnsAhead = 16;

template <size_t kBytes>
void FetchColumns(const std::byte* from, int64_t from_pitch, int64_t rows) {
    constexpr int64_t kStep = static_cast<int64_t>(kBytes);
    constexpr int64_t kLine = 64;
    for (int64_t col = 0; col < 16 / kStep; ++col) {
        for (int64_t byte = 0; byte < rows * kStep; byte += kLine) {
            _mm_prefetch(reinterpret_cast<const char*>(from + col * from_pitch + byte), _MM_HINT_T0);
        }
    }
}

using SquareFunction = void (*)(std::byte*, int64_t, const std::byte*, int64_t);

// The source is dense down its columns, the destination along its rows: whole squares first, then what is
// left at the edges.
template <size_t kBytes, SquareFunction kSquare>
void TransposeTile(int64_t rows, int64_t cols, std::byte* to, int64_t to_row_stride, const std::byte* from,
                   int64_t from_col_stride) {
    constexpr int64_t kStep = static_cast<int64_t>(kBytes);
    constexpr int64_t kEdge = 16 / kStep;
    const int64_t to_pitch = to_row_stride * kStep;
    const int64_t from_pitch = from_col_stride * kStep;
    const int64_t whole_rows = rows / kEdge * kEdge;
    const int64_t whole_cols = cols / kEdge * kEdge;
    for (int64_t col = 0; col < whole_cols; col += kEdge) {
        FetchColumns<kBytes>(from + (col + kColumnsAhead) * from_pitch, from_pitch, rows);
        for (int64_t row = 0; row < whole_rows; row += kEdge) {
            kSquare(to + row * to_pitch + col * kStep, to_pitch, from + col * from_pitch + row * kStep,
                    from_pitch);
        }
        for (int64_t row = whole_rows; row < rows; ++row) {
            CopyStrided<kBytes>(kEdge, to + row * to_pitch + col * kStep, 1,
                                from + col * from_pitch + row * kStep, from_col_stride);
        }
    }
    for (int64_t col = whole_cols; col < cols; ++col) {
        CopyStrided<kBytes>(rows, to + col * kStep, to_row_stride, from + col * from_pitch, 1);
    }
}

}  // namespace

void CopyElements(size_t element_bytes, int64_t count, void* to, int64_t to_stride, const void* from,
                  int64_t from_stride) {
    FindCopy(element_bytes)(count, static_cast<std::byte*>(to), to_stride,
                            static_cast<const std::byte*>(from), from_stride);
}

void CopyTile(size_t element_bytes, int64_t rows, int64_t cols, void* to, int64_t to_row_stride,
              int64_t to_col_stride, const void* from, int64_t from_row_stride, int64_t from_col_stride) {
    const CopyFunction copy = FindCopy(element_bytes);
    const int64_t bytes = static_cast<int64_t>(element_bytes);
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    const bool transpose = from_row_stride == 1 && to_col_stride == 1 && from_col_stride != 1;
    if (transpose && element_bytes == 4) {
        TransposeTile<4, TransposeSquare4>(rows, cols, target, to_row_stride, source, from_col_stride);
        return;
    }
    if (transpose && element_bytes == 2) {
        TransposeTile<2, TransposeSquare2>(rows, cols, target, to_row_stride, source, from_col_stride);
        return;
    }
    // A source row that is a single repeated element counts as short.
    if (from_row_stride != 0 && std::abs(from_row_stride) < std::abs(from_col_stride)) {
        for (int64_t col = 0; col < cols; ++col) {
            copy(rows, target + col * to_col_stride * bytes, to_row_stride,
                 source + col * from_col_stride * bytes, from_row_stride);
        }
        return;
    }
    for (int64_t row = 0; row < rows; ++row) {
        copy(cols, target + row * to_row_stride * bytes, to_col_stride,
             source + row * from_row_stride * bytes, from_col_stride);
    }
}

}  // namespace aclnn_cpu::simd
