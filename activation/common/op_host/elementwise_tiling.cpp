#include "elementwise_tiling.h"

#include <algorithm>
#include <cstring>

#include "graph/utils/type_utils.h"
#include "log/log.h"
#include "tiling/platform/platform_ascendc.h"
#include "util/platform_util.h"

namespace optiling {
namespace {

// Select takes the last 8 KiB of a larger UB for itself on Ascend910B.
constexpr uint64_t kSelectBytes = 8192;
constexpr uint64_t kRepeatElements = 64;  // floats of a vector instruction's repeat

// Elements of a tile, all of whose buffers lie in UB at the same time: two of each queue and, for 2-byte types, one of
// float for each; the temporaries; a bit for the mask of a comparison, whose buffer is whole blocks. Both kinds of
// types come to the same number.
uint64_t TileElements(const ElementwiseTilingInput& input) {
    const uint64_t queues = input.inputs + uint64_t{1};
    const uint64_t bits = 8 * (queues * 8 + uint64_t{input.temporaries} * 4) + 1;
    const uint64_t usable = input.ubBytes > kSelectBytes ? input.ubBytes - kSelectBytes : input.ubBytes;
    const uint64_t left = usable > input.blockBytes ? usable - input.blockBytes : 0;
    return left * 8 / bits / kRepeatElements * kRepeatElements;
}

const char* Refusal(const ElementwiseTilingInput& input) {
    if (input.dataNum == 0) {
        return "the element count is 0";
    }
    if (input.coreNum == 0) {
        return "the core count is 0";
    }
    if (input.blockBytes != 32) {
        return "the block size is not 32 bytes";
    }
    if (input.typeBytes != 4 && input.typeBytes != 2) {
        return "the element size is neither 4 nor 2 bytes";
    }
    if (input.dataNum > (UINT64_MAX - input.blockBytes) / input.typeBytes) {
        return "the size of the tensor in bytes exceeds 64 bits";
    }
    return nullptr;
}

}  // namespace

const char* CutElementwise(const ElementwiseTilingInput& input, ElementwiseTilingData& tiling,
                           uint32_t& blockDim) {
    const char* refusal = Refusal(input);
    if (refusal != nullptr) {
        return refusal;
    }
    const uint64_t tile = TileElements(input);
    if (tile == 0) {
        return "the unified buffer is too small for 64 elements of every buffer";
    }
    const uint64_t blocks = (input.dataNum * input.typeBytes + input.blockBytes - 1) / input.blockBytes;
    const uint64_t cores = tile >= input.dataNum ? 1 : std::min(input.coreNum, blocks);
    if (tile > UINT32_MAX || cores > UINT32_MAX) {
        return "the chip has more cores or memory than the tiling's 32-bit fields hold";
    }
    tiling.totalNum = input.dataNum;
    tiling.coreNum = blocks / cores * (input.blockBytes / input.typeBytes);
    tiling.bigCores = static_cast<uint32_t>(blocks % cores);
    tiling.tileNum = static_cast<uint32_t>(tile);
    tiling.temporaries = input.temporaries;
    blockDim = static_cast<uint32_t>(cores);
    return nullptr;
}

namespace {

bool ReadAttribute(gert::TilingContext* context, const gert::RuntimeAttrs& attrs, AttributeKind kind,
                   uint32_t index, float& number) {
    const float* value = kind == AttributeKind::kFloat ? attrs.GetFloat(index) : nullptr;
    const bool* truth = kind == AttributeKind::kBool ? attrs.GetBool(index) : nullptr;
    const char* text = kind == AttributeKind::kNone ? attrs.GetStr(index) : nullptr;
    OP_CHECK_IF(value == nullptr && truth == nullptr && text == nullptr,
                OP_LOGE(context, "attribute %u has no value", index), return false);
    OP_CHECK_IF(text != nullptr && std::strcmp(text, "none") != 0,
                OP_LOGE(context, "attribute %u is \"%s\", expected \"none\"", index, text), return false);
    number = value != nullptr ? *value : (truth != nullptr && *truth ? 1.0f : 0.0f);
    return true;
}

bool ReadAttributes(gert::TilingContext* context, const ElementwiseOperator& op, float* attributes) {
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    std::fill_n(attributes, kMaxAttributes, 0.0f);
    OP_CHECK_IF(attrs == nullptr && op.attributeNum != 0, OP_LOGE(context, "there are no attributes"),
                return false);
    for (uint32_t i = 0; i < op.attributeNum; ++i) {
        if (!ReadAttribute(context, *attrs, op.attributes[i], i, attributes[i])) {
            return false;
        }
    }
    return true;
}

// The type of input 0 and whether every tensor that the kernel touches has its type and shape.
ge::graphStatus CheckTensors(gert::TilingContext* context, const ElementwiseOperator& op,
                             uint32_t& typeBytes) {
    const auto* shape = context->GetInputShape(0);
    const auto* desc = context->GetInputDesc(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, shape);
    OP_CHECK_NULL_WITH_CONTEXT(context, desc);
    const ge::DataType dtype = desc->GetDataType();
    OP_CHECK_IF(dtype != ge::DT_FLOAT && dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16,
                OP_LOGE(context, "input 0 is %s, expected DT_FLOAT, DT_FLOAT16 or DT_BF16",
                        ge::TypeUtils::DataTypeToSerialString(dtype).c_str()),
                return ge::GRAPH_FAILED);
    typeBytes = dtype == ge::DT_FLOAT ? 4 : 2;
    for (uint32_t i = 1; i < op.inputs; ++i) {
        const auto* other = context->GetInputShape(i);
        const auto* otherDesc = context->GetInputDesc(i);
        OP_CHECK_NULL_WITH_CONTEXT(context, other);
        OP_CHECK_NULL_WITH_CONTEXT(context, otherDesc);
        OP_CHECK_IF(
            other->GetStorageShape() != shape->GetStorageShape(),
            OP_LOGE(context, "inputs 0 and %u have different shapes; the kernel does not broadcast", i),
            return ge::GRAPH_FAILED);
        OP_CHECK_IF(otherDesc->GetDataType() != dtype,
                    OP_LOGE(context, "inputs 0 and %u have different types, %s and %s", i,
                            ge::TypeUtils::DataTypeToSerialString(dtype).c_str(),
                            ge::TypeUtils::DataTypeToSerialString(otherDesc->GetDataType()).c_str()),
                    return ge::GRAPH_FAILED);
    }
    return ge::GRAPH_SUCCESS;
}

}  // namespace

ge::graphStatus TileElementwise(gert::TilingContext* context, const ElementwiseOperator& op) {
    uint32_t typeBytes = 0;
    if (CheckTensors(context, op, typeBytes) != ge::GRAPH_SUCCESS) {
        return ge::GRAPH_FAILED;
    }
    auto* platformInfo = context->GetPlatformInfo();
    auto* tiling = context->GetTilingData<ElementwiseTilingData>();
    size_t* workspaces = context->GetWorkspaceSizes(1);
    OP_CHECK_NULL_WITH_CONTEXT(context, platformInfo);
    OP_CHECK_NULL_WITH_CONTEXT(context, tiling);
    OP_CHECK_NULL_WITH_CONTEXT(context, workspaces);

    platform_ascendc::PlatformAscendC platform(platformInfo);
    ElementwiseTilingInput input = {};
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, input.ubBytes);
    input.blockBytes = Ops::Base::GetUbBlockSize(context);
    input.coreNum = platform.GetCoreNum();
    const int64_t dataNum = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    input.dataNum = dataNum > 0 ? static_cast<uint64_t>(dataNum) : 0;
    input.typeBytes = typeBytes;
    input.inputs = op.inputs;
    input.temporaries = op.temporaries;
    uint32_t blockDim = 0;
    const char* refusal = CutElementwise(input, *tiling, blockDim);
    OP_CHECK_IF(refusal != nullptr,
                OP_LOGE(context, "%s (%ld elements of %u bytes, %lu cores, UB of %lu bytes)", refusal,
                        dataNum, typeBytes, input.coreNum, input.ubBytes),
                return ge::GRAPH_FAILED);
    context->SetBlockDim(blockDim);
    context->SetTilingKey(0);
    workspaces[0] = platform.GetLibApiWorkSpaceSize();
    return ReadAttributes(context, op, tiling->attributes) ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}

ge::graphStatus ElementwiseTilingParse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

}  // namespace optiling
