#include "../op_kernel/scale_tiling_data.h"
#include "../op_kernel/scale_tiling_key.h"
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace optiling {

struct CompileInfo {};

static ge::graphStatus Tiling(gert::TilingContext* context) {
    auto* data = context->GetTilingData<ScaleTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->count = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    data->factor = static_cast<int32_t>(*context->GetAttrs()->GetInt(0));
    context->SetBlockDim(1);
    ASCENDC_TPL_SEL_PARAM(context, static_cast<uint64_t>(data->factor == 2 ? SCALE_TWICE : SCALE_ANY));
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Parse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Scale).Tiling(Tiling).TilingParse<CompileInfo>(Parse);

}  // namespace optiling
