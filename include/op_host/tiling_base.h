// TilingBaseClass: a tiling function as a class of fixed steps.
#ifndef ACLNN_CPU_OP_HOST_TILING_BASE_H
#define ACLNN_CPU_OP_HOST_TILING_BASE_H

#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include "exe_graph/runtime/tiling_context.h"
#include "graph/utils/type_utils.h"
#include "log/log.h"
#include "platform/soc_spec.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace NN {
namespace Optiling {

struct AiCoreParams {
    uint64_t ubSize = 0;
    uint64_t blockDim = 0;
    uint64_t numBlocks = 0;
    uint64_t aicNum = 0;
    uint64_t l1Size = 0;
    uint64_t l0aSize = 0;
    uint64_t l0bSize = 0;
    uint64_t l0cSize = 0;
};

struct CompileInfoCommon {
    uint32_t aivNum;
    uint32_t aicNum;
    uint64_t ubSize;
    uint64_t l1Size;
    uint64_t l0aSize;
    uint64_t l0bSize;
    uint64_t l0cSize;
    uint64_t l2CacheSize;
    int64_t coreNum;
    int32_t socVersion;
    uint32_t rsvd;
};

class TilingBaseClass {
 public:
    explicit TilingBaseClass(gert::TilingContext* context) : context_(context) {}
    virtual ~TilingBaseClass() = default;

    // Runs the steps in order until one does not succeed. GRAPH_PARAM_INVALID: this class does not serve the
    // case, try the next.
    ge::graphStatus DoTiling() {
        using Step = ge::graphStatus (TilingBaseClass::*)();
        static constexpr Step kSteps[] = {
            &TilingBaseClass::GetShapeAttrsInfo, &TilingBaseClass::GetPlatformInfo,
            &TilingBaseClass::CheckCapable,      &TilingBaseClass::DoOpTiling,
            &TilingBaseClass::DoLibApiTiling,    &TilingBaseClass::GetWorkspaceSize,
            &TilingBaseClass::PostTiling};
        for (const Step step : kSteps) {
            const ge::graphStatus status = (this->*step)();
            if (status != ge::GRAPH_SUCCESS) {
                return status;
            }
        }
        context_->SetTilingKey(GetTilingKey());
        DumpTilingInfo();
        return ge::GRAPH_SUCCESS;
    }
    virtual void Reset(gert::TilingContext* context) { context_ = context; }

 protected:
    virtual bool IsCapable() = 0;
    virtual ge::graphStatus GetPlatformInfo() = 0;
    virtual ge::graphStatus GetShapeAttrsInfo() = 0;
    virtual ge::graphStatus DoOpTiling() = 0;
    virtual ge::graphStatus DoLibApiTiling() = 0;
    [[nodiscard]] virtual uint64_t GetTilingKey() const = 0;
    virtual ge::graphStatus GetWorkspaceSize() = 0;
    virtual ge::graphStatus PostTiling() = 0;
    virtual void DumpTilingInfo() { OP_LOGD(context_, "tiling data: %s", GetTilingDataDebugStr().c_str()); }

    // Blocks for `slices` pieces of work when each cube core comes with aiv / aic vector cores.
    static uint32_t CalcTschBlockDim(uint32_t slices, uint32_t aic, uint32_t aiv) {
        if (aic == 0 || aiv == 0 || aic > aiv) {
            return slices;
        }
        const uint32_t ratio = aiv / aic;
        return (slices + ratio - 1) / ratio;
    }

    template <typename T>
    [[nodiscard]] std::string GetShapeDebugStr(const T& shape) const {
        return Ops::Base::ToString(shape);
    }
    [[nodiscard]] std::string GetTensorDebugStr(const gert::StorageShape* shape,
                                                const gert::CompileTimeTensorDesc* tensor) const {
        if (shape == nullptr || tensor == nullptr) {
            return "nil ";
        }
        std::ostringstream text;
        text << Ops::Base::ToString(tensor->GetDataType()) << " "
             << Ops::Base::ToString(shape->GetStorageShape()) << " "
             << Ops::Base::ToString(tensor->GetStorageFormat()) << " (origin "
             << Ops::Base::ToString(shape->GetOriginShape()) << " "
             << Ops::Base::ToString(tensor->GetOriginFormat()) << ") ";
        return text.str();
    }
    [[nodiscard]] std::string GetTilingContextDebugStr() {
        std::ostringstream text;
        for (size_t i = 0; i < context_->GetComputeNodeInputNum(); ++i) {
            text << "input" << i << ": "
                 << GetTensorDebugStr(context_->GetInputShape(i), context_->GetInputDesc(i));
        }
        for (size_t i = 0; i < context_->GetComputeNodeOutputNum(); ++i) {
            text << "output" << i << ": "
                 << GetTensorDebugStr(context_->GetOutputShape(i), context_->GetOutputDesc(i));
        }
        return text.str();
    }
    // The tiling data as int32 values.
    [[nodiscard]] std::string GetTilingDataDebugStr() const {
        const gert::TilingData* data = context_->GetRawTilingData();
        std::ostringstream text;
        for (size_t i = 0; i < data->GetDataSize() / sizeof(int32_t); ++i) {
            text << static_cast<const int32_t*>(data->GetData())[i] << ", ";
        }
        return text.str();
    }

    gert::TilingContext* context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_;
    uint32_t blockDim_{0};
    uint64_t workspaceSize_{0};
    uint64_t tilingKey_{0};
    AiCoreParams aicoreParams_;

 private:
    ge::graphStatus CheckCapable() { return IsCapable() ? ge::GRAPH_SUCCESS : ge::GRAPH_PARAM_INVALID; }
};

}  // namespace Optiling
}  // namespace NN
}  // namespace Ops

#endif
