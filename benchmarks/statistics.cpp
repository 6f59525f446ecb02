#include "benchmarks/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace aclnn_cpu::benchmarks {
namespace {

double At(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

}  // namespace

Quartiles QuartilesOf(std::span<const double> samples) {
    if (samples.empty()) {
        return {};
    }
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    return {At(sorted, 0.25), At(sorted, 0.5), At(sorted, 0.75)};
}

Ratio PairedRatio(std::span<const double> above, std::span<const double> below) {
    std::vector<double> ratios;
    const size_t rounds = std::max(above.size(), below.size());
    for (size_t i = 0; i < std::min(above.size(), below.size()); ++i) {
        if (above[i] > 0 && below[i] > 0) {
            ratios.push_back(above[i] / below[i]);
        }
    }
    const Quartiles quartiles = QuartilesOf(ratios);
    return {quartiles.median, quartiles.Spread(), ratios.size(), rounds - ratios.size()};
}

std::string Text(const Ratio& ratio) {
    if (!ratio.Known()) {
        return "-";
    }
    if (ratio.rounds < Ratio::kLeastRounds) {
        return "busy";
    }
    char text[32];
    if (ratio.Reliable()) {
        std::snprintf(text, sizeof(text), "%.2f", ratio.value);
    } else {
        std::snprintf(text, sizeof(text), "noisy %.0f%%", ratio.spread * 100);
    }
    return text;
}

}  // namespace aclnn_cpu::benchmarks
