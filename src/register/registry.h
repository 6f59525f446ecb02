// All that operator libraries registered: host functions (gert::OpImplRegisterV2), definitions (OP_ADD),
// implementations.
//
// Rows belong to the library whose static initialisers made them, and go when it is unloaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/export.h"
#include "register/attr_value.h"
#include "register/implementations.h"
#include "register/op_impl_registry.h"

namespace aclnn_cpu::registry {

struct OpDefinition;

// A set of parameter positions, 0 to 63.
using PositionMask = uint64_t;

struct OpFunctions {
    gert::OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
    gert::OpImplRegisterV2::InferShapeRangeKernelFunc infer_shape_range = nullptr;
    gert::OpImplRegisterV2::InferDataTypeKernelFunc infer_data_type = nullptr;
    bool output_types_same_as_first_input = false;
    gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
    size_t max_tiling_data_bytes = 2048;
    gert::OpImplRegisterV2::TilingParseFunc tiling_parse = nullptr;
    gert::OpImplRegisterV2::CompileInfoCreatorFunc create_compile_info = nullptr;
    gert::OpImplRegisterV2::CompileInfoDeleterFunc delete_compile_info = nullptr;
    PositionMask value_inputs = 0;         // read by infer shape and tiling
    PositionMask tiling_value_inputs = 0;  // read by tiling
    PositionMask host_inputs = 0;
    PositionMask compute_shaped_outputs = 0;
    PositionMask nullable_outputs = 0;
    std::vector<std::pair<std::string, AttrValue>> private_attrs;
};

// What is known of one operator in one library.
struct OpEntry {
    LibraryKey library;
    std::string op_type;
    OpFunctions functions;
    std::shared_ptr<const OpDefinition> definition;  // null: only functions were registered
};

// The operator as `library` has it, else as the first other library that has it. Null when none has. The
// entry's functions may be called as long as its library is loaded.
ACLNN_CPU_API std::shared_ptr<const OpEntry> FindOp(LibraryKey library, std::string_view op_type);

// What a library registered of an operator.
struct OperatorLibrary {
    LibraryKey key;
    bool accepted;    // built with our ABI tag
    bool implements;  // accepted, and has rows of implementations
};

// All libraries that registered something of the operator, in order of their first registration.
ACLNN_CPU_API std::vector<OperatorLibrary> LibrariesWith(std::string_view op_type);

// Forgets all rows of a library. Happens by itself when the library is unloaded.
ACLNN_CPU_API void UnregisterLibrary(LibraryKey library);

}  // namespace aclnn_cpu::registry
