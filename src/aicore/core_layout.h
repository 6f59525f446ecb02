// Which cores a launch starts, and where each stands among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ascendc/kernel_type.h"
#include "base/status.h"
#include "platform/soc.h"

namespace aclnn_cpu::aicore {

enum class CoreKind : uint8_t {
    kVector,   // AIV
    kCube,     // AIC
    kCoupled,  // both in one
};

struct CorePlace {
    CoreKind kind = CoreKind::kVector;
    uint32_t index = 0;               // among all cores of the launch
    uint32_t block = 0;               // among those of its kind: GetBlockIdx
    uint32_t group = 0;               // the logical AI Core
    uint32_t sub_block = 0;           // among those of its kind in the group
    uint32_t sub_blocks = 1;          // how many these are
    std::string_view name = "block";  // for reports: "AIC block" and "AIV block" where there are both
};

// A launch of n blocks starts n groups; a group is one coupled core, or the cube and vector cores that the
// kernel's type asks for. The cores of a group stand together, the cube core first.
class CoreLayout {
 public:
    // Whether the chip can start such a kernel, or why not: 107000. Coupled cores run every type alike.
    static base::Status Check(KernelMetaType type, std::string_view op_type, const platform::Soc& soc);

    // KERNEL_TYPE_MAX, none declared: vector cores. `only`: the one group that runs, below `blocks`; the others
    // keep their places and numbers.
    CoreLayout(KernelMetaType type, uint32_t blocks, const platform::Soc& soc,
               std::optional<uint32_t> only = std::nullopt);

    uint32_t cores() const { return blocks_ * (cubes_ + vectors_); }
    CorePlace At(uint32_t index) const;
    uint32_t Count(CoreKind kind) const { return blocks_ * PerGroup(kind); }
    // Those that run stand together: their number and the first of them, among all and among those of a kind.
    bool partial() const { return running_groups_ != blocks_; }
    uint32_t running() const { return running_groups_ * (cubes_ + vectors_); }
    uint32_t first_running() const { return first_group_ * (cubes_ + vectors_); }
    uint32_t Running(CoreKind kind) const { return running_groups_ * PerGroup(kind); }
    uint32_t FirstRunning(CoreKind kind) const { return first_group_ * PerGroup(kind); }
    bool Runs(uint32_t index) const { return index - first_running() < running(); }
    uint32_t PerGroup(CoreKind kind) const { return kind == CoreKind::kCube ? cubes_ : vectors_; }
    uint32_t IndexOf(CoreKind kind, uint32_t block) const {
        return kind == CoreKind::kCube ? block / cubes_ * (cubes_ + vectors_) + block % cubes_
                                       : block / vectors_ * (cubes_ + vectors_) + cubes_ + block % vectors_;
    }
    CoreKind vector_kind() const { return vector_kind_; }
    bool mixed() const { return cubes_ != 0 && vectors_ != 0; }
    // Whether the chip starts the hardware that flags between cores need.
    bool has_flags() const { return has_flags_; }
    std::string_view type_name() const;

 private:
    KernelMetaType type_;
    uint32_t blocks_;
    uint32_t first_group_;  // of those that run
    uint32_t running_groups_;
    uint32_t cubes_;    // per group
    uint32_t vectors_;  // per group; coupled cores count here
    CoreKind vector_kind_;
    bool has_flags_;
};

}  // namespace aclnn_cpu::aicore
