#include "register/op_def.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "register/op_def_query.h"

namespace ops {

using aclnn_cpu::registry::AICoreConfigDefinition;
using aclnn_cpu::registry::AttrDefinition;
using aclnn_cpu::registry::AttrKind;
using aclnn_cpu::registry::OpDefinition;
using aclnn_cpu::registry::ParamDefinition;

struct OpAICoreConfig::Data {
    AICoreConfigDefinition plain;  // its inputs and outputs stay empty: they are below
    std::deque<OpParamDef> inputs;
    std::deque<OpParamDef> outputs;
};

struct OpAICoreDef::Data {
    std::vector<std::pair<std::string, OpAICoreConfig>> configs;
    gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
    bool launch_with_empty_outputs = false;
};

struct OpDef::Data {
    std::string op_type;
    // Deques keep the references that Input(), Output() and Attr() hand out.
    std::deque<OpParamDef> inputs;
    std::deque<OpParamDef> outputs;
    std::deque<OpAttrDef> attrs;
    OpAICoreDef ai_core;
    gert::OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
    gert::OpImplRegisterV2::InferDataTypeKernelFunc infer_data_type = nullptr;
    FormatCheckOption format_match = FormatCheckOption::DEFAULT;
    bool fall_back = false;
    std::vector<std::pair<CommentSection, std::string>> comments;
};

}  // namespace ops

namespace aclnn_cpu::registry {

// Reads the data of the public classes.
struct OpDefAccess {
    static const ParamDefinition& Of(const ops::OpParamDef& param) { return *param.data_; }
    static const AttrDefinition& Of(const ops::OpAttrDef& attr) { return *attr.data_; }
    static ops::OpAICoreConfig::Data& Of(const ops::OpAICoreConfig& config) { return *config.data_; }
    static const ops::OpAICoreDef::Data& Of(const ops::OpAICoreDef& ai_core) { return *ai_core.data_; }
    static const ops::OpDef::Data& Of(const ops::OpDef& op_def) { return *op_def.data_; }

    template <typename Plain, typename Items>
    static std::vector<Plain> All(const Items& items) {
        std::vector<Plain> all;
        for (const auto& item : items) {
            all.push_back(Of(item));
        }
        return all;
    }

    // The item of that name, added at the end if there is none.
    template <typename Item>
    static Item& FindOrAdd(std::deque<Item>& items, const char* name) {
        const auto found =
            std::ranges::find_if(items, [&](const Item& item) { return Of(item).name == name; });
        return found != items.end() ? *found : items.emplace_back(name);
    }

    static AICoreConfigDefinition Describe(const std::string& compute_unit,
                                           const ops::OpAICoreConfig& config) {
        AICoreConfigDefinition plain = Of(config).plain;
        plain.compute_unit = compute_unit;
        plain.inputs = All<ParamDefinition>(Of(config).inputs);
        plain.outputs = All<ParamDefinition>(Of(config).outputs);
        return plain;
    }

    static OpDefinition Describe(const ops::OpDef& op_def) {
        const ops::OpDef::Data& data = Of(op_def);
        const ops::OpAICoreDef::Data& ai_core = Of(data.ai_core);
        OpDefinition plain;
        plain.op_type = data.op_type;
        plain.inputs = All<ParamDefinition>(data.inputs);
        plain.outputs = All<ParamDefinition>(data.outputs);
        plain.attrs = All<AttrDefinition>(data.attrs);
        for (const auto& [compute_unit, config] : ai_core.configs) {
            plain.ai_core.push_back(Describe(compute_unit, config));
        }
        plain.launch_with_empty_outputs = ai_core.launch_with_empty_outputs;
        plain.strict_formats = data.format_match == ops::FormatCheckOption::STRICT;
        plain.infer_shape = data.infer_shape;
        plain.infer_data_type = data.infer_data_type;
        plain.tiling = ai_core.tiling;
        return plain;
    }
};

OpDefinition Describe(const ops::OpDef& op_def) { return OpDefAccess::Describe(op_def); }

}  // namespace aclnn_cpu::registry

namespace ops {

using aclnn_cpu::registry::OpDefAccess;

// ---- OpParamDef

OpParamDef::OpParamDef(const char* name) : data_(std::make_unique<ParamDefinition>()) { data_->name = name; }
OpParamDef::OpParamDef(const OpParamDef& other) : data_(std::make_unique<ParamDefinition>(*other.data_)) {}
OpParamDef& OpParamDef::operator=(const OpParamDef& other) {
    *data_ = *other.data_;
    return *this;
}
OpParamDef::~OpParamDef() = default;

OpParamDef& OpParamDef::ParamType(Option param_type) {
    data_->param_type = param_type;
    return *this;
}
OpParamDef& OpParamDef::DataType(std::vector<ge::DataType> types) {
    data_->dtypes = std::move(types);
    data_->dtypes_are_list = false;
    return *this;
}
OpParamDef& OpParamDef::DataTypeList(std::vector<ge::DataType> types) {
    data_->dtypes = std::move(types);
    data_->dtypes_are_list = true;
    return *this;
}
OpParamDef& OpParamDef::Format(std::vector<ge::Format> formats) {
    data_->formats = std::move(formats);
    data_->formats_are_list = false;
    return *this;
}
OpParamDef& OpParamDef::FormatList(std::vector<ge::Format> formats) {
    data_->formats = std::move(formats);
    data_->formats_are_list = true;
    return *this;
}
OpParamDef& OpParamDef::UnknownShapeFormat(std::vector<ge::Format> formats) {
    data_->unknown_shape_formats = std::move(formats);
    return *this;
}
OpParamDef& OpParamDef::DataTypeForBinQuery(std::vector<ge::DataType> types) {
    data_->dtypes_for_binary = std::move(types);
    return *this;
}
OpParamDef& OpParamDef::FormatForBinQuery(std::vector<ge::Format> formats) {
    data_->formats_for_binary = std::move(formats);
    return *this;
}
OpParamDef& OpParamDef::ValueDepend(Option value_depend) {
    return ValueDepend(value_depend, DependScope::ALL);
}
OpParamDef& OpParamDef::ValueDepend(Option value_depend, DependScope scope) {
    data_->value_depend = value_depend;
    data_->depend_scope = scope;
    return *this;
}
OpParamDef& OpParamDef::IgnoreContiguous() {
    data_->ignore_contiguous = true;
    return *this;
}
OpParamDef& OpParamDef::AutoContiguous() {
    data_->auto_contiguous = true;
    return *this;
}
OpParamDef& OpParamDef::Scalar() {
    data_->scalar = true;
    return *this;
}
OpParamDef& OpParamDef::ScalarList() {
    data_->scalar_list = true;
    return *this;
}
OpParamDef& OpParamDef::To(ge::DataType type) {
    data_->scalar_dtype = type;
    return *this;
}
OpParamDef& OpParamDef::To(const char* name) {
    data_->scalar_dtype_of = name;
    return *this;
}
OpParamDef& OpParamDef::Version(uint32_t version) {
    data_->version = version;
    return *this;
}
OpParamDef& OpParamDef::InitValue(uint64_t value) {
    data_->init_values = {ScalarVar(ScalarType::UINT64, value)};
    return *this;
}
OpParamDef& OpParamDef::InitValue(const ScalarVar& value) {
    data_->init_values = {value};
    return *this;
}
OpParamDef& OpParamDef::InitValue(const std::vector<ScalarVar>& values) {
    data_->init_values = values;
    return *this;
}
OpParamDef& OpParamDef::OutputShapeDependOnCompute() {
    data_->shape_depends_on_compute = true;
    return *this;
}
OpParamDef& OpParamDef::Follow(const char* param_name) { return Follow(param_name, FollowType::ALL); }
OpParamDef& OpParamDef::Follow(const char* param_name, FollowType type) {
    data_->follow = param_name;
    data_->follow_type = type;
    return *this;
}
OpParamDef& OpParamDef::Comment(const char* comment) {
    data_->comment = comment;
    return *this;
}

// ---- OpAttrDef

namespace {

void SetKind(AttrDefinition& attr, AttrKind kind, aclnn_cpu::registry::AttrValue value = {}) {
    attr.kind = kind;
    attr.default_value = std::move(value);
}

}  // namespace

OpAttrDef::OpAttrDef(const char* name) : data_(std::make_unique<AttrDefinition>()) { data_->name = name; }
OpAttrDef::OpAttrDef(const OpAttrDef& other) : data_(std::make_unique<AttrDefinition>(*other.data_)) {}
OpAttrDef& OpAttrDef::operator=(const OpAttrDef& other) {
    *data_ = *other.data_;
    return *this;
}
OpAttrDef::~OpAttrDef() = default;

OpAttrDef& OpAttrDef::AttrType(Option attr_type) {
    data_->required = attr_type == REQUIRED;
    return *this;
}
OpAttrDef& OpAttrDef::Bool() { return SetKind(*data_, AttrKind::kBool), *this; }
OpAttrDef& OpAttrDef::Bool(bool value) { return SetKind(*data_, AttrKind::kBool, value), *this; }
OpAttrDef& OpAttrDef::Float() { return SetKind(*data_, AttrKind::kFloat), *this; }
OpAttrDef& OpAttrDef::Float(float value) { return SetKind(*data_, AttrKind::kFloat, value), *this; }
OpAttrDef& OpAttrDef::Int() { return SetKind(*data_, AttrKind::kInt), *this; }
OpAttrDef& OpAttrDef::Int(int64_t value) { return SetKind(*data_, AttrKind::kInt, value), *this; }
OpAttrDef& OpAttrDef::String() { return SetKind(*data_, AttrKind::kString), *this; }
OpAttrDef& OpAttrDef::String(const char* value) {
    return SetKind(*data_, AttrKind::kString, std::string(value)), *this;
}
OpAttrDef& OpAttrDef::ListBool() { return SetKind(*data_, AttrKind::kListBool), *this; }
OpAttrDef& OpAttrDef::ListBool(std::vector<bool> value) {
    return SetKind(*data_, AttrKind::kListBool, std::move(value)), *this;
}
OpAttrDef& OpAttrDef::ListFloat() { return SetKind(*data_, AttrKind::kListFloat), *this; }
OpAttrDef& OpAttrDef::ListFloat(std::vector<float> value) {
    return SetKind(*data_, AttrKind::kListFloat, std::move(value)), *this;
}
OpAttrDef& OpAttrDef::ListInt() { return SetKind(*data_, AttrKind::kListInt), *this; }
OpAttrDef& OpAttrDef::ListInt(std::vector<int64_t> value) {
    return SetKind(*data_, AttrKind::kListInt, std::move(value)), *this;
}
OpAttrDef& OpAttrDef::ListListInt() { return SetKind(*data_, AttrKind::kListListInt), *this; }
OpAttrDef& OpAttrDef::ListListInt(std::vector<std::vector<int64_t>> value) {
    return SetKind(*data_, AttrKind::kListListInt, std::move(value)), *this;
}
OpAttrDef& OpAttrDef::Version(uint32_t version) {
    data_->version = version;
    return *this;
}
OpAttrDef& OpAttrDef::Comment(const char* comment) {
    data_->comment = comment;
    return *this;
}
ge::AscendString OpAttrDef::GetName() const { return data_->name.c_str(); }
bool OpAttrDef::IsRequired() const { return data_->required; }

// ---- OpAICoreConfig, OpAICoreDef

OpAICoreConfig::OpAICoreConfig() : data_(std::make_unique<Data>()) {}
OpAICoreConfig::OpAICoreConfig(const char* soc) : OpAICoreConfig() { data_->plain.compute_unit = soc; }
OpAICoreConfig::OpAICoreConfig(const OpAICoreConfig& other) : data_(std::make_unique<Data>(*other.data_)) {}
OpAICoreConfig& OpAICoreConfig::operator=(const OpAICoreConfig& other) {
    *data_ = *other.data_;
    return *this;
}
OpAICoreConfig::~OpAICoreConfig() = default;

OpParamDef& OpAICoreConfig::Input(const char* name) { return OpDefAccess::FindOrAdd(data_->inputs, name); }
OpParamDef& OpAICoreConfig::Output(const char* name) { return OpDefAccess::FindOrAdd(data_->outputs, name); }
OpAICoreConfig& OpAICoreConfig::DynamicCompileStaticFlag(bool flag) {
    data_->plain.dynamic_compile_static = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::DynamicFormatFlag(bool flag) {
    data_->plain.dynamic_format = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::DynamicRankSupportFlag(bool flag) {
    data_->plain.dynamic_rank_support = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::DynamicShapeSupportFlag(bool flag) {
    data_->plain.dynamic_shape_support = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::NeedCheckSupportFlag(bool flag) {
    data_->plain.need_check_support = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::PrecisionReduceFlag(bool flag) {
    data_->plain.precision_reduce = flag;
    return *this;
}
OpAICoreConfig& OpAICoreConfig::ExtendCfgInfo(const char* key, const char* value) {
    data_->plain.extended[key] = value;
    return *this;
}

OpAICoreDef::OpAICoreDef() : data_(std::make_unique<Data>()) {}
OpAICoreDef::OpAICoreDef(const OpAICoreDef& other) : data_(std::make_unique<Data>(*other.data_)) {}
OpAICoreDef& OpAICoreDef::operator=(const OpAICoreDef& other) {
    *data_ = *other.data_;
    return *this;
}
OpAICoreDef::~OpAICoreDef() = default;

OpAICoreDef& OpAICoreDef::AddConfig(const char* soc) { return AddConfig(soc, OpAICoreConfig()); }
OpAICoreDef& OpAICoreDef::AddConfig(const char* soc, const OpAICoreConfig& config) {
    const auto same = std::ranges::find(data_->configs, soc, &std::pair<std::string, OpAICoreConfig>::first);
    if (same != data_->configs.end()) {
        same->second = config;
    } else {
        data_->configs.emplace_back(soc, config);
    }
    return *this;
}
OpAICoreDef& OpAICoreDef::SetTiling(gert::OpImplRegisterV2::TilingKernelFunc function) {
    data_->tiling = function;
    return *this;
}
OpAICoreDef& OpAICoreDef::LaunchWithZeroEleOutputTensors(bool launch) {
    data_->launch_with_empty_outputs = launch;
    return *this;
}

// ---- OpDef

OpDef::OpDef(const char* type) : data_(std::make_unique<Data>()) { data_->op_type = type; }
OpDef::OpDef(const OpDef& other) : data_(std::make_unique<Data>(*other.data_)) {}
OpDef& OpDef::operator=(const OpDef& other) {
    *data_ = *other.data_;
    return *this;
}
OpDef::~OpDef() = default;

OpParamDef& OpDef::Input(const char* name) { return OpDefAccess::FindOrAdd(data_->inputs, name); }
OpParamDef& OpDef::Output(const char* name) { return OpDefAccess::FindOrAdd(data_->outputs, name); }
OpAttrDef& OpDef::Attr(const char* name) { return OpDefAccess::FindOrAdd(data_->attrs, name); }
OpDef& OpDef::Comment(CommentSection section, const char* comment) {
    data_->comments.emplace_back(section, comment);
    return *this;
}
OpDef& OpDef::SetInferShape(gert::OpImplRegisterV2::InferShapeKernelFunc function) {
    data_->infer_shape = function;
    return *this;
}
OpDef& OpDef::SetInferDataType(gert::OpImplRegisterV2::InferDataTypeKernelFunc function) {
    data_->infer_data_type = function;
    return *this;
}
OpDef& OpDef::FormatMatchMode(FormatCheckOption option) {
    data_->format_match = option;
    return *this;
}
OpDef& OpDef::EnableFallBack() {
    data_->fall_back = true;
    return *this;
}
OpAICoreDef& OpDef::AICore() { return data_->ai_core; }

}  // namespace ops
