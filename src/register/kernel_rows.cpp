#include "register/kernel_rows.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ascendc/kernel_type.h"

namespace aclnn_cpu::registry {
namespace {

std::set<uint64_t> KeysOf(const kernel::Facts& facts) {
    std::set<uint64_t> keys(facts.instance_keys, facts.instance_keys + facts.instance_count);
    keys.insert(facts.keys, facts.keys_end);
    if (keys.empty()) {
        keys.insert(0);
    }
    return keys;
}

std::optional<uint32_t> DeclaredType(const kernel::Facts& facts, uint64_t key) {
    const auto* found = std::find_if(facts.types, facts.types_end,
                                     [key](const kernel::TypeOfKey& row) { return row.key == key; });
    return found != facts.types_end ? std::optional(static_cast<uint32_t>(found->type)) : std::nullopt;
}

}  // namespace

std::vector<KernelVariant> KernelRows(const std::vector<CompiledKernel>& kernels) {
    std::vector<KernelVariant> rows;
    for (const CompiledKernel& compiled : kernels) {
        const kernel::Facts& facts = compiled.facts;
        const uint32_t every = DeclaredType(facts, kernel::kEveryKey).value_or(KERNEL_TYPE_MAX);
        for (const uint64_t key : KeysOf(facts)) {
            rows.push_back({compiled.compute_unit, compiled.dtypes, key, compiled.entry,
                            facts.tiling_struct_bytes, DeclaredType(facts, key).value_or(every)});
        }
    }
    return rows;
}

}  // namespace aclnn_cpu::registry
