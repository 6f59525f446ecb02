#include "unpack_tiling.h"

#include "register/op_impl_registry.h"

namespace optiling {

struct CompileInfo {};

static ge::graphStatus Tiling(gert::TilingContext* context) {
    UnpackTilingData data;
    data.part.set_count(static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()));
    const char* kind = context->GetAttrs()->GetStr(1);
    data.set_added(static_cast<float>(*context->GetAttrs()->GetInt(0)) + (kind[0] == 'h' ? 100.0f : 0.0f));
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Parse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Unpack).Tiling(Tiling).TilingParse<CompileInfo>(Parse);

}  // namespace optiling
