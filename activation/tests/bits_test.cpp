// Every row of family.inc gives the same bits whatever the vector width, the length, the layout and the threads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

#include "activation/tests/family.h"

namespace aclnn_cpu::activation {
namespace {

using base::DType;
using base::SimdTarget;
using test::Activation;
using test::View;

class EachRowsBits : public testing::TestWithParam<Row> {
 protected:
    const Activation& activation() const { return GetParam().activation; }
};
INSTANTIATE_TEST_SUITE_P(Family, EachRowsBits, testing::ValuesIn(Rows()),
                         [](const auto& info) { return info.param.label; });

template <typename T>
struct Operands {
    std::vector<T> dy, x;
};

// Normally distributed numbers, wider ones, and those that need care.
template <typename T>
Operands<T> MakeOperands(size_t count) {
    std::mt19937 random(42);
    std::normal_distribution<float> narrow(0, 1.5f), wide(0, 40);
    Operands<T> operands;
    for (size_t i = 0; i < count; ++i) {
        operands.dy.push_back(T(narrow(random)));
        operands.x.push_back(T(i % 8 == 7 ? wide(random) : narrow(random)));
    }
    constexpr float kInf = std::numeric_limits<float>::infinity();
    size_t at = 0;
    for (const float value : {0.0f, -0.0f, kInf, -kInf, 0x1p-149f, -0x1p-130f, NAN, 3e38f, -3e38f, 1e-5f}) {
        operands.x.at(at += 5) = T(value);
        operands.dy.at(at + 60) = T(value);
    }
    return operands;
}

template <typename T>
void ExpectSameBits(const T* a, const T* b, size_t count, const std::string& what) {
    for (size_t i = 0; i < count; ++i) {
        const bool both_nan = std::isnan(float(a[i])) && std::isnan(float(b[i]));
        ASSERT_TRUE(both_nan || std::memcmp(&a[i], &b[i], sizeof(T)) == 0)
            << what << ", element " << i << ": " << float(a[i]) << " and " << float(b[i]);
    }
}

template <typename T>
void CheckWidths(const Activation& activation, DType dtype) {
    const Operands<T> operands = MakeOperands<T>(4099);
    const auto run = [&](SimdTarget target) {
        return test::RunActivation(activation, dtype, operands.dy, operands.x, target);
    };
    const std::vector<T> a = run(SimdTarget::kAvx2), b = run(SimdTarget::kAvx512);
    ExpectSameBits(a.data(), b.data(), a.size(), "AVX2 and AVX-512");
}

TEST_P(EachRowsBits, Avx2AndAvx512GiveTheSameBits) {
    for (const SimdTarget target : {SimdTarget::kAvx2, SimdTarget::kAvx512}) {
        if (const base::Status status = simd::ValidateTarget(target); !status.ok()) {
            GTEST_SKIP() << status.message();
        }
    }
    CheckWidths<float>(activation(), DType::kFloat);
    CheckWidths<half>(activation(), DType::kFloat16);
    CheckWidths<bfloat16_t>(activation(), DType::kBFloat16);
}

// Beside the dense run of all: each length alone, every place of a first element, an input and an output of every
// second element, columns of a matrix, and three threads.
template <typename T>
void CheckLayouts(const Activation& activation, DType dtype, SimdTarget target) {
    constexpr size_t kRows = 67, kColumns = 61, kCount = kRows * kColumns;
    const Operands<T> operands = MakeOperands<T>(kCount);
    const std::vector<T> expected = test::RunActivation(activation, dtype, operands.dy, operands.x, target);
    const auto run = [&](const std::vector<int64_t>& sizes, const View& dy, const View& x, const View& z,
                         uint32_t threads) {
        test::RunNative(activation.kernel, activation.attributes, sizes, dtype,
                        test::InputsOf(activation.form, dy, x), z, threads, target);
    };

    for (const size_t length : {1, 3, 8, 17, 64}) {
        for (size_t from = 0; from + length <= 256; from += length) {
            std::vector<T> z(length);
            run({static_cast<int64_t>(length)}, {operands.dy.data() + from, dtype, {1}},
                {operands.x.data() + from, dtype, {1}}, {z.data(), dtype, {1}}, 1);
            ExpectSameBits(z.data(), expected.data() + from, length, "length " + std::to_string(length));
        }
    }

    std::vector<T> apart(2 * kCount), z(2 * kCount), picked(kCount);
    for (size_t i = 0; i < kCount; ++i) {
        apart[2 * i] = operands.x[i];
    }
    run({kCount}, {operands.dy.data(), dtype, {1}}, {apart.data(), dtype, {2}}, {z.data(), dtype, {2}}, 1);
    for (size_t i = 0; i < kCount; ++i) {
        picked[i] = z[2 * i];
    }
    ExpectSameBits(picked.data(), expected.data(), kCount, "every second element");

    std::vector<T> transposed(kCount);
    for (size_t i = 0; i < kCount; ++i) {
        transposed[i % kColumns * kRows + i / kColumns] = operands.x[i];
    }
    run({kRows, kColumns}, {operands.dy.data(), dtype, {kColumns, 1}}, {transposed.data(), dtype, {1, kRows}},
        {z.data(), dtype, {kColumns, 1}}, 1);
    ExpectSameBits(z.data(), expected.data(), kCount, "transposed");

    run({kCount}, {operands.dy.data(), dtype, {1}}, {operands.x.data(), dtype, {1}}, {z.data(), dtype, {1}},
        3);
    ExpectSameBits(z.data(), expected.data(), kCount, "three threads");
}

TEST_P(EachRowsBits, LengthLayoutAndThreadsDoNotChangeBits) {
    for (const SimdTarget target : simd::AvailableTargets()) {
        SCOPED_TRACE(test::NameOf(target));
        CheckLayouts<float>(activation(), DType::kFloat, target);
        CheckLayouts<half>(activation(), DType::kFloat16, target);
        CheckLayouts<bfloat16_t>(activation(), DType::kBFloat16, target);
    }
}

}  // namespace
}  // namespace aclnn_cpu::activation
