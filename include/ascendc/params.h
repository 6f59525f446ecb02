// The parameter structures of copies and of mask/repeat/stride instructions. Members stand in constructor
// order.
#ifndef ACLNN_CPU_ASCENDC_PARAMS_H
#define ACLNN_CPU_ASCENDC_PARAMS_H

#include <cstdint>

#include "ascendc/enums.h"
#include "ascendc/field.h"

namespace AscendC {

// Strides count 32-byte blocks: between the blocks of one repeat (blk), between repeats (rep).
struct UnaryRepeatParams {
    UnaryRepeatParams() = default;
    UnaryRepeatParams(aclnn_internal::Given16 dst_blk, aclnn_internal::Given16 src_blk,
                      aclnn_internal::Given8 dst_rep, aclnn_internal::Given8 src_rep, bool half_block = false)
        : dstBlkStride(dst_blk),
          srcBlkStride(src_blk),
          dstRepStride(dst_rep),
          srcRepStride(src_rep),
          halfBlock(half_block) {}

    aclnn_internal::Field16 dstBlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field16 srcBlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 dstRepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 srcRepStride{DEFAULT_REPEAT_STRIDE};
    bool halfBlock = false;
};

struct BinaryRepeatParams {
    BinaryRepeatParams() = default;
    BinaryRepeatParams(aclnn_internal::Given8 dst_blk, aclnn_internal::Given8 src0_blk,
                       aclnn_internal::Given8 src1_blk, aclnn_internal::Given8 dst_rep,
                       aclnn_internal::Given8 src0_rep, aclnn_internal::Given8 src1_rep)
        : dstBlkStride(dst_blk),
          src0BlkStride(src0_blk),
          src1BlkStride(src1_blk),
          dstRepStride(dst_rep),
          src0RepStride(src0_rep),
          src1RepStride(src1_rep) {}

    aclnn_internal::Field8 dstBlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src0BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src1BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 dstRepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 src0RepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 src1RepStride{DEFAULT_REPEAT_STRIDE};
};

// DataCopy: length and strides in 32-byte blocks. DataCopyPad: length in bytes, the stride of the global side
// in bytes, of the local side in blocks. A stride is the gap between the end of one burst and the start of
// the next.
struct DataCopyParams {
    DataCopyParams() : srcStride(0), dstStride(0) {}
    DataCopyParams(aclnn_internal::Given16 count, aclnn_internal::Given16 length,
                   aclnn_internal::Given16 src_stride, aclnn_internal::Given16 dst_stride)
        : blockCount(count), blockLen(length), srcStride(src_stride), dstStride(dst_stride) {}

    aclnn_internal::Field16 blockCount{1};
    aclnn_internal::Field16 blockLen{0};
    union {
        aclnn_internal::Field16 srcStride;
        aclnn_internal::Field16 srcGap;
    };
    union {
        aclnn_internal::Field16 dstStride;
        aclnn_internal::Field16 dstGap;
    };
};

struct DataCopyExtParams {
    DataCopyExtParams() = default;
    DataCopyExtParams(aclnn_internal::Given16 count, aclnn_internal::Given32 length,
                      aclnn_internal::Given32 src_stride, aclnn_internal::Given32 dst_stride,
                      aclnn_internal::Given32 reserved)
        : blockCount(count), blockLen(length), srcStride(src_stride), dstStride(dst_stride), rsv(reserved) {}

    aclnn_internal::Field16 blockCount{1};
    aclnn_internal::Field32 blockLen{0};
    aclnn_internal::Field32 srcStride{0};
    aclnn_internal::Field32 dstStride{0};
    aclnn_internal::Field32 rsv{0};
};

// Padding counts elements, at most 32 bytes on either side.
template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(bool is_pad, aclnn_internal::Given8 left, aclnn_internal::Given8 right, T value)
        : isPad(is_pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    aclnn_internal::Field8 leftPadding{0};
    aclnn_internal::Field8 rightPadding{0};
    T paddingValue = T(0);
};

struct DataCopyPadParams {
    DataCopyPadParams() = default;
    DataCopyPadParams(bool is_pad, aclnn_internal::Given8 left, aclnn_internal::Given8 right, uint64_t value)
        : isPad(is_pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    aclnn_internal::Field8 leftPadding{0};
    aclnn_internal::Field8 rightPadding{0};
    uint64_t paddingValue = 0;
};

// Brcb. Strides count 32-byte blocks. The other members are reserved.
struct BrcbRepeatParams {
    BrcbRepeatParams() = default;
    BrcbRepeatParams(aclnn_internal::Given16 dst_blk, aclnn_internal::Given16 dst_rep)
        : dstRepStride(dst_rep), dstBlkStride(dst_blk) {}

    aclnn_internal::Field32 blockNumber{DEFAULT_BLK_NUM};
    aclnn_internal::Field16 dstRepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field16 dstBlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src0BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src1BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src0RepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 src1RepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// Gatherb: the same, narrower.
struct GatherRepeatParams {
    GatherRepeatParams() = default;
    GatherRepeatParams(aclnn_internal::Given8 dst_blk, aclnn_internal::Given8 dst_rep)
        : dstRepStride(dst_rep), dstBlkStride(dst_blk) {}

    aclnn_internal::Field32 blockNumber{DEFAULT_BLK_NUM};
    aclnn_internal::Field16 dstRepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 dstBlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src0BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src1BlkStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field8 src0RepStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 src1RepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// Strides count 32-byte blocks.
struct GatherMaskParams {
    GatherMaskParams() = default;
    GatherMaskParams(aclnn_internal::Given8 src0_block, aclnn_internal::Given16 repeats,
                     aclnn_internal::Given16 src0_repeat, aclnn_internal::Given8 src1_repeat)
        : src0BlockStride(src0_block),
          repeatTimes(repeats),
          src0RepeatStride(src0_repeat),
          src1RepeatStride(src1_repeat) {}

    aclnn_internal::Field8 src0BlockStride{DEFAULT_BLK_STRIDE};
    aclnn_internal::Field16 repeatTimes{0};
    aclnn_internal::Field16 src0RepeatStride{DEFAULT_REPEAT_STRIDE};
    aclnn_internal::Field8 src1RepeatStride{DEFAULT_REPEAT_STRIDE};
};

// Strides count 32-byte blocks. The halves concern 8-bit elements only.
struct TransDataTo5HDParams {
    constexpr TransDataTo5HDParams() = default;
    constexpr TransDataTo5HDParams(bool dst_high, bool src_high, aclnn_internal::Given8 repeats,
                                   aclnn_internal::Given16 dst_rep, aclnn_internal::Given16 src_rep)
        : dstHighHalf(dst_high),
          srcHighHalf(src_high),
          repeatTimes(repeats),
          dstRepStride(dst_rep),
          srcRepStride(src_rep) {}

    bool dstHighHalf = false;
    bool srcHighHalf = false;
    aclnn_internal::Field8 repeatTimes{1};
    aclnn_internal::Field16 dstRepStride{0};
    aclnn_internal::Field16 srcRepStride{0};
};

struct TransposeParamsExt {
    constexpr TransposeParamsExt() = default;
    constexpr TransposeParamsExt(aclnn_internal::Given16 n, aclnn_internal::Given16 c,
                                 aclnn_internal::Given16 h, aclnn_internal::Given16 w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}

    aclnn_internal::Field16 nSize{0};
    aclnn_internal::Field16 cSize{0};
    aclnn_internal::Field16 hSize{0};
    aclnn_internal::Field16 wSize{0};
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

// MrgSort: lengths count 8-byte records; validBit is 3, 7 or 15 for two, three or four lists.
struct MrgSort4Info {
    MrgSort4Info() = default;
    MrgSort4Info(const uint16_t lengths[MRG_SORT_ELEMENT_LEN], bool suspend, aclnn_internal::Given16 valid,
                 aclnn_internal::Given8 repeats)
        : elementLengths{lengths[0], lengths[1], lengths[2], lengths[3]},
          ifExhaustedSuspension(suspend),
          validBit(valid),
          repeatTimes(repeats) {}

    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {0};
    bool ifExhaustedSuspension = false;
    aclnn_internal::Field16 validBit{0};
    aclnn_internal::Field8 repeatTimes{1};
};

}  // namespace AscendC

#endif
