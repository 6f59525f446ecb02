// Copies of elements of 1, 2, 4, 8 or 16 bytes between strided places, as they are. Strides count elements;
// addresses need no alignment. Any other element size is a mistake of the caller's and copies nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclnn_cpu::simd {

void CopyElements(size_t element_bytes, int64_t count, void* to, int64_t to_stride, const void* from,
                  int64_t from_stride);

// rows x cols elements; the loops run so that the source is read along its shorter stride.
void CopyTile(size_t element_bytes, int64_t rows, int64_t cols, void* to, int64_t to_row_stride,
              int64_t to_col_stride, const void* from, int64_t from_row_stride, int64_t from_col_stride);

}  // namespace aclnn_cpu::simd
