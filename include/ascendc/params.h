// The parameter structures of copies and of mask/repeat/stride instructions. Members stand in constructor
// order.
#ifndef ACLNN_CPU_ASCENDC_PARAMS_H
#define ACLNN_CPU_ASCENDC_PARAMS_H

#include <cstdint>

#include "ascendc/enums.h"

namespace AscendC {

// Strides count 32-byte blocks: between the blocks of one repeat (blk), between repeats (rep).
struct UnaryRepeatParams {
    UnaryRepeatParams() = default;
    UnaryRepeatParams(uint16_t dst_blk, uint16_t src_blk, uint8_t dst_rep, uint8_t src_rep,
                      bool half_block = false)
        : dstBlkStride(dst_blk),
          srcBlkStride(src_blk),
          dstRepStride(dst_rep),
          srcRepStride(src_rep),
          halfBlock(half_block) {}

    uint16_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint16_t srcBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t srcRepStride = DEFAULT_REPEAT_STRIDE;
    bool halfBlock = false;
};

struct BinaryRepeatParams {
    BinaryRepeatParams() = default;
    BinaryRepeatParams(uint8_t dst_blk, uint8_t src0_blk, uint8_t src1_blk, uint8_t dst_rep, uint8_t src0_rep,
                       uint8_t src1_rep)
        : dstBlkStride(dst_blk),
          src0BlkStride(src0_blk),
          src1BlkStride(src1_blk),
          dstRepStride(dst_rep),
          src0RepStride(src0_rep),
          src1RepStride(src1_rep) {}

    uint8_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src1BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
};

// DataCopy: length and strides in 32-byte blocks. DataCopyPad: length in bytes, the stride of the global side
// in bytes, of the local side in blocks. A stride is the gap between the end of one burst and the start of
// the next.
struct DataCopyParams {
    DataCopyParams() : srcStride(0), dstStride(0) {}
    DataCopyParams(uint16_t count, uint16_t length, uint16_t src_stride, uint16_t dst_stride)
        : blockCount(count), blockLen(length), srcStride(src_stride), dstStride(dst_stride) {}

    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcStride;
        uint16_t srcGap;
    };
    union {
        uint16_t dstStride;
        uint16_t dstGap;
    };
};

struct DataCopyExtParams {
    DataCopyExtParams() = default;
    DataCopyExtParams(uint16_t count, uint32_t length, uint32_t src_stride, uint32_t dst_stride,
                      uint32_t reserved)
        : blockCount(count), blockLen(length), srcStride(src_stride), dstStride(dst_stride), rsv(reserved) {}

    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    uint32_t srcStride = 0;
    uint32_t dstStride = 0;
    uint32_t rsv = 0;
};

// Padding counts elements, at most 32 bytes on either side.
template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(bool is_pad, uint8_t left, uint8_t right, T value)
        : isPad(is_pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    T paddingValue = T(0);
};

struct DataCopyPadParams {
    DataCopyPadParams() = default;
    DataCopyPadParams(bool is_pad, uint8_t left, uint8_t right, uint64_t value)
        : isPad(is_pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
};

// Brcb. Strides count 32-byte blocks. The other members are reserved.
struct BrcbRepeatParams {
    BrcbRepeatParams() = default;
    BrcbRepeatParams(uint16_t dst_blk, uint16_t dst_rep) : dstRepStride(dst_rep), dstBlkStride(dst_blk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint16_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src1BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// Gatherb: the same, narrower.
struct GatherRepeatParams {
    GatherRepeatParams() = default;
    GatherRepeatParams(uint8_t dst_blk, uint8_t dst_rep) : dstRepStride(dst_rep), dstBlkStride(dst_blk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src1BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// Strides count 32-byte blocks.
struct GatherMaskParams {
    GatherMaskParams() = default;
    GatherMaskParams(uint8_t src0_block, uint16_t repeats, uint16_t src0_repeat, uint8_t src1_repeat)
        : src0BlockStride(src0_block),
          repeatTimes(repeats),
          src0RepeatStride(src0_repeat),
          src1RepeatStride(src1_repeat) {}

    uint8_t src0BlockStride = DEFAULT_BLK_STRIDE;
    uint16_t repeatTimes = 0;
    uint16_t src0RepeatStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepeatStride = DEFAULT_REPEAT_STRIDE;
};

// Strides count 32-byte blocks. The halves concern 8-bit elements only.
struct TransDataTo5HDParams {
    constexpr TransDataTo5HDParams() = default;
    constexpr TransDataTo5HDParams(bool dst_high, bool src_high, uint8_t repeats, uint16_t dst_rep,
                                   uint16_t src_rep)
        : dstHighHalf(dst_high),
          srcHighHalf(src_high),
          repeatTimes(repeats),
          dstRepStride(dst_rep),
          srcRepStride(src_rep) {}

    bool dstHighHalf = false;
    bool srcHighHalf = false;
    uint8_t repeatTimes = 1;
    uint16_t dstRepStride = 0;
    uint16_t srcRepStride = 0;
};

struct TransposeParamsExt {
    constexpr TransposeParamsExt() = default;
    constexpr TransposeParamsExt(uint16_t n, uint16_t c, uint16_t h, uint16_t w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}

    uint16_t nSize = 0;
    uint16_t cSize = 0;
    uint16_t hSize = 0;
    uint16_t wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

// MrgSort: lengths count 8-byte records; validBit is 3, 7 or 15 for two, three or four lists.
struct MrgSort4Info {
    MrgSort4Info() = default;
    MrgSort4Info(const uint16_t lengths[MRG_SORT_ELEMENT_LEN], bool suspend, uint16_t valid, uint16_t repeats)
        : elementLengths{lengths[0], lengths[1], lengths[2], lengths[3]},
          ifExhaustedSuspension(suspend),
          validBit(valid),
          repeatTimes(static_cast<uint8_t>(repeats)) {}

    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {0};
    bool ifExhaustedSuspension = false;
    uint16_t validBit = 0;
    uint8_t repeatTimes = 1;
};

}  // namespace AscendC

#endif
