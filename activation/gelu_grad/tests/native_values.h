// What tests of the native kernel feed it.
#pragma once

#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "activation/gelu_grad/tests/native_harness.h"

namespace aclnn_cpu::gelu_grad {

// Values all over the interesting range, a few large and special ones among them.
template <typename T>
std::vector<T> SomeValues(size_t count, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> usual(-6.0f, 6.0f);
    std::vector<T> values(count);
    for (T& value : values) {
        const uint32_t kind = random() % 16;
        const float number = usual(random);
        value = T(kind == 0 ? number * 1e3f : kind == 1 ? number * 1e-6f : number);
    }
    const float specials[] = {0.0f, -0.0f, std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()};
    for (size_t i = 0; i < std::size(specials) && 37 * (i + 1) < count; ++i) {
        values[37 * (i + 1)] = T(specials[i]);
    }
    return values;
}

}  // namespace aclnn_cpu::gelu_grad
