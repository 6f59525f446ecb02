#include "aicore/core_layout.h"

#include <fmt/format.h>

#include <iterator>

namespace aclnn_cpu::aicore {

namespace {

struct TypeRow {
    std::string_view name;
    uint32_t cubes;    // per block
    uint32_t vectors;  // per block; neither: not for split cores
    bool flags;
};

// Source: "Setting the kernel type" of the public Ascend C reference. In the order of KernelMetaType.
constexpr TypeRow kTypes[] = {
    {"KERNEL_TYPE_AIV_ONLY", 0, 1, false},   {"KERNEL_TYPE_AIC_ONLY", 1, 0, false},
    {"KERNEL_TYPE_MIX_AIV_1_0", 0, 1, true}, {"KERNEL_TYPE_MIX_AIC_1_0", 1, 0, true},
    {"KERNEL_TYPE_MIX_AIC_1_1", 1, 1, true}, {"KERNEL_TYPE_MIX_AIC_1_2", 1, 2, true},
    {"KERNEL_TYPE_AICORE", 0, 0, false},     {"KERNEL_TYPE_VECTORCORE", 0, 0, false},
    {"KERNEL_TYPE_MIX_AICORE", 0, 0, false}, {"KERNEL_TYPE_MIX_VECTOR_CORE", 0, 0, false},
    {"no declared kernel type", 0, 1, true},  // the device's compiler adds what the kernel's calls need
};
static_assert(std::size(kTypes) == KERNEL_TYPE_MAX + 1);

}  // namespace

base::Status CoreLayout::Check(KernelMetaType type, std::string_view op_type, const platform::Soc& soc) {
    if (type > KERNEL_TYPE_MAX) {
        return base::Status(
            107000, fmt::format("{}: the kernel's type is {}, expected a KERNEL_TYPE_ constant", op_type,
                                static_cast<uint32_t>(type)));
    }
    const TypeRow& row = kTypes[type];
    if (soc.split_cores() && row.cubes + row.vectors == 0) {
        return base::Status(107000,
                            fmt::format("{}: the kernel's type is {}, which {} cannot start; expected "
                                        "an AIV, AIC or MIX_AIV and MIX_AIC type with a ratio",
                                        op_type, row.name, soc.name));
    }
    return base::Status::Ok();
}

CoreLayout::CoreLayout(KernelMetaType type, uint32_t blocks, const platform::Soc& soc,
                       std::optional<uint32_t> only)
    : type_(type),
      blocks_(blocks),
      first_group_(only.value_or(0)),
      running_groups_(only.has_value() ? 1 : blocks) {
    const bool split = soc.split_cores();
    cubes_ = split ? kTypes[type].cubes : 0;
    vectors_ = split ? kTypes[type].vectors : 1;
    vector_kind_ = split ? CoreKind::kVector : CoreKind::kCoupled;
    has_flags_ = split && kTypes[type].flags;
}

CorePlace CoreLayout::At(uint32_t index) const {
    const uint32_t per_group = cubes_ + vectors_;
    const uint32_t within = index % per_group;
    CorePlace place;
    place.index = index;
    place.group = index / per_group;
    if (within < cubes_) {
        place.kind = CoreKind::kCube;
        place.sub_block = within;
        place.sub_blocks = cubes_;
    } else {
        place.kind = vector_kind_;
        place.sub_block = within - cubes_;
        place.sub_blocks = vectors_;
    }
    place.block = place.group * place.sub_blocks + place.sub_block;
    place.name = !mixed() ? "block" : place.kind == CoreKind::kCube ? "AIC block" : "AIV block";
    return place;
}

std::string_view CoreLayout::type_name() const { return kTypes[type_].name; }

}  // namespace aclnn_cpu::aicore
