// int4b_t: a signed integer of four bits, -8 to 7. In tensors two share a byte, the first in its low half.
#ifndef ACLNN_CPU_ASCENDC_INT4_H
#define ACLNN_CPU_ASCENDC_INT4_H

#include <cstdint>

namespace AscendC {

struct int4b_t {
    int4b_t() = default;
    constexpr int4b_t(int32_t value) : storage(static_cast<uint8_t>(value & 0xF)) {}
    constexpr int4b_t(uint32_t value) : storage(static_cast<uint8_t>(value & 0xF)) {}
    constexpr operator int8_t() const {
        return static_cast<int8_t>((storage & 0xF) >= 8 ? (storage & 0xF) - 16 : storage & 0xF);
    }

    uint8_t storage;  // the value's bits, in the low half
};

}  // namespace AscendC

#endif
