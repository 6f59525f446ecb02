#include "../shift_tiling.h"

#include "register/op_impl_registry.h"

namespace optiling {

struct CompileInfo {};

uint32_t CountOfSample(gert::TilingContext* context) {
    return static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
}

ge::graphStatus TilingOfSample(gert::TilingContext* context) {
    SampleTilingData data;
    const float steps[] = {100.0f, -100.0f};
    data.set_blocks(1);
    data.set_count(CountOfSample(context));
    data.set_steps(steps);
    data.SaveToBuffer(context->GetRawTilingData()->GetData(), context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(data.GetDataSize());
    context->SetBlockDim(1);
    context->SetTilingKey(*context->GetAttrs()->GetBool(0) ? 20 : 10);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Parse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Shift).Tiling(TilingOfSample).TilingParse<CompileInfo>(Parse);

}  // namespace optiling
