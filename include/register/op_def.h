// ops::OpDef: what an operator says about itself: inputs, outputs, attributes, and the chips it is written
// for.
#ifndef ACLNN_CPU_REGISTER_OP_DEF_H
#define ACLNN_CPU_REGISTER_OP_DEF_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "aclnn_cpu/export.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include "register/op_impl_registry.h"

namespace aclnn_cpu::registry {
struct ParamDefinition;
struct AttrDefinition;
struct AICoreConfigDefinition;
struct OpDefinition;
struct OpDefAccess;
}  // namespace aclnn_cpu::registry

namespace ops {

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };
enum class DependScope : uint32_t { ALL = 0, TILING = 1, INVALID_SCOPE };
enum class FollowType : uint32_t { ALL = 0, DTYPE = 1, FORMAT = 2, SHAPE = 3, INVALID_TYPE };
enum class FormatCheckOption : uint32_t { DEFAULT = 0, STRICT = 1, MAX };
enum class CommentSection : uint32_t {
    CATEGORY = 0,
    BRIEF = 1,
    CONSTRAINTS = 2,
    RESTRICTIONS = 3,
    SEE = 4,
    THIRDPARTYFWKCOMPAT = 5,
    SECTION_MAX
};

enum class ScalarType : uint32_t {
    UINT64 = 0,
    INT64 = 1,
    UINT32 = 2,
    INT32 = 3,
    UINT16 = 4,
    INT16 = 5,
    UINT8 = 6,
    INT8 = 7,
    FLOAT32 = 8,
    FLOAT16 = 9,
    INVALID_DTYPE = static_cast<uint32_t>(-1),
};

union ScalarNum {
    uint64_t value_u64;
    int64_t value_i64;
    float value_f32;
    ScalarNum() : value_u64(0) {}
    explicit ScalarNum(uint64_t value) : value_u64(value) {}
    explicit ScalarNum(int64_t value) : value_i64(value) {}
    explicit ScalarNum(float value) : value_f32(value) {}
};

// A number of a type: `scalar_num` holds a float for the float types, an integer for the others.
struct ScalarVar {
    ScalarType scalar_type = ScalarType::INVALID_DTYPE;
    ScalarNum scalar_num;
    ScalarVar() = default;
    template <typename T>
    ScalarVar(ScalarType type, T number) : scalar_type(type) {
        if (type == ScalarType::FLOAT32 || type == ScalarType::FLOAT16) {
            scalar_num = ScalarNum(static_cast<float>(number));
        } else if (type == ScalarType::UINT64) {
            scalar_num = ScalarNum(static_cast<uint64_t>(number));
        } else {
            scalar_num = ScalarNum(static_cast<int64_t>(number));
        }
    }
    bool operator==(const ScalarVar& other) const {
        return scalar_type == other.scalar_type && scalar_num.value_u64 == other.scalar_num.value_u64;
    }
};

// One input or output. Copies are independent.
class ACLNN_CPU_PUBLIC OpParamDef {
 public:
    explicit OpParamDef(const char* name);
    OpParamDef(const OpParamDef& other);
    OpParamDef& operator=(const OpParamDef& other);
    ~OpParamDef();

    OpParamDef& ParamType(Option param_type);
    // Column i over all parameters of the operator is one allowed combination.
    OpParamDef& DataType(std::vector<ge::DataType> types);
    OpParamDef& Format(std::vector<ge::Format> formats);
    OpParamDef& UnknownShapeFormat(std::vector<ge::Format> formats);
    OpParamDef& DataTypeForBinQuery(std::vector<ge::DataType> types);
    OpParamDef& FormatForBinQuery(std::vector<ge::Format> formats);
    // Allowed in any combination with the columns of the others.
    OpParamDef& DataTypeList(std::vector<ge::DataType> types);
    OpParamDef& FormatList(std::vector<ge::Format> formats);
    OpParamDef& ValueDepend(Option value_depend);
    OpParamDef& ValueDepend(Option value_depend, DependScope scope);
    OpParamDef& IgnoreContiguous();
    OpParamDef& AutoContiguous();
    OpParamDef& Scalar();
    OpParamDef& ScalarList();
    OpParamDef& To(ge::DataType type);
    OpParamDef& To(const char* name);
    OpParamDef& Version(uint32_t version);
    // What an output holds before the kernel runs, if its tiling calls SetNeedAtomic(true): a number for every
    // type, a number of a type, or one number per type of the columns.
    OpParamDef& InitValue(uint64_t value);
    OpParamDef& InitValue(const ScalarVar& value);
    OpParamDef& InitValue(const std::vector<ScalarVar>& values);
    OpParamDef& OutputShapeDependOnCompute();
    OpParamDef& Follow(const char* param_name);
    OpParamDef& Follow(const char* param_name, FollowType type);
    OpParamDef& Comment(const char* comment);

 private:
    friend struct aclnn_cpu::registry::OpDefAccess;
    std::unique_ptr<aclnn_cpu::registry::ParamDefinition> data_;
};

// One attribute: required until AttrType(OPTIONAL) says otherwise. A value given is the default of an
// optional attribute.
class ACLNN_CPU_PUBLIC OpAttrDef {
 public:
    explicit OpAttrDef(const char* name);
    OpAttrDef(const OpAttrDef& other);
    OpAttrDef& operator=(const OpAttrDef& other);
    ~OpAttrDef();

    OpAttrDef& AttrType(Option attr_type);
    OpAttrDef& Bool();
    OpAttrDef& Bool(bool value);
    OpAttrDef& Float();
    OpAttrDef& Float(float value);
    OpAttrDef& Int();
    OpAttrDef& Int(int64_t value);
    OpAttrDef& String();
    OpAttrDef& String(const char* value);
    OpAttrDef& ListBool();
    OpAttrDef& ListBool(std::vector<bool> value);
    OpAttrDef& ListFloat();
    OpAttrDef& ListFloat(std::vector<float> value);
    OpAttrDef& ListInt();
    OpAttrDef& ListInt(std::vector<int64_t> value);
    OpAttrDef& ListListInt();
    OpAttrDef& ListListInt(std::vector<std::vector<int64_t>> value);
    OpAttrDef& Version(uint32_t version);
    OpAttrDef& Comment(const char* comment);
    ge::AscendString GetName() const;
    bool IsRequired() const;

 private:
    friend struct aclnn_cpu::registry::OpDefAccess;
    std::unique_ptr<aclnn_cpu::registry::AttrDefinition> data_;
};

// How the operator is built for one chip, and what is different there.
class ACLNN_CPU_PUBLIC OpAICoreConfig {
 public:
    OpAICoreConfig();
    explicit OpAICoreConfig(const char* soc);
    OpAICoreConfig(const OpAICoreConfig& other);
    OpAICoreConfig& operator=(const OpAICoreConfig& other);
    ~OpAICoreConfig();

    // Replace the operator's parameter of that name, for this chip.
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAICoreConfig& DynamicCompileStaticFlag(bool flag);
    OpAICoreConfig& DynamicFormatFlag(bool flag);
    OpAICoreConfig& DynamicRankSupportFlag(bool flag);
    OpAICoreConfig& DynamicShapeSupportFlag(bool flag);
    OpAICoreConfig& NeedCheckSupportFlag(bool flag);
    OpAICoreConfig& PrecisionReduceFlag(bool flag);
    OpAICoreConfig& ExtendCfgInfo(const char* key, const char* value);

 private:
    friend struct aclnn_cpu::registry::OpDefAccess;
    struct Data;
    std::unique_ptr<Data> data_;
};

class ACLNN_CPU_PUBLIC OpAICoreDef {
 public:
    OpAICoreDef();
    OpAICoreDef(const OpAICoreDef& other);
    OpAICoreDef& operator=(const OpAICoreDef& other);
    ~OpAICoreDef();

    // `soc`: a compute unit such as "ascend910b". Naming one again replaces what was said.
    OpAICoreDef& AddConfig(const char* soc);
    OpAICoreDef& AddConfig(const char* soc, const OpAICoreConfig& config);
    OpAICoreDef& SetTiling(gert::OpImplRegisterV2::TilingKernelFunc function);
    OpAICoreDef& LaunchWithZeroEleOutputTensors(bool launch);

 private:
    friend struct aclnn_cpu::registry::OpDefAccess;
    struct Data;
    std::unique_ptr<Data> data_;
};

// Derive, describe the operator in the constructor, and register with OP_ADD.
class ACLNN_CPU_PUBLIC OpDef {
 public:
    explicit OpDef(const char* type);
    OpDef(const OpDef& other);
    OpDef& operator=(const OpDef& other);
    ~OpDef();

    // The parameter of that name, made when first named; order counts. References stay valid as long as the
    // OpDef.
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAttrDef& Attr(const char* name);
    OpDef& Comment(CommentSection section, const char* comment);
    OpDef& SetInferShape(gert::OpImplRegisterV2::InferShapeKernelFunc function);
    OpDef& SetInferDataType(gert::OpImplRegisterV2::InferDataTypeKernelFunc function);
    OpDef& FormatMatchMode(FormatCheckOption option);
    OpDef& EnableFallBack();
    OpAICoreDef& AICore();

 private:
    friend struct aclnn_cpu::registry::OpDefAccess;
    struct Data;
    std::unique_ptr<Data> data_;
};

}  // namespace ops

#endif
