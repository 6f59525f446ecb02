// Runs an operator's host functions: infer shape, infer data type, tiling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "base/status.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/stride.h"
#include "graph/types.h"
#include "platform/soc.h"
#include "register/attr_value.h"
#include "register/implementations.h"

namespace aclnn_cpu::registry {

inline constexpr int32_t kInferShapeError = 561001;  // ACLNN_ERR_INNER_INFERSHAPE_ERROR
inline constexpr int32_t kTilingError = 561002;      // ACLNN_ERR_INNER_TILING_ERROR

// One tensor as a host function sees it.
struct HostTensor {
    gert::Shape origin_shape;
    gert::Shape storage_shape;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format origin_format = ge::FORMAT_ND;
    ge::Format storage_format = ge::FORMAT_ND;
    const void* host_data = nullptr;  // the elements, for functions that depend on values; may be null
    const gert::Stride* view_strides = nullptr;  // of a view that is not contiguous
    int64_t view_offset = 0;                     // in elements
};

// A call of an operator. Everything pointed at outlives the function the request is given to.
struct OpRequest {
    LibraryKey library = nullptr;
    std::string_view op_type;
    std::span<const HostTensor> inputs;  // those present, in order of definition
    std::span<const HostTensor> outputs;
    // How many of `inputs` (`outputs`) belong to each parameter of the definition: 0 for an absent optional
    // one, n for a list. Empty: one each.
    std::span<const uint32_t> input_instances;
    std::span<const uint32_t> output_instances;
    std::span<const AttrValue> attributes;  // in order of definition
};

// Which cores run the kernel.
enum class CoreType : uint8_t {
    kVector,  // vector cores where cores are split, AI cores elsewhere
    kAiCore,  // cube cores with their vector cores (mix and cube kernels)
};

struct TilingRequest {
    OpRequest op;
    const platform::Soc* soc = nullptr;
    CoreType core_type = CoreType::kVector;
    bool deterministic = false;
};

struct TilingResult {
    uint32_t block_dim = 0;
    uint64_t tiling_key = 0;
    std::vector<uint8_t> tiling_data;
    std::vector<size_t> workspaces;  // bytes of each
    uint32_t schedule_mode = 0;      // 1: all blocks must run at the same time
    uint32_t local_memory_bytes = 0;
    int32_t tiling_cond = 0;
    bool need_atomic = false;

    bool operator==(const TilingResult&) const = default;
};

// Runs the tiling function (after the tiling-parse function, if there is one). Error 561002, and *result
// unchanged, when the operator has none, the function fails or throws, or leaves something that cannot be
// launched: no blocks, an invalid tiling key, more tiling data than registered, workspaces of 2^63 bytes or more.
ACLNN_CPU_API base::Status RunTiling(const TilingRequest& request, TilingResult* result);

// Runs the infer-shape function on the origin shapes of the inputs; one shape per output of the request.
// Error 561001, and *shapes unchanged, when the operator has none, or it fails or throws.
ACLNN_CPU_API base::Status RunInferShape(const OpRequest& request, std::vector<gert::Shape>* shapes);

// The same for element types.
ACLNN_CPU_API base::Status RunInferDataType(const OpRequest& request, std::vector<ge::DataType>* dtypes);

// What GetCoreNum answers to a kernel of that type.
ACLNN_CPU_API uint32_t CoreNumber(const platform::Soc& soc, CoreType core_type);

}  // namespace aclnn_cpu::registry
