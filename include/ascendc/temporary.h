// How much temporary buffer the high-level functions need: per element type, on two generations of chips.
// Kernel calls are checked against it, and the host's Get...MaxMinTmpSize functions answer it.
//
// Source of the rules: the tiling sections of the public Ascend C API reference.
#ifndef ACLNN_CPU_ASCENDC_TEMPORARY_H
#define ACLNN_CPU_ASCENDC_TEMPORARY_H

#include <cstdint>

#include "ascendc/element_type.h"

namespace aclnn_cpu::aicore {

// With n elements: `extra` + max(n * per_element, least) bytes work in one go, `extra` + `least` work at all.
struct TemporaryRule {
    uint32_t per_element = 0;
    uint32_t least = 0;
    uint32_t extra = 0;

    constexpr uint64_t Least() const { return uint64_t(least) + extra; }
    constexpr uint64_t Most(uint64_t n) const {
        const uint64_t all = n * per_element;
        return (all > least ? all : least) + extra;
    }
};

struct TemporaryRules {
    TemporaryRule half;     // and other 16-bit types
    TemporaryRule single;   // float
    TemporaryRule integer;  // int32_t
    TemporaryRule half_310p;
    TemporaryRule single_310p;
    TemporaryRule integer_310p;
    // Buffers of 256 bytes per 64 elements that float saves when the source may be overwritten.
    uint32_t reused = 0;

    constexpr TemporaryRule Of(ElementType type, bool on_310p, bool reuse_source) const {
        if (type == ElementType::kInt32) {
            return on_310p ? integer_310p : integer;
        }
        if (type != ElementType::kFloat) {
            return on_310p ? half_310p : half;
        }
        TemporaryRule rule = on_310p ? single_310p : single;
        if (reuse_source) {
            rule.per_element -= reused * 4;
            rule.least -= reused * 256;
        }
        return rule;
    }
};

namespace table {

constexpr TemporaryRules SameOnBoth(TemporaryRule half, TemporaryRule single, uint32_t reused = 0) {
    return {half, single, {}, half, single, {}, reused};
}
// Buffers of a 16-bit or of a 32-bit value per element, each of at least 256 bytes.
constexpr TemporaryRule Halves(uint32_t buffers) { return {buffers * 2, buffers * 256}; }
constexpr TemporaryRule Floats(uint32_t buffers) { return {buffers * 4, buffers * 256}; }
// `halves` buffers of the source's size for half, `floats` for float.
constexpr TemporaryRules Buffers(uint32_t halves, uint32_t floats, uint32_t reused = 0) {
    return SameOnBoth(Halves(halves), Floats(floats), reused);
}

inline constexpr TemporaryRules kNoTemporary = {};
inline constexpr TemporaryRules kLog2Temporary = SameOnBoth(Floats(1), {});
inline constexpr TemporaryRules kGeluTemporary = SameOnBoth(Floats(3), Floats(3));
inline constexpr TemporaryRules kExpTemporary = SameOnBoth(Floats(4), Floats(3), 1);
inline constexpr TemporaryRules kReGluTemporary = SameOnBoth(Halves(6), {0, 256});
inline constexpr TemporaryRules kClampTemporary = SameOnBoth({1, 128}, {1, 64});
inline constexpr TemporaryRules kRoundTemporary = {Halves(1), {}, {}, Halves(2), Floats(1), {}};
constexpr TemporaryRule PowerHalf(uint32_t halves) { return {halves * 2, halves * 128, 256}; }
constexpr TemporaryRule PowerFloat(uint32_t floats) { return {floats * 4, floats * 256, 256}; }
inline constexpr TemporaryRules kPowerTemporary = {PowerHalf(14), PowerFloat(4), Floats(6),
                                                   PowerHalf(16), PowerFloat(5), Floats(7)};
inline constexpr TemporaryRules kPowerScalarTemporary = {PowerHalf(14), PowerFloat(5), Floats(7),
                                                         PowerHalf(16), PowerFloat(6), Floats(8)};

}  // namespace table

}  // namespace aclnn_cpu::aicore

#endif
