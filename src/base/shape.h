// Arithmetic on dimensions and strides that cannot silently overflow.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace aclnn_cpu::base {

inline constexpr uint32_t kMaxRank = 8;  // of a tensor that an aclnn function takes (ACLNN_MAX_SHAPE_RANK)

// The number of elements (1 for no dimensions), or nothing when a size is negative or the product leaves
// int64.
inline std::optional<int64_t> ElementCount(std::span<const int64_t> sizes) {
    int64_t count = 1;
    bool empty = false;
    for (const int64_t size : sizes) {
        if (size < 0) {
            return std::nullopt;
        }
        empty |= size == 0;
        if (size != 0 && __builtin_mul_overflow(count, size, &count)) {
            return std::nullopt;
        }
    }
    return empty ? 0 : count;
}

}  // namespace aclnn_cpu::base
