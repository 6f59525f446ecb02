// What kind of core runs the code, as a number.
#ifndef ACLNN_CPU_ASCENDC_CORE_TYPE_H
#define ACLNN_CPU_ASCENDC_CORE_TYPE_H

#include <cstdint>

#include "ascendc/emulator.h"

namespace AscendC {

inline constexpr int32_t MIX = 0;  // coupled: cube and vector units in one core
inline constexpr int32_t AIC = 1;
inline constexpr int32_t AIV = 2;

namespace aclnn_internal {

// Asks the core each time: one build of a kernel runs on both kinds.
struct CoreType {
    operator int32_t() const {
        return aclnn_cpu::aicore::IsVectorCore() ? AIV : aclnn_cpu::aicore::IsCubeCore() ? AIC : MIX;
    }
};

}  // namespace aclnn_internal

}  // namespace AscendC

inline constexpr AscendC::aclnn_internal::CoreType g_coreType{};

#endif
