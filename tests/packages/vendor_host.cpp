// The host side of one package's Vendor.
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"
#include "vendor_tiling_data.h"

namespace ops {

class Vendor : public OpDef {
 public:
    explicit Vendor(const char* name) : OpDef(name) {
        this->Output("z").ParamType(REQUIRED).DataType({ge::DT_INT32}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Vendor);

}  // namespace ops

namespace {

struct CompileInfo {};

ge::graphStatus TilingVendor(gert::TilingContext* context) {
    context->GetTilingData<VendorTilingData>()->number = VENDOR_NUMBER;
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus ParseVendor(gert::TilingParseContext*) { return ge::GRAPH_SUCCESS; }

ge::graphStatus InferVendor(gert::InferShapeContext* context) {
    gert::Shape* shape = context->GetOutputShape(0);
    shape->SetDimNum(1);
    shape->SetDim(0, 1);
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(Vendor).InferShape(InferVendor);
IMPL_OP_OPTILING(Vendor).Tiling(TilingVendor).TilingParse<CompileInfo>(ParseVendor);

extern "C" __attribute__((visibility("default"))) const void* VendorLibraryKey() {
    return ACLNN_CPU_THIS_LIBRARY;
}
