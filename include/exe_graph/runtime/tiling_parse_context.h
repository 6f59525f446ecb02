// What a tiling-parse function reads (the chip) and fills (the operator's compile info).
#ifndef ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H
#define ACLNN_CPU_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H

#include "exe_graph/runtime/extended_kernel_context.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

class TilingParseContext : public ExtendedKernelContext {
 public:
    TilingParseContext(const ComputeNodeInfo* node, void* compile_info, fe::PlatFormInfos* platform)
        : ExtendedKernelContext(node), compile_info_(compile_info), platform_(platform) {}

    // The object that the framework made with the type given to TilingParse<T>.
    template <typename T>
    T* GetCompiledInfo() {
        return static_cast<T*>(compile_info_);
    }
    fe::PlatFormInfos* GetPlatformInfo() const { return platform_; }
    // Kernels are not compiled by a graph compiler here, so this is always an empty object.
    const ge::char_t* GetCompiledJson() const { return "{}"; }

 private:
    void* compile_info_;
    fe::PlatFormInfos* platform_;
};

}  // namespace gert

#endif
