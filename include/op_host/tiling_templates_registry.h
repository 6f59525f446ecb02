// Tiling classes of one operator, tried by rising priority: for every chip (TilingRegistry), by SoC version
// (TilingRegistryNew) or by core generation (TilingRegistryArch).
#ifndef ACLNN_CPU_OP_HOST_TILING_TEMPLATES_REGISTRY_H
#define ACLNN_CPU_OP_HOST_TILING_TEMPLATES_REGISTRY_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exe_graph/runtime/tiling_context.h"
#include "log/log.h"
#include "op_host/tiling_base.h"
#include "platform/platform_infos_def.h"
#include "register/op_impl_registry.h"

namespace Ops {
namespace NN {
namespace Optiling {

using TilingClassCase = std::unique_ptr<TilingBaseClass> (*)(gert::TilingContext*);
using TilingCases = std::map<int32_t, TilingClassCase>;  // by priority

// The classes of every operator of this library, under a number that says which chips they are for.
class TilingClassTable {
 public:
    template <typename T>
    void Add(const std::string& op_type, int32_t chip, int32_t priority) {
        const TilingClassCase create = [](gert::TilingContext* context) -> std::unique_ptr<TilingBaseClass> {
            return std::make_unique<T>(context);
        };
        if (!cases_[{op_type, chip}].emplace(priority, create).second) {
            OP_LOGE(op_type, "two tiling classes have priority %d", priority);
        }
    }

    // The first class that does not answer GRAPH_PARAM_INVALID decides.
    ge::graphStatus Run(gert::TilingContext* context, int32_t chip) const {
        for (const auto& [priority, create] : Find(context, chip)) {
            const ge::graphStatus status = create(context)->DoTiling();
            if (status != ge::GRAPH_PARAM_INVALID) {
                return status;
            }
            OP_LOGD(context, "the tiling class with priority %d does not serve this case", priority);
        }
        OP_LOGE(context, "no tiling class serves this case");
        return ge::GRAPH_FAILED;
    }
    // The same, among the priorities given and in their order.
    ge::graphStatus Run(gert::TilingContext* context, int32_t chip,
                        const std::vector<int32_t>& priorities) const {
        const TilingCases& cases = Find(context, chip);
        for (const int32_t priority : priorities) {
            const auto found = cases.find(priority);
            const ge::graphStatus status =
                found != cases.end() ? found->second(context)->DoTiling() : ge::GRAPH_PARAM_INVALID;
            if (status != ge::GRAPH_PARAM_INVALID) {
                return status;
            }
        }
        OP_LOGE(context, "no tiling class among the chosen priorities serves this case");
        return ge::GRAPH_FAILED;
    }

 private:
    const TilingCases& Find(gert::TilingContext* context, int32_t chip) const {
        static const TilingCases none;
        const auto found = cases_.find({context->GetNodeType(), chip});
        return found != cases_.end() ? found->second : none;
    }

    std::map<std::pair<std::string, int32_t>, TilingCases> cases_;
};

struct AnyChip {
    static int32_t Of(gert::TilingContext*) { return 0; }
};
struct ChipBySocVersion {
    static int32_t Of(gert::TilingContext* context) {
        return static_cast<int32_t>(
            platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetSocVersion());
    }
};
struct ChipByArch {
    static int32_t Of(gert::TilingContext* context) {
        return static_cast<int32_t>(
            platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch());
    }
};

template <typename Chip>
class TilingClassRegistry {
 public:
    static TilingClassRegistry& GetInstance() {
        static TilingClassRegistry registry;
        return registry;
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context) {
        return table_.Run(context, Chip::Of(context));
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context, const std::vector<int32_t>& priorities) {
        return table_.Run(context, Chip::Of(context), priorities);
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context, const std::vector<int32_t>& priorities,
                                 int32_t chip) {
        return table_.Run(context, chip, priorities);
    }
    TilingClassTable& table() { return table_; }

 private:
    TilingClassTable table_;
};

using TilingRegistry = TilingClassRegistry<AnyChip>;
using TilingRegistryNew = TilingClassRegistry<ChipBySocVersion>;
using TilingRegistryArch = TilingClassRegistry<ChipByArch>;

template <typename Registry>
class TilingClassRegister {
 public:
    explicit TilingClassRegister(std::string op_type) : op_type_(std::move(op_type)) {}
    template <typename T>
    TilingClassRegister& tiling(int32_t priority, int32_t chip = 0) {
        Registry::GetInstance().table().template Add<T>(op_type_, chip, priority);
        return *this;
    }
    template <typename T>
    TilingClassRegister& tiling(int32_t priority, const std::vector<int32_t>& chips) {
        for (const int32_t chip : chips) {
            tiling<T>(priority, chip);
        }
        return *this;
    }

 private:
    std::string op_type_;
};

using Register = TilingClassRegister<TilingRegistry>;
using RegisterNew = TilingClassRegister<TilingRegistryNew>;
using RegisterArch = TilingClassRegister<TilingRegistryArch>;

}  // namespace Optiling
}  // namespace NN
}  // namespace Ops

// `op_type` is a C string here, a plain name below. The smallest priority is tried first.
#define REGISTER_TILING_TEMPLATE(op_type, class_name, priority)                           \
    static ::Ops::NN::Optiling::Register VAR_UNUSED tiling_of_##class_name##_##priority = \
        ::Ops::NN::Optiling::Register(op_type).tiling<class_name>(priority)
#define REGISTER_OPS_TILING_TEMPLATE(op_type, class_name, priority)                                   \
    static ::Ops::NN::Optiling::Register VAR_UNUSED tiling_of_##op_type##_##class_name##_##priority = \
        ::Ops::NN::Optiling::Register(#op_type).tiling<class_name>(priority)
#define REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(op_type, class_name, soc_versions, priority)            \
    static ::Ops::NN::Optiling::RegisterNew VAR_UNUSED tiling_of_##op_type##_##class_name##_##priority = \
        ::Ops::NN::Optiling::RegisterNew(#op_type).tiling<class_name>(priority, soc_versions)
#define REGISTER_TILING_TEMPLATE_NEW(op_type, class_name, soc_version, priority) \
    REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(op_type, class_name, soc_version, priority)
#define REGISTER_TILING_TEMPLATE_WITH_ARCH(op_type, class_name, archs, priority)                          \
    static ::Ops::NN::Optiling::RegisterArch VAR_UNUSED tiling_of_##op_type##_##class_name##_##priority = \
        ::Ops::NN::Optiling::RegisterArch(#op_type).tiling<class_name>(priority, archs)

#endif
