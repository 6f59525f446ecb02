// ShapeInfo: the extents that an author notes with a tensor, for DumpTensor and for high-level functions.
#ifndef ACLNN_CPU_ASCENDC_SHAPE_INFO_H
#define ACLNN_CPU_ASCENDC_SHAPE_INFO_H

#include <cstdint>

#include "ascendc/enums.h"

#ifndef K_MAX_SHAPE_DIM
#define K_MAX_SHAPE_DIM 8
#endif

namespace AscendC {

// `originalShape` are the extents before a change of layout: {rows, columns} of a matrix in NZ blocks, say.
// At most K_MAX_SHAPE_DIM extents; what is beyond is dropped.
struct ShapeInfo {
    ShapeInfo() = default;
    ShapeInfo(const uint8_t inputShapeDim, const uint32_t inputShape[], const uint8_t inputOriginalShapeDim,
              const uint32_t inputOriginalShape[], const DataFormat inputFormat)
        : shapeDim(Dims(inputShapeDim)),
          originalShapeDim(Dims(inputOriginalShapeDim)),
          dataFormat(inputFormat) {
        for (int i = 0; i < shapeDim; ++i) {
            shape[i] = inputShape[i];
        }
        for (int i = 0; i < originalShapeDim; ++i) {
            originalShape[i] = inputOriginalShape[i];
        }
    }
    ShapeInfo(const uint8_t inputShapeDim, const uint32_t inputShape[], const DataFormat inputFormat)
        : ShapeInfo(inputShapeDim, inputShape, inputShapeDim, inputShape, inputFormat) {}
    ShapeInfo(const uint8_t inputShapeDim, const uint32_t inputShape[])
        : ShapeInfo(inputShapeDim, inputShape, inputShapeDim, inputShape, DataFormat::ND) {}

    uint8_t shapeDim = 0;
    uint8_t originalShapeDim = 0;
    uint32_t shape[8] = {};
    uint32_t originalShape[8] = {};
    DataFormat dataFormat = DataFormat::ND;

 private:
    static constexpr uint8_t Dims(uint8_t dims) { return dims < 8 ? dims : uint8_t(8); }
};

// The number of elements; 1 without extents.
inline uint64_t GetShapeSize(const ShapeInfo& shapeInfo) {
    uint64_t size = 1;
    for (int i = 0; i < shapeInfo.shapeDim; ++i) {
        size *= shapeInfo.shape[i];
    }
    return size;
}

}  // namespace AscendC

#endif
