// What operators say about themselves (ops::OpDef), as plain data.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/export.h"
#include "graph/types.h"
#include "register/attr_value.h"
#include "register/implementations.h"
#include "register/op_def.h"

namespace aclnn_cpu::registry {

struct ParamDefinition {
    std::string name;
    ops::Option param_type = ops::REQUIRED;
    // Column i of all parameters belongs together, except of parameters whose types (formats) are a list:
    // those combine with every column.
    std::vector<ge::DataType> dtypes;
    std::vector<ge::Format> formats;
    std::vector<ge::Format> unknown_shape_formats;
    bool dtypes_are_list = false;
    bool formats_are_list = false;
    std::vector<ge::DataType> dtypes_for_binary;
    std::vector<ge::Format> formats_for_binary;
    ops::Option value_depend = ops::IGNORE;  // REQUIRED or OPTIONAL: host functions read the values
    ops::DependScope depend_scope = ops::DependScope::ALL;
    bool auto_contiguous = false;
    bool ignore_contiguous = false;
    bool scalar = false;
    bool scalar_list = false;
    std::optional<ge::DataType> scalar_dtype;
    std::string scalar_dtype_of;  // the parameter whose type a scalar takes
    uint32_t version = 0;
    // An output is filled before the kernel runs: with the only number, or with that of its type.
    std::vector<ops::ScalarVar> init_values;
    bool shape_depends_on_compute = false;
    std::string follow;
    ops::FollowType follow_type = ops::FollowType::ALL;
    std::string comment;
};

enum class AttrKind { kUnset, kBool, kFloat, kInt, kString, kListBool, kListFloat, kListInt, kListListInt };

struct AttrDefinition {
    std::string name;
    bool required = true;
    AttrKind kind = AttrKind::kUnset;
    AttrValue default_value;
    uint32_t version = 0;
    std::string comment;
};

struct AICoreConfigDefinition {
    std::string compute_unit;  // "ascend910b"
    bool dynamic_compile_static = true;
    bool dynamic_format = true;
    bool dynamic_rank_support = true;
    bool dynamic_shape_support = true;
    bool need_check_support = false;
    bool precision_reduce = true;
    std::map<std::string, std::string> extended;  // "opFile.value" -> kernel file stem
    // Parameters that differ on this chip, by name.
    std::vector<ParamDefinition> inputs;
    std::vector<ParamDefinition> outputs;
};

struct OpDefinition {
    std::string op_type;
    std::vector<ParamDefinition> inputs;
    std::vector<ParamDefinition> outputs;
    std::vector<AttrDefinition> attrs;
    std::vector<AICoreConfigDefinition> ai_core;  // in order of AddConfig
    bool launch_with_empty_outputs = false;
    bool strict_formats = false;  // NCHW and its like are told from ND
    gert::OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
    gert::OpImplRegisterV2::InferDataTypeKernelFunc infer_data_type = nullptr;
    gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;

    // Null when the operator is not written for that compute unit.
    ACLNN_CPU_API const AICoreConfigDefinition* FindConfig(std::string_view compute_unit) const;
    // "ascend910b, ascend310b"
    ACLNN_CPU_API std::string ComputeUnits() const;
};

// The parameters as they are on a compute unit: those that differ there replaced, new ones added, what follows
// another parameter copied from it, formats ND where none are given.
struct ChipParams {
    std::vector<ParamDefinition> inputs;
    std::vector<ParamDefinition> outputs;
};
ACLNN_CPU_API ChipParams ParamsOn(const OpDefinition& definition, const AICoreConfigDefinition& config);

// One allowed combination: one element per input, then one per output.
struct Column {
    std::vector<ge::DataType> dtypes;
    std::vector<ge::Format> formats;
    bool operator==(const Column&) const = default;
};

// All combinations that a compute unit allows. Lists vary fastest from the last parameter on. None, and the
// reason in *problem (if given), when the operator is not written for it, a parameter has no types, or
// parameters disagree on the number of columns.
ACLNN_CPU_API std::vector<Column> Columns(const OpDefinition& definition, std::string_view compute_unit,
                                          std::string* problem = nullptr);

// The element types of Columns.
ACLNN_CPU_API std::vector<std::vector<ge::DataType>> DtypeColumns(const OpDefinition& definition,
                                                                  std::string_view compute_unit);

// The definition of an operator: that of `library` if it has one, else that of any other library. Null when
// there is none.
ACLNN_CPU_API std::shared_ptr<const OpDefinition> FindDefinition(LibraryKey library,
                                                                 std::string_view op_type);

// Every operator that some library has a definition of, in order of loading and of name.
struct DefinedOperator {
    LibraryKey library;
    std::string op_type;
};
ACLNN_CPU_API std::vector<DefinedOperator> DefinedOperators();

// The plain data of an OpDef.
ACLNN_CPU_API OpDefinition Describe(const ops::OpDef& op_def);

}  // namespace aclnn_cpu::registry
