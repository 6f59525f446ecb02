// What a chip is: one row of numbers per SoC. An operator never asks "which chip?" where it could ask "how
// much?".
//
// Numbers are those of the public platform configuration files (new format); see docs/layers/platform.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/export.h"
#include "base/status.h"

namespace aclnn_cpu::platform {

enum class Family : uint8_t {
    kAscend910,
    kAscend910B,
    kAscend910_93,
    kAscend310P,
    kAscend310B,
    kAscend950,
    kAscend350,
    kKirinX90,
    kKirin9030,
    kToy
};

struct Soc {
    std::string_view name;          // long name: "Ascend910B1"
    std::string_view short_name;    // Short_SoC_version: "Ascend910B"
    std::string_view compute_unit;  // as in AddConfig: "ascend910b"; whose kernels run on it (the toy chip
                                    // runs ascend910b's)
    Family family;
    uint32_t npu_arch;                // 2201: also the value of __NPU_ARCH__
    std::string_view core_type_list;  // "CubeCore,VectorCore": split cores; anything else: coupled
    uint32_t ai_cores;
    uint32_t cube_cores;
    uint32_t vector_cores;
    uint32_t mix_cores;  // for a kernel on AI and vector cores together (mix_vector_core_cnt); 0: absent
    uint64_t ub_bytes;   // of one core; what the emulated core really has
    uint64_t ub_kept_back_bytes;  // what GetCoreMemSize(UB) and (L1) answer less (256 on the 910B family)
    uint64_t l1_bytes;
    uint64_t l0a_bytes;
    uint64_t l0b_bytes;
    uint64_t l0c_bytes;
    uint64_t bt_bytes;      // 0: absent
    uint64_t fb0_bytes;     // 0: absent
    uint64_t l2_bytes;      // 0: the chip has none of its own
    uint64_t memory_bytes;  // HBM or DDR; 0: not published
    uint64_t lib_api_workspace_bytes;
    uint32_t cube_n;                 // columns of a cube fractal, which has 16 rows and a depth of 16
    uint32_t vector_register_bytes;  // 0: no vector registers
    uint32_t frequency_mhz;          // 0, as for the rates: not published
    uint32_t ddr_rate;               // bytes per cycle
    uint32_t l2_rate;
    bool aclnn_bfloat16;  // whether aclnn functions take BFLOAT16 on it

    bool split_cores() const { return core_type_list == "CubeCore,VectorCore"; }
    // Cores a vector kernel may use, as GetCoreNumAiv answers.
    uint32_t aiv_cores() const { return split_cores() ? vector_cores : ai_cores; }
    uint32_t aic_cores() const { return split_cores() ? cube_cores : ai_cores; }
};

// Every chip. The first row of a compute unit is the chip that the unit's name stands for. The toy chip,
// AscendToy, is last: it behaves like an Ascend910B with two vector cores and 8 KiB of UB, so that small
// shapes need many tiles; for tests.
ACLNN_CPU_API std::span<const Soc> AllSocs();

// Resolves a compute unit as written, a long name in any case, or both ("ascend910:Ascend910B"), or explains
// what exists (code 100000; *soc is left alone). "Ascend910B" alone is refused: it names both an old
// Ascend910 and the A2 family.
ACLNN_CPU_API base::Status FindSoc(std::string_view name, const Soc** soc);

// The chip chosen by the settings (ACLNN_CPU_SOC), or why there is none: an invalid setting, or what FindSoc
// says.
ACLNN_CPU_API base::Status CurrentSoc(const Soc** soc);

}  // namespace aclnn_cpu::platform
