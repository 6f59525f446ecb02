#include "probe_host.h"

#include "log/log.h"
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"

namespace probe {
Behaviour behaviour;
}

namespace ops {

class Probe : public OpDef {
 public:
    explicit Probe(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("z").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Probe);

}  // namespace ops

namespace {

struct CompileInfo {};

struct LargerTilingData {
    int64_t inserted;
    ProbeTilingData rest;
};

ge::graphStatus TilingProbe(gert::TilingContext* context) {
    const probe::Tiling wanted = probe::behaviour.tiling;
    OP_CHECK_IF(wanted == probe::Tiling::kFails, OP_LOGE(context, "the probe was told to fail"),
                return ge::GRAPH_FAILED);
    auto* data = wanted == probe::Tiling::kLargerStruct ? &context->GetTilingData<LargerTilingData>()->rest
                                                        : context->GetTilingData<ProbeTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->mode = probe::behaviour.kernel;
    data->count = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    context->SetBlockDim(wanted == probe::Tiling::kNoBlocks ? 0 : 3);
    context->SetTilingKey(wanted == probe::Tiling::kUnknownKey ? 99 : 0);
    context->GetWorkspaceSizes(1)[0] = 1024;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus ParseProbe(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

}  // namespace

IMPL_OP_OPTILING(Probe).Tiling(TilingProbe).TilingParse<CompileInfo>(ParseProbe);
