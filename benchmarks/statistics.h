// What samples of running times say, and how surely. All samples are seconds per run.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace aclnn_cpu::benchmarks {

struct Quartiles {
    double first = 0, median = 0, third = 0;
    // The middle half's width as a share of the median; 0 without samples.
    double Spread() const { return median != 0 ? (third - first) / median : 0; }
};

// By linear interpolation between the two samples that enclose the place. All zero without samples.
Quartiles QuartilesOf(std::span<const double> samples);

// A ratio of two quantities measured side by side.
struct Ratio {
    double value = 0;    // the median of the rounds' ratios
    double spread = 0;   // of the rounds' ratios: (third quartile - first quartile) / median
    size_t rounds = 0;   // that it was made of
    size_t dropped = 0;  // rounds that one side has no sample of

    bool Known() const { return rounds + dropped != 0; }
    // Whether the value may be quoted: at least kLeastRounds rounds, and half of them within kWidestSpread.
    bool Reliable() const { return rounds >= kLeastRounds && spread <= kWidestSpread; }

    static constexpr size_t kLeastRounds = 5;
    static constexpr double kWidestSpread = 0.25;
};

// above[i] / below[i], round by round: what slows a whole round down cancels out. Rounds that one side lacks, or of
// which its sample is not above 0, are dropped.
Ratio PairedRatio(std::span<const double> above, std::span<const double> below);

// "1.93"; "noisy 41%" (the spread) or "busy" (too many rounds dropped) when it may not be quoted; "-" when
// it was not measured.
std::string Text(const Ratio& ratio);

}  // namespace aclnn_cpu::benchmarks
