// What the tests of instructions share: values with the special ones, references in plain arithmetic, and running a
// call on tensors.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "aicore/chip_cases_test.h"
#include "base/settings.h"

namespace aclnn_cpu::aicore_tests {

using namespace AscendC;

// ---- arithmetic

__extension__ typedef __int128 Wide;  // holds every value of every integer type

// Modulo 2^width, as a number of that many bits.
inline Wide Wrapped(Wide x, int width, bool is_signed) {
    const Wide modulus = Wide(1) << width;
    const Wide rest = (x % modulus + modulus) % modulus;
    return is_signed && rest >= modulus / 2 ? rest - modulus : rest;
}
// Signed numbers keep the sign bit and lose the bit behind it.
inline Wide ShiftedLeft(Wide a, Wide s, int width, bool is_signed) {
    const int kept = is_signed ? width - 1 : width;
    const Wide lowest = a < 0 ? -(Wide(1) << kept) : 0;
    for (Wide i = 0; i < std::min<Wide>(s, width); ++i) {
        a = Wrapped(a * 2, kept, false) + lowest;
    }
    return a;
}
inline Wide ShiftedRight(Wide a, Wide s, int width) {
    for (Wide i = 0; i < std::min<Wide>(s, width); ++i) {
        a = a >= 0 ? a / 2 : (a - 1) / 2;
    }
    return a;
}

inline double Larger(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::nan("");
    }
    return a == b && std::signbit(a) != std::signbit(b) ? 0.0 : std::max(a, b);
}
inline double Smaller(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::nan("");
    }
    return a == b && std::signbit(a) != std::signbit(b) ? -0.0 : std::min(a, b);
}
inline double MultiplyAdd(double d, double a, double b) {
    const volatile float product = float(a) * float(b);
    const volatile float sum = float(d) + product;
    return sum;
}

// ---- values

template <typename T>
inline constexpr bool kIsFloat = !std::is_integral_v<T>;

template <typename T>
T FromBits(uint64_t bits) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
    return value;
}

// Special values first, then random ones of every magnitude.
template <typename T>
std::vector<T> Values(size_t n, uint64_t seed) {
    std::vector<T> values;
    if constexpr (kIsFloat<T>) {
        const float infinity = std::numeric_limits<float>::infinity();
        const uint32_t subnormals[] = {1, 0x3FF, sizeof(T) == 4 ? 0x7FFFFFu : 0x200u,
                                       sizeof(T) == 4 ? 0x80000001u : 0x8001u};
        for (const float special : {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, std::nanf(""), 65504.0f,
                                    -65504.0f, 88.0f, -88.0f, 89.0f, -104.5f, 0x1p-14f, 0.5f, 2.0f}) {
            values.push_back(T(special));
        }
        for (const uint32_t bits : subnormals) {
            values.push_back(FromBits<T>(bits));
        }
    } else {
        for (const int64_t special :
             {int64_t(0), int64_t(1), int64_t(-1), int64_t(std::numeric_limits<T>::min()),
              int64_t(std::numeric_limits<T>::max()), int64_t(7)}) {
            values.push_back(static_cast<T>(special));
        }
    }
    std::mt19937_64 random(seed);
    while (values.size() < n) {
        const uint64_t bits = random();
        values.push_back(kIsFloat<T> && random() % 2 == 0 ? T(float(int32_t(uint32_t(bits))) * 0x1p-27f)
                                                          : FromBits<T>(bits));
    }
    std::shuffle(values.begin(), values.begin() + static_cast<int64_t>(std::min<size_t>(values.size(), 64)),
                 random);
    values.resize(n);
    return values;
}

// Position of a float on the number line, for distances in ulps.
template <typename T>
int64_t Ordinal(T value) {
    if constexpr (sizeof(T) == 2) {
        uint16_t bits;
        std::memcpy(&bits, &value, 2);
        return (bits & 0x8000u) != 0 ? -int64_t(bits & 0x7FFFu) : int64_t(bits);
    } else {
        uint32_t bits;
        std::memcpy(&bits, &value, 4);
        return (bits & 0x80000000u) != 0 ? -int64_t(bits & 0x7FFFFFFFu) : int64_t(bits);
    }
}

template <typename T>
bool Same(T actual, T expected, uint32_t ulps) {
    if constexpr (kIsFloat<T>) {
        if (std::isnan(float(expected)) || std::isnan(float(actual))) {
            return std::isnan(float(expected)) && std::isnan(float(actual));
        }
        if (ulps != 0) {
            return std::abs(Ordinal(actual) - Ordinal(expected)) <= ulps;
        }
    }
    return std::memcmp(&actual, &expected, sizeof(T)) == 0;
}

// ---- running

inline UnaryRepeatParams Unary(const BinaryRepeatParams& p) {
    return {p.dstBlkStride, p.src0BlkStride, p.dstRepStride, p.src0RepStride};
}

template <typename T>
struct Tensors {
    LocalTensor<T> d, a, b;
    T s;
};

// Calls visit(T{}) for each type that some vector instruction has.
template <typename Visit>
void ForEachType(Visit visit) {
    visit(half());
    visit(float());
    visit(bfloat16_t());
    visit(int8_t());
    visit(uint8_t());
    visit(int16_t());
    visit(uint16_t());
    visit(int32_t());
    visit(uint32_t());
    visit(int64_t());
    visit(uint64_t());
}

inline constexpr uint32_t kElements = 4096;

// Runs the call with tensors filled from the vectors and returns what the destination's buffer holds then.
template <typename T>
std::vector<T> RunOn(std::string_view soc, const std::vector<T>& d, const std::vector<T>& a,
                     const std::vector<T>& b, const std::function<void(const Tensors<T>&)>& call) {
    std::vector<T> result;
    ExpectRuns(RunGolden(
        [&] {
            TPipe pipe;
            TBuf<> buffers[3];
            for (auto& buffer : buffers) {
                pipe.InitBuffer(buffer, static_cast<uint32_t>(kElements * sizeof(T)));
            }
            const Tensors<T> tensors{buffers[0].Get<T>(), buffers[1].Get<T>(), buffers[2].Get<T>(),
                                     kIsFloat<T> ? T(0.75f) : T(3)};
            Fill(tensors.d, d.data(), d.size() * sizeof(T));
            Fill(tensors.a, a.data(), a.size() * sizeof(T));
            Fill(tensors.b, b.data(), b.size() * sizeof(T));
            call(tensors);
            result = Read(tensors.d, kElements);
        },
        {.soc = soc}));
    return result;
}

// What `run` returns, a vector, must be the same bits on every instruction set of the host.
template <typename Run>
void ExpectEqualOnEveryTarget(Run run) {
    decltype(run()) first;
    for (const char* target : {"baseline", "avx2", "avx512"}) {
        ASSERT_TRUE(base::SetSetting("target", target).ok());
        const auto result = run();
        if (first.empty()) {
            first = result;
        }
        ASSERT_EQ(result.size(), first.size());
        EXPECT_EQ(std::memcmp(result.data(), first.data(), first.size() * sizeof(first[0])), 0) << target;
    }
    ASSERT_TRUE(base::SetSetting("target", "best").ok());
}

}  // namespace aclnn_cpu::aicore_tests
