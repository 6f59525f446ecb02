// Conversions of the scalar unit: the vector unit's, for one value.
#include "ascendc/scalar.h"

#include "aicore/families/element.h"

namespace aclnn_cpu::aicore {

namespace {

template <RoundMode mode>
uint32_t ConvertAs(float value, ElementType to) {
    if (to == ElementType::kHalf) {
        return Convert<ElementType::kFloat, ElementType::kHalf, mode>(value);
    }
    return static_cast<uint32_t>(Convert<ElementType::kFloat, ElementType::kInt32, mode>(value));
}

}  // namespace

uint32_t ConvertFloat(float value, ElementType to, AscendC::RoundMode mode) {
    switch (mode) {
        case RoundMode::CAST_FLOOR:
            return ConvertAs<RoundMode::CAST_FLOOR>(value, to);
        case RoundMode::CAST_CEIL:
            return ConvertAs<RoundMode::CAST_CEIL>(value, to);
        case RoundMode::CAST_ROUND:
            return ConvertAs<RoundMode::CAST_ROUND>(value, to);
        case RoundMode::CAST_TRUNC:
            return ConvertAs<RoundMode::CAST_TRUNC>(value, to);
        case RoundMode::CAST_ODD:
            return ConvertAs<RoundMode::CAST_ODD>(value, to);
        default:
            return ConvertAs<RoundMode::CAST_RINT>(value, to);
    }
}

}  // namespace aclnn_cpu::aicore
