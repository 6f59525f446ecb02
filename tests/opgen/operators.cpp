// Operators without an op_api of their own, for tests of the generated functions: definitions and tiling.
#include <cstring>

#include "log/log.h"
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"
#include "tiling_data.h"

namespace ops {

class ScaledSum : public OpDef {
 public:
    explicit ScaledSum(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT, ge::DT_FLOAT16}).AutoContiguous();
        this->Input("y").ParamType(OPTIONAL).DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Output("z").DataType({ge::DT_FLOAT, ge::DT_FLOAT16});
        this->Attr("alpha").AttrType(OPTIONAL).Float(2.0f);
        this->Attr("mode").AttrType(OPTIONAL).String("near");
        this->Attr("weights").AttrType(OPTIONAL).ListInt({1, 2});
        this->AICore().AddConfig("ascend910b");
        OpAICoreConfig halves;
        halves.Input("x").DataType({ge::DT_FLOAT16});
        halves.Input("y").ParamType(OPTIONAL).DataType({ge::DT_FLOAT16});
        halves.Output("z").DataType({ge::DT_FLOAT16});
        this->AICore().AddConfig("ascend310p", halves);
    }
};
OP_ADD(ScaledSum);

class Descend : public OpDef {
 public:
    explicit Descend(const char* name) : OpDef(name) {
        this->Input("var").DataType({ge::DT_FLOAT}).AutoContiguous();
        this->Input("grad").DataType({ge::DT_FLOAT}).AutoContiguous();
        this->Output("var").DataType({ge::DT_FLOAT});
        this->Output("steps").DataType({ge::DT_INT32}).InitValue(41);
        this->Attr("rate").Float();
        this->Attr("use_locking").AttrType(OPTIONAL).Bool(false);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Descend);

class Pick : public OpDef {
 public:
    explicit Pick(const char* name) : OpDef(name) {
        this->Input("xs").ParamType(DYNAMIC).DataType({ge::DT_FLOAT});
        this->Input("picks").DataType({ge::DT_INT64}).ValueDepend(REQUIRED);
        this->Input("bias").Scalar().To("xs");
        this->Input("scales").ScalarList().To(ge::DT_FLOAT);
        this->Output("y").DataType({ge::DT_FLOAT});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Pick);

}  // namespace ops

namespace {

struct CompileInfo {};
ge::graphStatus Parse(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

ge::graphStatus TilingScaledSum(gert::TilingContext* context) {
    auto* data = context->GetTilingData<ScaledSumTilingData>();
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    OP_CHECK_NULL_WITH_CONTEXT(context, attrs);
    data->count = static_cast<uint32_t>(context->GetOutputShape(0)->GetStorageShape().GetShapeSize());
    data->alpha = *attrs->GetFloat(0);
    OP_CHECK_IF(data->alpha == 0, OP_LOGE(context, "alpha is 0"), return ge::GRAPH_FAILED);
    data->offset = std::strcmp(attrs->GetStr(1), "far") == 0 ? 1000.0f : 0.0f;
    const auto* weights = attrs->GetListInt(2);
    for (size_t i = 0; i < weights->GetSize(); ++i) {
        data->offset += static_cast<float>(weights->GetData()[i]);
    }
    context->SetBlockDim(1);
    context->SetTilingKey(0);
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus TilingDescend(gert::TilingContext* context) {
    auto* data = context->GetTilingData<DescendTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    data->count = static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    data->rate = *context->GetAttrs()->GetFloat(0);
    // With locking the counter goes on from what the caller's memory holds.
    context->SetNeedAtomic(!*context->GetAttrs()->GetBool(1));
    context->SetBlockDim(1);
    context->SetTilingKey(0);
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus TilingPick(gert::TilingContext* context) {
    auto* data = context->GetTilingData<PickTilingData>();
    OP_CHECK_NULL_WITH_CONTEXT(context, data);
    const size_t listed = context->GetIrInputInstanceInfo(0)->GetInstanceNum();
    const auto* picks = context->GetInputTensor(listed);
    OP_CHECK_NULL_WITH_CONTEXT(context, picks);
    OP_CHECK_NULL_WITH_CONTEXT(context, picks->GetData<int64_t>());
    data->count = static_cast<uint32_t>(picks->GetShapeSize());
    for (uint32_t i = 0; i < data->count; ++i) {
        OP_CHECK_IF(picks->GetData<int64_t>()[i] >= static_cast<int64_t>(listed),
                    OP_LOGE(context, "a pick leaves the list"), return ge::GRAPH_FAILED);
    }
    context->SetBlockDim(1);
    context->SetTilingKey(0);
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_OPTILING(ScaledSum).Tiling(TilingScaledSum).TilingParse<CompileInfo>(Parse);
IMPL_OP_OPTILING(Descend).Tiling(TilingDescend).TilingParse<CompileInfo>(Parse);
IMPL_OP_OPTILING(Pick).Tiling(TilingPick).TilingParse<CompileInfo>(Parse).TilingInputsDataDependency({1});
