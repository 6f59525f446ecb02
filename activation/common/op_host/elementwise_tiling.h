// Tiling of elementwise operators whose kernels are made with op_kernel/elementwise.h:
//
//     IMPL_OP_OPTILING(X)
//         .Tiling(optiling::ElementwiseTiling<2, 3, optiling::AttributeKind::kFloat>)
//         .TilingParse<optiling::ElementwiseCompileInfo>(optiling::ElementwiseTilingParse);
#ifndef ACLNN_CPU_ELEMENTWISE_TILING_H
#define ACLNN_CPU_ELEMENTWISE_TILING_H

#include <cstdint>

#include "../op_kernel/elementwise_tiling_data.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/error_codes.h"
#include "register/op_impl_registry.h"

namespace optiling {

// kNone: text that says "none"; the operator has a kernel for nothing else.
enum class AttributeKind : uint8_t { kFloat, kBool, kNone };
constexpr uint32_t kMaxAttributes = 4;

struct ElementwiseOperator {
    uint32_t inputs;       // leading inputs that the kernel reads
    uint32_t temporaries;  // of the kernel's steps
    uint32_t attributeNum;
    AttributeKind attributes[kMaxAttributes];
};

struct ElementwiseTilingInput {
    uint64_t ubBytes;     // what a core's unified buffer offers
    uint64_t blockBytes;  // of the smallest transfer: 32
    uint64_t coreNum;     // cores the launch may use
    uint64_t dataNum;     // elements
    uint64_t typeBytes;   // 4 or 2
    uint32_t inputs;
    uint32_t temporaries;
};

// Fills everything of `tiling` but the attributes, and `blockDim`, the number of cores to start, and returns null; or
// returns why it cannot, and changes nothing.
const char* CutElementwise(const ElementwiseTilingInput& input, ElementwiseTilingData& tiling,
                           uint32_t& blockDim);

// One output; all tensors that the kernel reads or writes have one shape and one type: FLOAT, FLOAT16 or BF16.
ge::graphStatus TileElementwise(gert::TilingContext* context, const ElementwiseOperator& op);

// The kinds: of the operator's attributes, in the order of its definition.
template <uint32_t inputs, uint32_t temporaries, AttributeKind... kinds>
ge::graphStatus ElementwiseTiling(gert::TilingContext* context) {
    static_assert(sizeof...(kinds) <= kMaxAttributes, "the tiling data holds 4 attributes");
    return TileElementwise(context, {inputs, temporaries, sizeof...(kinds), {kinds...}});
}

struct ElementwiseCompileInfo {};
ge::graphStatus ElementwiseTilingParse(gert::TilingParseContext* context);

}  // namespace optiling

#endif
