// The parameter structures of copies that change a layout, and the enumerations they name. Members stand in
// constructor order.
#ifndef ACLNN_CPU_ASCENDC_COPY_PARAMS_H
#define ACLNN_CPU_ASCENDC_COPY_PARAMS_H

#include <cstdint>

#include "ascendc/enums.h"
#include "ascendc/field.h"

// Built into the device compiler, and so global.
enum class pad_t : uint8_t {
    PAD_NONE,
    PAD_MODE1,
    PAD_MODE2,
    PAD_MODE3,
    PAD_MODE4,
    PAD_MODE5,
    PAD_MODE6,
    PAD_MODE7,
    PAD_MODE8,
};

namespace AscendC {

// Where DataCopyPad puts padding: behind every burst, or once behind all of them.
enum class PaddingMode : uint8_t { Normal = 0, Compact };

enum class BlockMode : uint8_t {
    BLOCK_MODE_NORMAL = 0,
    BLOCK_MODE_MATRIX,
    BLOCK_MODE_VECTOR,
    BLOCK_MODE_SMALL_CHANNEL,
    BLOCK_MODE_DEPTHWISE,
};
enum class DeqScale : uint8_t { DEQ_NONE = 0, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };
enum class AtomicDtype {
    ATOMIC_NONE = 0,
    ATOMIC_F32,
    ATOMIC_F16,
    ATOMIC_S16,
    ATOMIC_S32,
    ATOMIC_S8,
    ATOMIC_BF16
};
enum class AtomicOp { ATOMIC_SUM = 0 };

// What a copy may do on the way besides copying; the vector cores' ways know BLOCK_MODE_NORMAL only.
struct DataCopyEnhancedParams {
    DataCopyEnhancedParams() = default;
    DataCopyEnhancedParams(const BlockMode block_mode, const DeqScale deq_scale, const uint64_t deq_value,
                           const uint8_t sid_store_mode, const bool is_relu, const pad_t pad_mode,
                           const uint64_t pad_value)
        : blockMode(block_mode),
          deqScale(deq_scale),
          deqValue(deq_value),
          sidStoreMode(sid_store_mode),
          isRelu(is_relu),
          padMode(pad_mode),
          padValue(pad_value) {}

    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    uint64_t padValue = 0;
    uint64_t deqTensorAddr = 0;
};

// Rows of a matrix into columns of 32-byte chunks. Values and source strides count elements, dstNzC0Stride
// (from chunk to chunk of a row) and dstNzNStride (from row to row) 32 bytes, dstNzMatrixStride elements.
struct Nd2NzParams {
    Nd2NzParams() = default;
    Nd2NzParams(aclnn_internal::Given16 nd_num, aclnn_internal::Given16 n_value,
                aclnn_internal::Given16 d_value, aclnn_internal::Given16 src_nd_matrix_stride,
                aclnn_internal::Given16 src_d_value, aclnn_internal::Given16 dst_nz_c0_stride,
                aclnn_internal::Given16 dst_nz_n_stride, aclnn_internal::Given16 dst_nz_matrix_stride)
        : ndNum(nd_num),
          nValue(n_value),
          dValue(d_value),
          srcNdMatrixStride(src_nd_matrix_stride),
          srcDValue(src_d_value),
          dstNzC0Stride(dst_nz_c0_stride),
          dstNzNStride(dst_nz_n_stride),
          dstNzMatrixStride(dst_nz_matrix_stride) {}

    aclnn_internal::Field16 ndNum{0};
    aclnn_internal::Field16 nValue{0};
    aclnn_internal::Field16 dValue{0};
    aclnn_internal::Field16 srcNdMatrixStride{0};
    aclnn_internal::Field16 srcDValue{0};
    aclnn_internal::Field16 dstNzC0Stride{0};
    aclnn_internal::Field16 dstNzNStride{0};
    aclnn_internal::Field16 dstNzMatrixStride{0};
};

// The way back, for chunks of 16 elements. srcNdMatrixStride counts 256 elements, srcNStride (from column to
// column of chunks) 16 elements, the rest elements.
struct Nz2NdParamsFull {
    Nz2NdParamsFull() = default;
    Nz2NdParamsFull(aclnn_internal::Given16 nd_num, aclnn_internal::Given16 n_value,
                    aclnn_internal::Given16 d_value, aclnn_internal::Given16 src_nd_matrix_stride,
                    aclnn_internal::Given16 src_n_stride, aclnn_internal::Given16 dst_d_stride,
                    aclnn_internal::Given16 dst_nd_matrix_stride)
        : ndNum(nd_num),
          nValue(n_value),
          dValue(d_value),
          srcNdMatrixStride(src_nd_matrix_stride),
          srcNStride(src_n_stride),
          dstDStride(dst_d_stride),
          dstNdMatrixStride(dst_nd_matrix_stride) {}

    aclnn_internal::Field16 ndNum{1};
    aclnn_internal::Field16 nValue{0};
    aclnn_internal::Field16 dValue{0};
    aclnn_internal::Field16 srcNdMatrixStride{1};
    aclnn_internal::Field16 srcNStride{0};
    aclnn_internal::Field16 dstDStride{0};
    aclnn_internal::Field16 dstNdMatrixStride{1};
};

// Which part of a dimension a sliced copy takes: from startIndex to endIndex, both included, pieces with
// `stride` elements between them. A piece is burstLen 32-byte blocks in the innermost dimension (which stands
// first), one index in the others. shapeValue is the length of the whole dimension.
struct SliceInfo {
    SliceInfo() = default;
    SliceInfo(const uint32_t start_index, const uint32_t end_index, const uint32_t stride_elements,
              const uint32_t burst_length, const uint32_t shape_value = 0)
        : startIndex(start_index),
          endIndex(end_index),
          stride(stride_elements),
          burstLen(burst_length),
          shapeValue(shape_value) {}

    uint32_t startIndex = 0;
    uint32_t endIndex = ONE_BLK_SIZE - 1;
    uint32_t stride = 0;
    uint32_t burstLen = ONE_BLK_SIZE;
    uint32_t shapeValue = 0;
};

// Copy: strides count 32-byte blocks, between the blocks of one repeat and between repeats.
struct CopyRepeatParams {
    CopyRepeatParams() = default;
    CopyRepeatParams(aclnn_internal::Given16 dst_stride, aclnn_internal::Given16 src_stride,
                     aclnn_internal::Given16 dst_repeat_size, aclnn_internal::Given16 src_repeat_size)
        : dstStride(dst_stride),
          srcStride(src_stride),
          dstRepeatSize(dst_repeat_size),
          srcRepeatSize(src_repeat_size) {}

    aclnn_internal::Field16 dstStride{DEFAULT_DATA_COPY_STRIDE};
    aclnn_internal::Field16 srcStride{DEFAULT_DATA_COPY_STRIDE};
    aclnn_internal::Field16 dstRepeatSize{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field16 srcRepeatSize{DEFAULT_REPEAT_STRIDE};
};

}  // namespace AscendC

#endif
