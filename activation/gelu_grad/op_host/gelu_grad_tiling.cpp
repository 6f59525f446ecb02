#include "gelu_grad_tiling.h"

#include <algorithm>

#include "../op_kernel/gelu_grad_tiling_key.h"
#include "graph/utils/type_utils.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"
#include "util/platform_util.h"

namespace optiling {
namespace {

// Buffers of one tile that live in UB at the same time, each of typeBytes per element: FLOAT has two for each
// of dy, x and z and two for intermediate values (one more on ascend310b); a 2-byte type has the same six and
// five of 4 bytes.
uint64_t LiveBuffers(const GeluGradTilingInput& input) {
    return input.typeBytes == 4 ? 8 + input.versionNum : 16;
}

struct CoreCut {
    uint64_t dataNum;
    uint64_t tileNum;
    uint64_t tailDataNum;
};

CoreCut CutCore(uint64_t blocks, uint64_t tileBlocks, const GeluGradTilingInput& input) {
    const uint64_t perBlock = input.blockBytes / input.typeBytes;
    const uint64_t tail = (blocks % tileBlocks) * perBlock;
    return {blocks * perBlock, blocks / tileBlocks + (tail != 0 ? 1 : 0),
            tail != 0 ? tail : tileBlocks * perBlock};
}

}  // namespace

const char* CutGeluGrad(const GeluGradTilingInput& input, GeluGradTilingData& tiling, uint32_t& blockDim) {
    if (input.dataNum == 0) {
        return "the element count is 0";
    }
    if (input.coreNum == 0) {
        return "the core count is 0";
    }
    if (input.blockBytes == 0) {
        return "the block size is 0";
    }
    if (input.typeBytes == 0 || input.blockBytes % input.typeBytes != 0) {
        return "the element size does not divide a block";
    }
    uint64_t bytes = 0;
    if (__builtin_mul_overflow(input.dataNum, input.typeBytes, &bytes) ||
        bytes > UINT64_MAX - input.blockBytes) {
        return "the size of the tensor in bytes exceeds 64 bits";
    }
    const uint64_t tileBlocks = input.ubBytes / input.blockBytes / LiveBuffers(input);
    if (tileBlocks == 0) {
        return "the unified buffer is too small for one block of every buffer";
    }
    const uint64_t tileDataNum = tileBlocks * input.blockBytes / input.typeBytes;
    const uint64_t blocks = (bytes + input.blockBytes - 1) / input.blockBytes;
    const uint64_t cores = tileDataNum >= input.dataNum ? 1 : std::min(input.coreNum, blocks);
    const CoreCut small = CutCore(blocks / cores, tileBlocks, input);
    const CoreCut big = CutCore(blocks / cores + 1, tileBlocks, input);
    if (std::max(big.dataNum, tileDataNum) > UINT32_MAX || cores > UINT32_MAX) {
        return "more elements per core than the tiling's 32-bit fields hold; use more cores or a smaller "
               "tensor";
    }
    tiling.smallCoreDataNum = static_cast<uint32_t>(small.dataNum);
    tiling.bigCoreDataNum = static_cast<uint32_t>(big.dataNum);
    tiling.finalBigTileNum = static_cast<uint32_t>(big.tileNum);
    tiling.finalSmallTileNum = static_cast<uint32_t>(small.tileNum);
    tiling.tileDataNum = static_cast<uint32_t>(tileDataNum);
    tiling.smallTailDataNum = static_cast<uint32_t>(small.tailDataNum);
    tiling.bigTailDataNum = static_cast<uint32_t>(big.tailDataNum);
    tiling.tailBlockNum = static_cast<uint32_t>(blocks % cores);
    tiling.versionNum = static_cast<uint32_t>(input.versionNum);
    tiling.totalDataNum = input.dataNum;
    blockDim = static_cast<uint32_t>(cores);
    return nullptr;
}

namespace {

struct GeluGradCompileInfo {};

ge::graphStatus TilingGeluGrad(gert::TilingContext* context) {
    const auto* dy = context->GetInputShape(0);
    const auto* x = context->GetInputShape(1);
    const auto* desc = context->GetInputDesc(1);
    auto* platformInfo = context->GetPlatformInfo();
    auto* tiling = context->GetTilingData<GeluGradTilingData>();
    size_t* workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, dy);
    OP_CHECK_NULL_WITH_CONTEXT(context, x);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);

    OP_CHECK_IF(dy->GetStorageShape() != x->GetStorageShape(),
                OP_LOGE(context, "dy and x have different shapes; the kernel does not broadcast"),
                return ge::GRAPH_FAILED);

    platform_ascendc::PlatformAscendC platform(platformInfo);
    const auto soc = platform.GetSocVersion();
    const bool is310b = soc == platform_ascendc::SocVersion::ASCEND310B;
    const ge::DataType dtype = desc->GetDataType();
    OP_CHECK_IF(dtype == ge::DT_BF16 && !is310b && soc != platform_ascendc::SocVersion::ASCEND910B,
                OP_LOGE(context, "x is BF16, which only ascend910b and ascend310b support"),
                return ge::GRAPH_FAILED);
    uint32_t typeBytes = 0;
    OP_CHECK_IF(!ge::TypeUtils::GetDataTypeLength(dtype, typeBytes) || (typeBytes != 4 && typeBytes != 2),
                OP_LOGE(context, "x dtype is %d, expected FLOAT, FLOAT16 or BF16", static_cast<int>(dtype)),
                return ge::GRAPH_FAILED);

    GeluGradTilingInput input = {};
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, input.ubBytes);
    input.blockBytes = Ops::Base::GetUbBlockSize(context);
    input.coreNum = platform.GetCoreNum();
    const int64_t dataNum = x->GetStorageShape().GetShapeSize();
    input.dataNum = dataNum > 0 ? static_cast<uint64_t>(dataNum) : 0;
    input.typeBytes = typeBytes;
    input.versionNum = is310b ? 1 : 0;
    uint32_t blockDim = 0;
    const char* refusal = CutGeluGrad(input, *tiling, blockDim);
    OP_CHECK_IF(refusal != nullptr,
                OP_LOGE(context, "%s (%ld elements of %u bytes, %lu cores, UB of %lu bytes)", refusal,
                        dataNum, typeBytes, input.coreNum, input.ubBytes),
                return ge::GRAPH_FAILED);
    context->SetBlockDim(blockDim);
    context->SetTilingKey(GET_TPL_TILING_KEY(input.versionNum));
    workspaces[0] = platform.GetLibApiWorkSpaceSize();
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus TilingParseGeluGrad(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

}  // namespace

IMPL_OP_OPTILING(GeluGrad).Tiling(TilingGeluGrad).TilingParse<GeluGradCompileInfo>(TilingParseGeluGrad);

}  // namespace optiling
