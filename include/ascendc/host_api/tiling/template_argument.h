// Tiling keys of template kernels. One header per operator, included by its tiling code and by its kernel,
// declares the template parameters (ASCENDC_TPL_ARGS_DECL) and the combinations to build (ASCENDC_TPL_SEL).
// In kernels both are nothing.
//
// A key holds the parameters in order of declaration, the first in the lowest bits: 8 bits for a dtype, data
// type, format or kernel type, 1 for a bool, as declared for a uint. A uint is stored as its position in the
// declared list, others as they are.
#ifndef ACLNN_CPU_ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H
#define ACLNN_CPU_ASCENDC_HOST_API_TILING_TEMPLATE_ARGUMENT_H

#include <cstdint>

// Which cores a selection starts.
#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 4
#define ASCENDC_TPL_MIX_AIC_1_0 5
#define ASCENDC_TPL_MIX_AIC_1_1 6
#define ASCENDC_TPL_MIX_AIC_1_2 7
#define ASCENDC_TPL_AICORE 8
#define ASCENDC_TPL_VECTORCORE 9
#define ASCENDC_TPL_MIX_AICORE 10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11
#define ASCENDC_TPL_MAX 12

#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8

// How the values of a uint are listed: inclusive ranges (their number first), one by one, or ranges and then
// one by one.
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2

// In the list of a data type: it is the type of the operator's input or output at this position.
#define ASCENDC_TPL_INPUT_BIAS 100000000
#define ASCENDC_TPL_OUTPUT_BIAS 900000000
#define ASCENDC_TPL_INPUT(index) (ASCENDC_TPL_INPUT_BIAS + (index))
#define ASCENDC_TPL_OUTPUT(index) (ASCENDC_TPL_OUTPUT_BIAS + (index))

constexpr uint64_t INVALID_TILING_KEY = 0xFFFFFFFFFFFFFFFF;

#ifdef ASCENDC_TPL_KERNEL

#define ASCENDC_TPL_ARGS_DECL(...)
#define ASCENDC_TPL_SEL(...)

#else

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <vector>

namespace AscendC {

enum class TilingKeyKind : uint8_t {
    kUint,
    kDtype,     // a number of the author's
    kDataType,  // a C_DT_ number; the template parameter is the type
    kFormat,
    kBool,
    kKernelType,
    // These are said of a selection and are no part of the key.
    kSelectedKernelType,
    kTilingStruct,  // its name is the field's
    kDeterministic,
};

// One template parameter, as declared or as selected.
struct TilingKeyField {
    const char* name;
    TilingKeyKind kind;
    uint32_t bits;
    std::vector<uint64_t> values;  // of a uint: all of them, expanded; of others: as listed
    // Whether the key stores the position of the value in `values`.
    bool by_position() const { return kind == TilingKeyKind::kUint; }
};

// What a library made for the operator builder (cmake/tiling_keys.cpp) gives it, by the function
// `const AscendC::TilingKeyTable* aclnn_cpu_tiling_keys()`.
struct TilingKeyTable {
    const std::vector<TilingKeyField>* declared;
    const std::vector<std::vector<TilingKeyField>>* selected;  // one per ASCENDC_TPL_ARGS_SEL
};

// Of the header that this library holds, in whatever namespace it declares them.
inline TilingKeyTable& GivenTilingKeys() {
    static TilingKeyTable table{nullptr, nullptr};
    return table;
}
inline bool GiveTilingKeys(const TilingKeyTable& table) {
    GivenTilingKeys() = table;
    return true;
}

// `listed` starts with ASCENDC_TPL_UI_LIST, _RANGE or _MIX.
inline std::vector<uint64_t> ExpandUintValues(const std::vector<uint64_t>& listed) {
    std::vector<uint64_t> values;
    size_t next = 1;
    if (!listed.empty() && listed[0] != ASCENDC_TPL_UI_LIST) {
        const size_t end = listed.size() < 2 ? 0 : 2 + 2 * static_cast<size_t>(listed[1]);
        for (next = 2; next < end && next + 1 < listed.size(); next += 2) {
            for (uint64_t value = listed[next]; value <= listed[next + 1]; ++value) {
                values.push_back(value);
            }
        }
    }
    const bool has_single_values = !listed.empty() && listed[0] != ASCENDC_TPL_UI_RANGE;
    for (; has_single_values && next < listed.size(); ++next) {
        values.push_back(listed[next]);
    }
    return values;
}

inline TilingKeyField UintField(const char* name, uint32_t bits, const std::vector<uint64_t>& listed) {
    return {name, TilingKeyKind::kUint, bits, ExpandUintValues(listed)};
}

// The key of one value per field, in order of declaration. INVALID_TILING_KEY, with a line on standard error,
// for a value that is not declared or does not fit its bits, and for fields of more than 64 bits together.
inline uint64_t EncodeTilingKey(const std::vector<TilingKeyField>& fields,
                                std::initializer_list<uint64_t> values) {
    uint64_t key = 0;
    uint32_t shift = 0;
    auto value = values.begin();
    for (size_t i = 0; i < fields.size() && value != values.end(); ++i, ++value) {
        const TilingKeyField& field = fields[i];
        uint64_t code = *value;
        if (field.by_position()) {
            const auto found = std::find(field.values.begin(), field.values.end(), *value);
            if (found == field.values.end()) {
                std::fprintf(stderr,
                             "tiling key: %s is %llu, which its ASCENDC_TPL_UINT_DECL does not list\n",
                             field.name, static_cast<unsigned long long>(*value));
                return INVALID_TILING_KEY;
            }
            code = static_cast<uint64_t>(found - field.values.begin());
        }
        if (shift + field.bits > 64 || (field.bits < 64 && code >> field.bits != 0)) {
            std::fprintf(
                stderr,
                "tiling key: %s has code %llu at bit %u, which does not fit its %u bits or the 64 of a key\n",
                field.name, static_cast<unsigned long long>(code), shift, field.bits);
            return INVALID_TILING_KEY;
        }
        key |= code << shift;
        shift += field.bits;
    }
    return key;
}

}  // namespace AscendC

#define ACLNN_CPU_TPL_FIELD(name, kind, bits, ...)                  \
    ::AscendC::TilingKeyField {                                     \
        name, ::AscendC::TilingKeyKind::kind, bits, { __VA_ARGS__ } \
    }
#define ASCENDC_TPL_UINT_DECL(name, bits, ...) ::AscendC::UintField(#name, bits, {__VA_ARGS__})
#define ASCENDC_TPL_DTYPE_DECL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kDtype, 8, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_DECL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kDataType, 8, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kFormat, 8, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kKernelType, 8, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kBool, 1, __VA_ARGS__)

#define ASCENDC_TPL_ARGS_DECL(op_type, ...) \
    static const std::vector<::AscendC::TilingKeyField> g_tilingDeclareParams{__VA_ARGS__};

#ifndef ACLNN_CPU_TILING_KEYS
   // The builder reads the combinations; whether one exists is known when its kernel is looked up.
#define ASCENDC_TPL_SEL(...)
#else
#define ASCENDC_TPL_UINT_SEL(name, ...) ::AscendC::UintField(#name, 0, {__VA_ARGS__})
#define ASCENDC_TPL_DTYPE_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kDtype, 8, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kDataType, 8, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kFormat, 8, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kBool, 1, __VA_ARGS__)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kKernelType, 8, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) ACLNN_CPU_TPL_FIELD("", kSelectedKernelType, 0, __VA_ARGS__)
#define ASCENDC_TPL_TILING_STRUCT_SEL(name, ...) ACLNN_CPU_TPL_FIELD(#name, kTilingStruct, 0, 0)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) ACLNN_CPU_TPL_FIELD("", kDeterministic, 0, __VA_ARGS__)
#define ASCENDC_TPL_ARGS_SEL(...) \
    { __VA_ARGS__ }
#define ASCENDC_TPL_SEL(...)                                                                            \
    static const std::vector<std::vector<::AscendC::TilingKeyField>> g_tilingSelectParams{__VA_ARGS__}; \
    [[maybe_unused]] static const bool aclnn_cpu_tiling_keys_given =                                    \
        ::AscendC::GiveTilingKeys({&g_tilingDeclareParams, &g_tilingSelectParams});
#endif

#define GET_TPL_TILING_KEY(...) ::AscendC::EncodeTilingKey(g_tilingDeclareParams, {__VA_ARGS__})
#define ASCENDC_TPL_SEL_PARAM(context, ...) (context)->SetTilingKey(GET_TPL_TILING_KEY(__VA_ARGS__))

#endif

#endif
