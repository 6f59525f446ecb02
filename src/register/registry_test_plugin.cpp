// An operator library of its own, loaded and unloaded by registry_test.cpp.
#include <cstdint>

#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"

namespace ops {

class RegistryTestPlugin : public OpDef {
 public:
    explicit RegistryTestPlugin(const char* name) : OpDef(name) {
        Input("from_plugin").DataType({ge::DT_FLOAT});
        AICore().AddConfig("ascend910b");
    }
};
OP_ADD(RegistryTestPlugin);

}  // namespace ops

namespace {

ge::graphStatus PluginTiling(gert::TilingContext* context) {
    context->SetBlockDim(31);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(RegistryTestPlugin).Tiling(PluginTiling);
IMPL_OP_OPTILING(RegistryTestShared).Tiling(PluginTiling);

}  // namespace

extern "C" __attribute__((visibility("default"))) const void* PluginLibraryKey() {
    return ACLNN_CPU_THIS_LIBRARY;
}
