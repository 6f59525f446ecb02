#include "template_keys.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "names.h"

namespace aclnn_cpu::opgen {
namespace {

using AscendC::TilingKeyField;
using AscendC::TilingKeyKind;
using base::Status;

constexpr int32_t kBadTemplates = 561000;

Status Refuse(std::string message) { return Status(kBadTemplates, std::move(message)); }

bool IsPartOfKey(const TilingKeyField& field) {
    return field.kind != TilingKeyKind::kSelectedKernelType && field.kind != TilingKeyKind::kTilingStruct &&
           field.kind != TilingKeyKind::kDeterministic;
}

std::string KernelTypeName(uint64_t type) {
    switch (type) {
        case ASCENDC_TPL_AIV_ONLY:
            return "AIV_ONLY";
        case ASCENDC_TPL_AIC_ONLY:
            return "AIC_ONLY";
        case ASCENDC_TPL_MIX_AIV_1_0:
            return "MIX_AIV_1_0";
        case ASCENDC_TPL_MIX_AIC_1_0:
            return "MIX_AIC_1_0";
        case ASCENDC_TPL_MIX_AIC_1_1:
            return "MIX_AIC_1_1";
        case ASCENDC_TPL_MIX_AIC_1_2:
            return "MIX_AIC_1_2";
        case ASCENDC_TPL_AICORE:
            return "AICORE";
        case ASCENDC_TPL_VECTORCORE:
            return "VECTORCORE";
        case ASCENDC_TPL_MIX_AICORE:
            return "MIX_AICORE";
        case ASCENDC_TPL_MIX_VECTOR_CORE:
            return "MIX_VECTOR_CORE";
        default:
            return "";
    }
}

std::string ArgumentText(TilingKeyKind kind, uint64_t value) {
    if (kind == TilingKeyKind::kDataType) {
        const std::string_view type = ElementType(static_cast<ge::DataType>(value));
        return (type == "int4b_t" ? "AscendC::" : "") + std::string(type);
    }
    if (kind == TilingKeyKind::kBool) {
        return value != 0 ? "true" : "false";
    }
    return std::to_string(value);
}

class Expansion {
 public:
    Expansion(const AscendC::TilingKeyTable& table, size_t input_count, const registry::Column& column,
              std::vector<TemplateRow>* rows)
        : declared_(*table.declared), input_count_(input_count), column_(column), rows_(*rows) {}

    Status AddSelection(const std::vector<TilingKeyField>& selection) {
        TemplateRow row{0, "", "", ""};
        for (const TilingKeyField& field : selection) {
            if (field.kind == TilingKeyKind::kSelectedKernelType && !field.values.empty()) {
                row.kernel_type = KernelTypeName(field.values.front());
            } else if (field.kind == TilingKeyKind::kTilingStruct) {
                row.tiling_struct = field.name;
            } else if (IsPartOfKey(field) && Find(declared_, field.name) == nullptr) {
                return Refuse(
                    fmt::format("the tiling key header selects {}, which it does not declare", field.name));
            }
        }
        return Extend(selection, 0, 0, row);
    }

 private:
    static const TilingKeyField* Find(const std::vector<TilingKeyField>& fields, std::string_view name) {
        const auto found =
            std::ranges::find_if(fields, [name](const TilingKeyField& field) { return name == field.name; });
        return found != fields.end() ? &*found : nullptr;
    }

    // The only value that a declared parameter may have in this column, if it is tied to an input or output.
    Status TiedValue(const TilingKeyField& declared, std::optional<uint64_t>* tied) const {
        for (const uint64_t value : declared.values) {
            if (value < ASCENDC_TPL_INPUT_BIAS ||
                (declared.kind != TilingKeyKind::kDataType && declared.kind != TilingKeyKind::kFormat)) {
                continue;
            }
            const bool output = value >= ASCENDC_TPL_OUTPUT_BIAS;
            const size_t position = output ? value - ASCENDC_TPL_OUTPUT_BIAS : value - ASCENDC_TPL_INPUT_BIAS;
            const size_t count = output ? column_.dtypes.size() - input_count_ : input_count_;
            if (position >= count) {
                return Refuse(fmt::format("{} is tied to {} {}, but the operator has {}", declared.name,
                                          output ? "output" : "input", position, count));
            }
            const size_t index = output ? input_count_ + position : position;
            *tied = declared.kind == TilingKeyKind::kFormat ? static_cast<uint64_t>(column_.formats[index])
                                                            : static_cast<uint64_t>(column_.dtypes[index]);
            break;
        }
        return Status::Ok();
    }

    // What the key stores for a value of a declared parameter.
    static Status Encode(const TilingKeyField& declared, uint64_t value, uint32_t shift, uint64_t* code) {
        const auto position = std::ranges::find(declared.values, value);
        if (position == declared.values.end()) {
            return Refuse(
                fmt::format("{} selects {}, which its declaration does not list", declared.name, value));
        }
        *code = declared.by_position() ? static_cast<uint64_t>(position - declared.values.begin()) : value;
        if (shift + declared.bits > 64 || (declared.bits < 64 && *code >> declared.bits != 0)) {
            return Refuse(fmt::format(
                "{} is {}, stored as {} at bit {}: it does not fit its {} bits or the 64 of a key",
                declared.name, value, *code, shift, declared.bits));
        }
        return Status::Ok();
    }

    // Appends the rows of all ways to continue `row`, which has a value for the first `index` declared parameters.
    Status Extend(const std::vector<TilingKeyField>& selection, size_t index, uint32_t shift,
                  const TemplateRow& row) {
        if (index == declared_.size()) {
            return Add(row);
        }
        const TilingKeyField& declared = declared_[index];
        const TilingKeyField* selected = Find(selection, declared.name);
        if (selected == nullptr) {
            return Refuse(
                fmt::format("a selection of the tiling key header has no value for {}", declared.name));
        }
        std::optional<uint64_t> tied;
        ACLNN_CPU_RETURN_IF_ERROR(TiedValue(declared, &tied));
        for (const uint64_t value : selected->values) {
            const bool placeholder = value >= ASCENDC_TPL_INPUT_BIAS && declared.kind != TilingKeyKind::kUint;
            if (placeholder || (tied && value != *tied)) {
                continue;
            }
            uint64_t code = 0;
            ACLNN_CPU_RETURN_IF_ERROR(Encode(declared, value, shift, &code));
            TemplateRow longer = row;
            longer.key |= code << shift;
            longer.arguments += (index == 0 ? "" : ", ") + ArgumentText(declared.kind, value);
            if (declared.kind == TilingKeyKind::kKernelType) {
                longer.kernel_type = KernelTypeName(value);
            }
            ACLNN_CPU_RETURN_IF_ERROR(Extend(selection, index + 1, shift + declared.bits, longer));
        }
        return Status::Ok();
    }

    Status Add(const TemplateRow& row) {
        const auto same = std::ranges::find(rows_, row.key, &TemplateRow::key);
        if (same != rows_.end()) {
            return Refuse(fmt::format("key {} is selected twice: <{}> and <{}>", row.key, same->arguments,
                                      row.arguments));
        }
        rows_.push_back(row);
        return Status::Ok();
    }

    const std::vector<TilingKeyField>& declared_;
    size_t input_count_;
    const registry::Column& column_;
    std::vector<TemplateRow>& rows_;
};

}  // namespace

Status ExpandTemplates(const AscendC::TilingKeyTable& table, size_t input_count,
                       const registry::Column& column, std::vector<TemplateRow>* rows) {
    rows->clear();
    Expansion expansion(table, input_count, column, rows);
    for (const std::vector<TilingKeyField>& selection : *table.selected) {
        ACLNN_CPU_RETURN_IF_ERROR(expansion.AddSelection(selection));
    }
    return Status::Ok();
}

}  // namespace aclnn_cpu::opgen
