// Registration of an operator's host functions: IMPL_OP_INFERSHAPE(X).InferShape(f),
// IMPL_OP_OPTILING(X).Tiling(f). Several registrations of one operator in one library add up.
#ifndef ACLNN_CPU_REGISTER_OP_IMPL_REGISTRY_H
#define ACLNN_CPU_REGISTER_OP_IMPL_REGISTRY_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "aclnn_cpu/abi.h"
#include "aclnn_cpu/export.h"
#include "exe_graph/runtime/base_type.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/ascend_string.h"
#include "graph/compiler_def.h"
#include "graph/types.h"

namespace aclnn_cpu::registry {
struct OpFunctions;
}

namespace gert {

class InferShapeRangeContext;

// A handle: copies name the same registration, which lasts until the library that made it is unloaded.
class ACLNN_CPU_PUBLIC OpImplRegisterV2 {
 public:
    using InferShapeKernelFunc = UINT32 (*)(InferShapeContext*);
    using InferShapeRangeKernelFunc = UINT32 (*)(InferShapeRangeContext*);
    using InferDataTypeKernelFunc = UINT32 (*)(InferDataTypeContext*);
    using TilingKernelFunc = UINT32 (*)(TilingContext*);
    using TilingParseFunc = UINT32 (*)(TilingParseContext*);
    using CompileInfoCreatorFunc = void* (*)();
    using CompileInfoDeleterFunc = void (*)(void*);

    // `library` and `abi_tag` are those of the caller; leave them out.
    explicit OpImplRegisterV2(const ge::char_t* op_type, const void* library = ACLNN_CPU_THIS_LIBRARY,
                              const char* abi_tag = ACLNN_CPU_ABI_TAG);

    OpImplRegisterV2& InferShape(InferShapeKernelFunc function);
    OpImplRegisterV2& InferShapeRange(InferShapeRangeKernelFunc function);
    OpImplRegisterV2& InferDataType(InferDataTypeKernelFunc function);
    OpImplRegisterV2& InferOutDataTypeSameWithFirstInput();
    OpImplRegisterV2& Tiling(TilingKernelFunc function, size_t max_tiling_data_size = 2048);
    // A T is made before each tiling and filled by `function`; tiling functions read it with
    // GetCompileInfo<T>().
    template <typename T>
    OpImplRegisterV2& TilingParse(TilingParseFunc function) {
        return TilingParse(
            function, []() -> void* { return new T(); }, [](void* info) { delete static_cast<T*>(info); });
    }
    // Inputs, by position in the definition, whose values the infer-shape and tiling functions (or only
    // tiling) read.
    OpImplRegisterV2& InputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2& TilingInputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2& HostInputs(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2& OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs);
    OpImplRegisterV2& NullableOutputs(std::initializer_list<int32_t> outputs);
    // Attributes that only host functions see; they follow the attributes of the definition.
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, int64_t value);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, const std::vector<int64_t>& value);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, const ge::char_t* value);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, ge::float32_t value);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, bool value);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* name, const std::vector<ge::float32_t>& value);

 private:
    OpImplRegisterV2& TilingParse(TilingParseFunc function, CompileInfoCreatorFunc create,
                                  CompileInfoDeleterFunc destroy);

    aclnn_cpu::registry::OpFunctions* functions_;  // owned by the registry
};

}  // namespace gert

#define ACLNN_CPU_IMPL_OP_NUMBERED(op_type, number)                               \
    static gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_##op_type##number = \
        gert::OpImplRegisterV2(#op_type)
#define ACLNN_CPU_IMPL_OP(op_type, number) ACLNN_CPU_IMPL_OP_NUMBERED(op_type, number)
#define IMPL_OP(op_type) ACLNN_CPU_IMPL_OP(op_type, __COUNTER__)
#define IMPL_OP_INFERSHAPE(op_type) \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_infershape_##op_type = gert::OpImplRegisterV2(#op_type)
#define IMPL_OP_OPTILING(op_type) \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_optiling_##op_type = gert::OpImplRegisterV2(#op_type)

#endif
