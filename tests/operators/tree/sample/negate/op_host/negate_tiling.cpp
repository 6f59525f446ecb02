#include "../op_kernel/negate_tiling_data.h"
#include "log/log.h"
#include "register/op_impl_registry.h"

namespace optiling {

struct CompileInfo {};

// Of the same name as another operator's, and of another result: bytes.
uint32_t CountOfSample(gert::TilingContext* context) {
    return static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()) * 4;
}

ge::graphStatus TilingOfSample(gert::TilingContext* context) {
    auto* data = context->GetTilingData<SampleTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->count = CountOfSample(context) / 4;
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus Parse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

IMPL_OP_OPTILING(Negate).Tiling(TilingOfSample).TilingParse<CompileInfo>(Parse);

}  // namespace optiling
