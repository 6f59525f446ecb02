#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>

#include "benchmarks/native/parts.h"

namespace aclnn_cpu::benchmarks {
namespace {

struct Class {
    const char* name;
    bool ordinary;  // neither the far tail of the derivative nor, but for self, subnormal numbers
    std::vector<float> (*grad_output)(std::mt19937& random);
    std::vector<float> (*self)(std::mt19937& random);
};

constexpr size_t kCount = 65521;

template <typename Distribution>
std::vector<float> Draw(std::mt19937& random, Distribution distribution) {
    std::vector<float> values(kCount);
    std::generate(values.begin(), values.end(), [&] { return static_cast<float>(distribution(random)); });
    return values;
}

// Both signs, magnitudes spread evenly over the powers of ten.
std::vector<float> DrawDecades(std::mt19937& random, double least, double most) {
    std::uniform_real_distribution<double> power(least, most);
    std::vector<float> values(kCount);
    for (float& value : values) {
        value = static_cast<float>(std::pow(10, power(random)) * (random() % 2 == 0 ? 1 : -1));
    }
    return values;
}

std::vector<float> Half(std::mt19937& /*random*/) { return NormalValues().grad_output; }
std::vector<float> Normal(std::mt19937& random) { return Draw(random, std::normal_distribution<float>()); }
std::vector<float> Subnormal(std::mt19937& random) { return DrawDecades(random, -44, -38.1); }

const Class kClasses[] = {
    {"normal distribution", true, Half, Normal},
    {"uniform -8 to 8", false, Half,
     [](std::mt19937& random) { return Draw(random, std::uniform_real_distribution<float>(-8, 8)); }},
    {"large, 1e4 to 1e38", true, Half, [](std::mt19937& random) { return DrawDecades(random, 4, 38); }},
    {"subnormal self", true, Half, Subnormal},
    {"infinite", true, Half,
     [](std::mt19937& random) {
         std::vector<float> values(kCount);
         for (float& value : values) {
             value = std::copysign(std::numeric_limits<float>::infinity(), random() % 2 == 0 ? 1.0f : -1.0f);
         }
         return values;
     }},
    {"NaN", true, Half,
     [](std::mt19937&) { return std::vector<float>(kCount, std::numeric_limits<float>::quiet_NaN()); }},
    {"tail, -14 to -5", false, Half,
     [](std::mt19937& random) { return Draw(random, std::uniform_real_distribution<float>(-14, -5)); }},
    {"subnormal gradOutput", false, Subnormal, Normal},
    {"subnormal result", false, [](std::mt19937&) { return std::vector<float>(kCount, 1e-35f); },
     [](std::mt19937& random) { return Draw(random, std::uniform_real_distribution<float>(-5.5f, -4.5f)); }},
};

// The slowest class's time over the fastest's; of the ordinary ones, or of all.
Json Extremes(const Race& race, bool all) {
    const Class* slowest = &kClasses[0];
    const Class* fastest = &kClasses[0];
    for (const Class& of : kClasses) {
        if (!of.ordinary && !all) {
            continue;
        }
        const double seconds = race.Of(of.name)->median_seconds;
        slowest = seconds > race.Of(slowest->name)->median_seconds ? &of : slowest;
        fastest = seconds < race.Of(fastest->name)->median_seconds ? &of : fastest;
    }
    const Ratio ratio = race.Over(slowest->name, fastest->name);
    std::printf("%-58s %11s\n",
                (std::string("slowest over fastest, ") + (all ? "all: " : "ordinary: ") + slowest->name +
                 " / " + fastest->name)
                    .c_str(),
                Text(ratio).c_str());
    return {{"slowest", slowest->name}, {"fastest", fastest->name}, {"ratio", ToJson(ratio)}};
}

Json MeasureActivation(const Session& session, const Activation& activation) {
    const Layout layout = Contiguous(base::DType::kFloat, session.AtMost(int64_t{64} << 10));
    std::mt19937 random(21);
    std::vector<std::unique_ptr<Values>> values;
    std::vector<std::unique_ptr<Operands>> operands;
    Race race;
    for (const Class& of : kClasses) {
        values.push_back(std::make_unique<Values>(Values{of.grad_output(random), of.self(random)}));
        operands.push_back(std::make_unique<Operands>(layout, *values.back()));
        race.AddNative(of.name, activation, *operands.back(), 1);
    }
    race.Run(session.Measuring(1));
    Json rows = Json::array();
    for (const Class& of : kClasses) {
        const Timing& timing = *race.Of(of.name);
        rows.push_back({{"class", of.name},
                        {"ordinary", of.ordinary},
                        {"native", ToJson(timing)},
                        {"over_normal", ToJson(race.Over(of.name, kClasses[0].name))}});
        std::printf("%-46s %11.4f %11s\n", of.name,
                    timing.median_seconds * 1e9 / static_cast<double>(layout.Elements()),
                    rows.back()["over_normal"]["text"].get<std::string>().c_str());
    }
    return {{"activation", activation.name},
            {"dtype", "FLOAT"},
            {"elements", layout.Elements()},
            {"threads", 1},
            {"classes", rows},
            {"ordinary", Extremes(race, false)},
            {"all", Extremes(race, true)}};
}

}  // namespace

Json MeasureValues(const Session& session) {
    Json all = Json::array();
    for (const Activation& activation : Activations()) {
        if (activation.extent == Extent::kWhole && session.options.Wants(activation.name)) {
            std::printf("\nClasses of values, %s, FLOAT, %lld elements, one thread\n%-46s %11s %11s\n",
                        activation.name.c_str(), static_cast<long long>(session.AtMost(int64_t{64} << 10)),
                        "class", "ns/element", "/ normal");
            all.push_back(MeasureActivation(session, activation));
        }
    }
    return all;
}

}  // namespace aclnn_cpu::benchmarks
