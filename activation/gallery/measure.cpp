// What the native kernels of the family compute and how far it is from the truth, as JSON for draw.py. Usage:
// activation_measure > FILE
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "activation/tests/family.h"

namespace aclnn_cpu::activation {
namespace {

using base::DType;
using Json = nlohmann::json;

// Of the pictures; saved outputs have the range of the function that they are values of.
struct Range {
    double low, high;
};
Range RangeOf(const Row& row) {
    if (row.of_output && row.derivative_of == "sigmoid") {
        return {0, 1};
    }
    return row.of_output && row.derivative_of == "tanh" ? Range{-1, 1} : Range{-8, 8};
}

constexpr size_t kBins = 160;

size_t BinOf(double x, Range range) {
    const auto bin = static_cast<int64_t>((x - range.low) / (range.high - range.low) * kBins);
    return static_cast<size_t>(std::clamp<int64_t>(bin, 0, kBins - 1));
}

// The distance between `value` and its neighbour in a type with that many bits of fraction and that smallest number.
double UnitOf(double value, int fraction_bits, double smallest) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return std::max(std::ldexp(1.0, exponent - 1 - fraction_bits), smallest);
}

struct Worst {
    double largest = 0;
    double at = 0;
    void Add(double error, double x) {
        if (error > largest) {
            largest = error;
            at = x;
        }
    }
};

Json Curve(const Row& row, Range range) {
    constexpr size_t kPoints = 401;
    std::vector<float> x(kPoints);
    for (size_t i = 0; i < kPoints; ++i) {
        x[i] =
            static_cast<float>(range.low + (range.high - range.low) * static_cast<double>(i) / (kPoints - 1));
    }
    return {{"x", x}, {"y", test::ValuesOf(row.activation, DType::kFloat, x)}};
}

// float: absolute errors of pseudo-random arguments, some in every bin.
Json FloatErrors(const Row& row, Range range) {
    constexpr size_t kPerBin = 256;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(range.low, range.high);
    std::vector<float> x(kBins * kPerBin);
    for (float& each : x) {
        each = static_cast<float>(uniform(random));
    }
    const test::Samples<float> samples = test::Evaluated(row.activation, x);
    const std::vector<float> z = test::ValuesOf(row.activation, DType::kFloat, x);
    std::vector<double> bins(kBins, 0);
    Worst worst;
    for (size_t i = 0; i < x.size(); ++i) {
        const double error = std::fabs(z[i] - samples.exact[i]);
        double& bin = bins[BinOf(x[i], range)];
        bin = std::max(bin, error);
        worst.Add(error, x[i]);
    }
    return {{"unit", "absolute"}, {"bins", bins}, {"largest", worst.largest}, {"at", worst.at}};
}

// 16-bit types: errors of all their numbers, in units of the last place of the true value; 0.5 is correctly rounded.
template <typename T>
Json ShortErrors(const Row& row, Range range, DType dtype, int fraction_bits, double smallest) {
    const test::Samples<T> samples = test::All16BitSamples<T>(row.activation);
    const std::vector<T> z = test::ValuesOf(row.activation, dtype, samples.x);
    std::vector<double> bins(kBins, 0);
    Worst worst;
    size_t finite = 0, correct = 0;
    for (size_t i = 0; i < samples.x.size(); ++i) {
        const double x = static_cast<float>(samples.x[i]), exact = samples.exact[i];
        const T nearest = simd::Convert<T>(exact);
        if (!std::isfinite(x) || !std::isfinite(static_cast<float>(nearest)) || std::isnan(exact)) {
            continue;
        }
        ++finite;
        const double given = static_cast<float>(z[i]);
        correct += given == static_cast<double>(static_cast<float>(nearest)) ? 1 : 0;
        const double error = std::fabs(given - exact) / UnitOf(exact, fraction_bits, smallest);
        worst.Add(error, x);
        if (x >= range.low && x <= range.high) {
            double& bin = bins[BinOf(x, range)];
            bin = std::max(bin, error);
        }
    }
    return {{"unit", "ulp"},
            {"bins", bins},
            {"largest", worst.largest},
            {"at", worst.at},
            {"correctly_rounded", static_cast<double>(correct) / static_cast<double>(finite)}};
}

// Elements per second on one thread, 64 Ki elements of a standard normal distribution: the median of some samples.
template <typename T>
double Speed(const Row& row, DType dtype) {
    using Clock = std::chrono::steady_clock;
    constexpr size_t kElements = size_t{64} << 10;
    constexpr int kSamples = 15, kCallsOfEach = 5;
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    std::vector<T> x(kElements);
    std::generate(x.begin(), x.end(), [&] { return T(normal(random)); });
    const std::vector<T> gradient(kElements, T(1.0f));
    std::vector<T> z(kElements);
    const test::View gradient_view{gradient.data(), dtype, {1}}, x_view{x.data(), dtype, {1}};
    const auto inputs = test::InputsOf(row.activation.form, gradient_view, x_view);
    std::vector<double> seconds;
    for (int i = 0; i < kSamples; ++i) {
        const Clock::time_point start = Clock::now();
        for (int call = 0; call < kCallsOfEach; ++call) {
            test::RunNative(row.activation.kernel, row.activation.attributes, {kElements}, dtype, inputs,
                            {z.data(), dtype, {1}}, 1, base::SimdTarget::kBest);
        }
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count() / kCallsOfEach);
    }
    std::sort(seconds.begin(), seconds.end());
    return static_cast<double>(kElements) / seconds[kSamples / 2];
}

Json Measure(const Row& row) {
    const Range range = RangeOf(row);
    return {{"label", row.label},
            {"folder", row.folder},
            {"attributes", row.activation.attributes},
            {"forward", row.activation.form == test::Form::kForward},
            {"derivative_of", row.derivative_of},
            {"of_output", row.of_output},
            {"range", {range.low, range.high}},
            {"curve", Curve(row, range)},
            {"elements_per_second",
             {{"FLOAT", Speed<float>(row, DType::kFloat)},
              {"BFLOAT16", Speed<bfloat16_t>(row, DType::kBFloat16)}}},
            {"FLOAT", FloatErrors(row, range)},
            {"FLOAT16", ShortErrors<half>(row, range, DType::kFloat16, 10, 0x1p-24)},
            {"BFLOAT16", ShortErrors<bfloat16_t>(row, range, DType::kBFloat16, 7, 0x1p-133)}};
}

}  // namespace
}  // namespace aclnn_cpu::activation

int main() {
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& row : aclnn_cpu::activation::Rows()) {
        rows.push_back(aclnn_cpu::activation::Measure(row));
    }
    std::printf("%s\n", rows.dump().c_str());
    return 0;
}
